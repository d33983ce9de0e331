import { useFormState } from 'react-hook-form'
import { type Draft, useDirty } from './drafts.ts'

/** Inside a form: marks its draft as dirty as soon as a field is changed, or if there is more than its fields to lose. */
export function FormDraft({ draft, holdsMore = false }: { draft: Draft; holdsMore?: boolean }) {
  const { dirtyFields } = useFormState()
  useDirty(draft, holdsMore || Object.keys(dirtyFields).length > 0)
  return null
}
