import { type ReactNode, useState } from 'react'
import { useNotify } from 'react-admin'
import { KontorError } from '../../../client/src/errors.ts'
import { useErrorText } from '../answers/error-text.ts'
import { type Choices, Conflict, type ConflictState, type OtherChange } from './conflict.tsx'
import { mergeEdits } from './merge-edits.ts'

type Values = Record<string, unknown>

/**
 * A form that edits a record which somebody else may save first: the form then goes on from the new state, with what was
 * typed, and asks where both changed a field.
 */
export function useEditConflict<T>({
  loaded,
  valuesOf,
  read,
  readChanges,
  label,
  show,
}: {
  loaded: T
  /** The fields that the form has. */
  valuesOf: (record: T) => Values
  /** The record as it is now. */
  read: () => Promise<T>
  /** Who changed what since then, where the refusal does not say it. */
  readChanges?: (base: T) => Promise<OtherChange[]>
  /** The name of a field, such as `contact.email`. */
  label: (path: string) => string
  /** The text of a value of a field. */
  show: (path: string, value: unknown) => string
}): {
  /** The state that the changes are based on. */
  base: T
  /** Saves, unless a choice is missing. Resolves with whether it was saved; other refusals are thrown. */
  save: (typed: Values, work: (base: T) => Promise<unknown>) => Promise<boolean>
  /** What others saved, inside the form. */
  notice: ReactNode
} {
  const notify = useNotify()
  const errorText = useErrorText()
  const [base, setBase] = useState(loaded)
  const [conflict, setConflict] = useState<ConflictState | null>(null)
  const [choices, setChoices] = useState<Choices>({})

  async function merge(typed: Values, refusal: KontorError) {
    const fresh = await read()
    const said = refusal.context.changes as OtherChange[] | undefined
    const changes = said ?? (await readChanges?.(base)) ?? []
    setConflict({ changes, ...mergeEdits(valuesOf(base), typed, valuesOf(fresh)) })
    setChoices({})
    setBase(fresh)
  }

  async function save(typed: Values, work: (base: T) => Promise<unknown>): Promise<boolean> {
    if (conflict?.collisions.some(({ path }) => choices[path] === undefined)) {
      notify('kontor.conflict.choose', { type: 'warning' })
      return false
    }
    try {
      await work(base)
      return true
    } catch (error) {
      if (!(error instanceof KontorError) || error.code !== 'version_conflict') throw error
      await merge(typed, error).catch((failure) => notify(errorText(failure), { type: 'error' }))
      return false
    }
  }

  const notice = conflict && (
    <Conflict conflict={conflict} label={label} show={show} choices={choices} onChoose={setChoices} />
  )
  return { base, save, notice }
}
