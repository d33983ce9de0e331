import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react'

/** Input that has not been saved, anywhere on the page. */
const unsaved = new Set<Draft>()
const listeners = new Set<() => void>()

export interface Draft {
  /** Call it with false once the input is saved, before leaving the page. */
  mark(isDirty: boolean): void
  isDirty(): boolean
}

/** The input of one form. Leaving the page asks first while it is dirty (layout/unsaved-guard.tsx). */
export function useDraft(): Draft {
  const draft = useMemo(() => {
    const self: Draft = {
      mark(isDirty) {
        if (isDirty) unsaved.add(self)
        else unsaved.delete(self)
        tell()
      },
      isDirty: () => unsaved.has(self),
    }
    return self
  }, [])
  useEffect(() => () => draft.mark(false), [draft])
  return draft
}

/** For inputs that are not part of a form of react-admin. */
export function useDirty(draft: Draft, isDirty: boolean): void {
  useEffect(() => draft.mark(isDirty), [draft, isDirty])
}

export function hasDrafts(): boolean {
  return unsaved.size > 0
}

export function useHasDrafts(): boolean {
  return useSyncExternalStore(subscribe, hasDrafts)
}

export function forgetDrafts(): void {
  unsaved.clear()
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** Asks whether to discard the input; calls back if so. */
export const DiscardContext = createContext<(discard: () => void) => void>((discard) => discard())

/** Closes at once if nothing would be lost, and otherwise asks. */
export function useCloseDraft(draft: Draft, close: () => void): () => void {
  const ask = use(DiscardContext)
  return () => (draft.isDirty() ? ask(close) : close())
}
