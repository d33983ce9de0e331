import { useQueryClient } from '@tanstack/react-query'
import { RadioButtonGroupInput, TextInput, useNotify, useTranslate } from 'react-admin'
import type {
  AdministratorResponse,
  AdministratorWithLink,
  CreateAdministratorRequest,
} from '../../contract/administrators.ts'
import { createAdministrator, updateAdministrator } from '../../contract/operations/administrators.ts'
import { roles } from '../../contract/roles.ts'
import { changes } from '../api/changes.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { withoutEmpty } from '../shared/form-values.ts'
import { validateBody } from '../shared/validate-body.ts'

/** Creates an administrator, or edits the name and role of one. */
export function AdministratorDialog({
  administrator,
  onClose,
  onLink,
}: {
  administrator: AdministratorResponse | null
  onClose: () => void
  onLink: (made: AdministratorWithLink) => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()

  async function create(values: Record<string, unknown>) {
    const body = withoutEmpty(values) as CreateAdministratorRequest
    const made = await call(createAdministrator, { body })
    notify('kontor.administrators.created', { type: 'success' })
    onLink(made)
  }
  async function update(values: Record<string, unknown>, { id, name, role, version }: AdministratorResponse) {
    const changed = changes({ name: values.name, role: values.role ?? role }, { name, role })
    if (Object.keys(changed).length === 0) return
    await call(updateAdministrator, { params: { administrator_id: id }, body: { ...changed, version } })
    notify('kontor.administrators.saved', { type: 'success' })
  }
  async function submit(values: Record<string, unknown>) {
    await (administrator ? update(values, administrator) : create(values))
    void queryClient.invalidateQueries({ queryKey: ['administrators'] })
    onClose()
  }

  const label = (name: string) => translate(`kontor.administrators.columns.${name}`)
  const choices = roles.map((id) => ({
    id,
    name: `${translate(`kontor.roles.${id}`)}: ${uncapitalized(translate(`kontor.administrators.role_help.${id}`))}`,
  }))
  return (
    <FormDialog
      title={translate(administrator ? 'kontor.administrators.edit' : 'kontor.administrators.new')}
      submitLabel={translate(administrator ? 'kontor.action.save' : 'kontor.action.create')}
      defaultValues={administrator ? { name: administrator.name, role: administrator.role } : {}}
      validate={validateBody(administrator ? updateAdministrator : createAdministrator)}
      onSubmit={submit}
      onClose={onClose}
    >
      {!administrator && (
        <TextInput source="email" label={label('email')} helperText={false} autoFocus sx={{ mt: 1 }} />
      )}
      <TextInput source="name" label={label('name')} helperText={false} sx={{ mt: 1 }} />
      <RadioButtonGroupInput
        source="role"
        label={label('role')}
        choices={choices}
        row={false}
        disabled={administrator?.managed_by != null}
        helperText={administrator?.managed_by ? translate('kontor.administrators.role_of_provider') : false}
        translateChoice={false}
      />
    </FormDialog>
  )
}

/** Lower case for the middle of a line; abbreviations do not change. */
function uncapitalized(text: string): string {
  return text.charAt(0).toLocaleLowerCase() + text.slice(1)
}
