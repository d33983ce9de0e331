import { useQueryClient } from '@tanstack/react-query'
import { BooleanInput, TextInput, useNotify, useTranslate } from 'react-admin'
import type { ListName } from '../../contract/lists/all.ts'
import type { ViewResponse } from '../../contract/lists/views.ts'
import { createView, updateView } from '../../contract/operations/work/views.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { validateBody } from '../shared/forms/validate-body.ts'
import type { ListState } from './list-place.ts'
import { bodyOfView } from './view-queries.ts'

/** Saves what the list shows under a name, or renames a view. */
export default function SaveViewDialog({
  list,
  state,
  view,
  onClose,
}: {
  list: ListName
  state: ListState
  /** The view that is renamed; a new one is saved without it. */
  view?: ViewResponse
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const bodyOf = ({ name, shared }: Record<string, unknown>) => ({
    name: String(name ?? '').trim(),
    shared: Boolean(shared),
  })

  async function save(values: Record<string, unknown>) {
    const named = bodyOf(values)
    if (view) {
      const body = { ...named, version: view.version }
      await call(updateView, { params: { view_id: view.id }, body })
    } else await call(createView, { body: { list, ...bodyOfView(state), ...named } })
    await queryClient.invalidateQueries({ queryKey: ['views'] })
    notify('kontor.views.saved', { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title={translate(view ? 'kontor.views.rename' : 'kontor.views.save_as')}
      submitLabel={translate('kontor.action.save')}
      defaultValues={{ name: view?.name ?? '', shared: view?.shared ?? false }}
      validate={
        view
          ? validateBody(updateView, bodyOf)
          : validateBody(createView, (values) => ({ list, ...bodyOf(values) }))
      }
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput source="name" label={translate('kontor.views.name')} required autoFocus helperText={false} />
      <BooleanInput
        source="shared"
        label={translate('kontor.views.shared')}
        helperText={translate('kontor.views.shared_help')}
      />
    </FormDialog>
  )
}
