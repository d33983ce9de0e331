import { useFormState } from 'react-hook-form'
import { type Draft, useDirty } from './drafts.ts'

/** Inside a form: marks its draft as dirty as soon as a field is changed. */
export function FormDraft({ draft }: { draft: Draft }) {
  const { dirtyFields } = useFormState()
  useDirty(draft, Object.keys(dirtyFields).length > 0)
  return null
}
