import { useQueryClient } from '@tanstack/react-query'
import { CheckboxGroupInput, DateTimeInput, TextInput, useTranslate } from 'react-admin'
import type { CreateApiKeyRequest } from '../../contract/administrators/administrators.ts'
import { scopes } from '../../contract/api/roles.ts'
import { createApiKey } from '../../contract/operations/administrators/administrators.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'

/** Creates an API key. */
export function ApiKeyDialog({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (made: { name: string; key: string }) => void
}) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  async function create(values: Record<string, unknown>) {
    const { key, api_key } = await call(createApiKey, { body: toBody(values) as CreateApiKeyRequest })
    onMade({ name: api_key.name, key })
    void queryClient.invalidateQueries({ queryKey: ['api-keys'] })
    onClose()
  }
  return (
    <FormDialog
      title={translate('kontor.api_keys.new')}
      submitLabel={translate('kontor.action.create')}
      defaultValues={{ scopes: [] }}
      validate={validateBody(createApiKey, toBody)}
      onSubmit={create}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label={translate('kontor.api_keys.name')}
        helperText={translate('kontor.api_keys.name_help')}
        autoFocus
        sx={{ mt: 1 }}
      />
      <CheckboxGroupInput
        source="scopes"
        row={false}
        label={translate('kontor.api_keys.scopes')}
        helperText={translate('kontor.api_keys.scopes_help')}
        translateChoice={false}
        choices={scopes.map((id) => ({ id, name: translate(`kontor.scope.${id}`) }))}
      />
      <DateTimeInput
        source="expires_at"
        label={translate('kontor.api_keys.expires')}
        helperText={translate('kontor.api_keys.expires_help')}
      />
      <TextInput
        source="networks"
        multiline
        minRows={2}
        label={translate('kontor.api_keys.networks')}
        helperText={translate('kontor.api_keys.networks_help')}
      />
    </FormDialog>
  )
}

/** The time as an instant, and the networks as a list: one per line, or separated by commas or spaces. */
function toBody({ networks, expires_at, ...values }: Record<string, unknown>): Record<string, unknown> {
  const listed = String(networks ?? '')
    .split(/[\s,;]+/)
    .filter((network) => network !== '')
  return withoutEmpty({
    ...values,
    ...(Boolean(expires_at) && { expires_at: new Date(expires_at as string).toISOString() }),
    ...(listed.length > 0 && { networks: listed }),
  })
}
