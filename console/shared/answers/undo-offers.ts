import { useCallback, useSyncExternalStore } from 'react'

/** A decision that was sent, and what takes it back. */
export interface UndoOffer {
  /** What was done, in the words of the person: «Approved: charter, Romashka». */
  text: string
  /** Sends the inverse; throws what the service refused. */
  undo: () => Promise<unknown>
  /** When the offer ends, by the clock of the browser. */
  until: number
}

const offeredForMs = 10_000

let offers: readonly UndoOffer[] = []
const listeners = new Set<() => void>()

function set(changed: readonly UndoOffer[]): void {
  offers = changed
  for (const listener of listeners) listener()
}

/**
 * For whoever has just decided something: says what was done, and for ten seconds offers to take it back. `UndoBar` of the
 * layout shows the last one; once it is taken back or over, the one before, if its time has not passed.
 */
export function useOfferUndo(): (text: string, undo: () => Promise<unknown>) => void {
  return useCallback((text, undo) => {
    const now = Date.now()
    set([...offers.filter(({ until }) => until > now), { text, undo, until: now + offeredForMs }])
  }, [])
}

export function endOffer(offer: UndoOffer): void {
  set(offers.filter((one) => one !== offer))
}

/** Of a person who signs out, nothing is offered to the next one. */
export function endAllOffers(): void {
  set([])
}

export function useLastOffer(): UndoOffer | undefined {
  return useSyncExternalStore(subscribe, () => offers.at(-1))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
