import { useQueryClient } from '@tanstack/react-query'
import { RadioButtonGroupInput, TextInput, useNotify, useTranslate } from 'react-admin'
import type {
  AdministratorResponse,
  AdministratorWithLink,
  CreateAdministratorRequest,
} from '../../contract/administrators/administrators.ts'
import { roles } from '../../contract/api/roles.ts'
import {
  createAdministrator,
  listAdministrators,
  updateAdministrator,
} from '../../contract/operations/administrators/administrators.ts'
import { changes } from '../api/changes.ts'
import { call } from '../api/client.ts'
import { readAll } from '../api/read-all.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { useEditConflict } from '../shared/forms/use-edit-conflict.tsx'
import { validateBody } from '../shared/forms/validate-body.ts'

type Values = Record<string, unknown>

interface Props {
  onClose: () => void
  onLink: (made: AdministratorWithLink) => void
}

/** Creates an administrator, or edits the name and role of one. */
export function AdministratorDialog({
  administrator,
  ...props
}: Props & { administrator: AdministratorResponse | null }) {
  return administrator ? (
    <EditDialog administrator={administrator} onClose={props.onClose} />
  ) : (
    <CreateDialog {...props} />
  )
}

function useSaved(onClose: () => void): (text: string) => void {
  const notify = useNotify()
  const queryClient = useQueryClient()
  return (text) => {
    notify(`kontor.administrators.${text}`, { type: 'success' })
    void queryClient.invalidateQueries({ queryKey: ['administrators'] })
    onClose()
  }
}

function CreateDialog({ onClose, onLink }: Props) {
  const translate = useTranslate()
  const saved = useSaved(onClose)
  return (
    <FormDialog
      title={translate('kontor.administrators.new')}
      submitLabel={translate('kontor.action.create')}
      validate={validateBody(createAdministrator)}
      onSubmit={async (values) => {
        onLink(await call(createAdministrator, { body: withoutEmpty(values) as CreateAdministratorRequest }))
        saved('created')
      }}
      onClose={onClose}
    >
      <TextInput
        source="email"
        label={translate('kontor.administrators.columns.email')}
        helperText={false}
        autoFocus
        sx={{ mt: 1 }}
      />
      <NameAndRole isRoleManaged={false} />
    </FormDialog>
  )
}

function EditDialog({
  administrator,
  onClose,
}: {
  administrator: AdministratorResponse
  onClose: () => void
}) {
  const translate = useTranslate()
  const saved = useSaved(onClose)
  const { base, save, notice } = useEditConflict({
    loaded: administrator,
    valuesOf,
    // There is no operation that reads one.
    read: async () => {
      const all = await readAll((query) => call(listAdministrators, { query }))
      return all.find(({ id }) => id === administrator.id) ?? administrator
    },
    label: (path) => translate(`kontor.administrators.columns.${path}`),
    show: (path, value) => (path === 'role' ? translate(`kontor.roles.${value}`) : String(value)),
  })
  return (
    <FormDialog
      title={translate('kontor.administrators.edit')}
      submitLabel={translate('kontor.action.save')}
      defaultValues={valuesOf(administrator)}
      validate={validateBody(updateAdministrator)}
      onSubmit={async (typed) => {
        const isSaved = await save(typed, async ({ id, version }) => {
          const body = changes({ role: base.role, ...typed }, valuesOf(base))
          if (Object.keys(body).length === 0) return
          await call(updateAdministrator, { params: { administrator_id: id }, body: { ...body, version } })
        })
        if (isSaved) saved('saved')
      }}
      onClose={onClose}
    >
      <NameAndRole isRoleManaged={administrator.managed_by != null} />
      {notice}
    </FormDialog>
  )
}

function valuesOf({ name, role }: AdministratorResponse): Values {
  return { name, role }
}

function NameAndRole({ isRoleManaged }: { isRoleManaged: boolean }) {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.administrators.columns.${name}`)
  const choices = roles.map((id) => ({
    id,
    name: `${translate(`kontor.roles.${id}`)}: ${uncapitalized(translate(`kontor.administrators.role_help.${id}`))}`,
  }))
  return (
    <>
      <TextInput source="name" label={label('name')} helperText={false} sx={{ mt: 1 }} />
      <RadioButtonGroupInput
        source="role"
        label={label('role')}
        choices={choices}
        row={false}
        disabled={isRoleManaged}
        helperText={isRoleManaged ? translate('kontor.administrators.role_of_provider') : false}
        translateChoice={false}
      />
    </>
  )
}

/** Lower case for the middle of a line; abbreviations do not change. */
function uncapitalized(text: string): string {
  return text.charAt(0).toLocaleLowerCase() + text.slice(1)
}
