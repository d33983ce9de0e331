import { useQueryClient } from '@tanstack/react-query'
import { CheckboxGroupInput, TextInput, useTranslate } from 'react-admin'
import { eventTypes } from '../../contract/events.ts'
import { createWebhook, updateWebhook } from '../../contract/operations/webhooks.ts'
import type { CreateWebhookEndpointBody, WebhookEndpointResponse } from '../../contract/webhooks.ts'
import { changes } from '../api/changes.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { withoutEmpty } from '../shared/form-values.ts'
import { validateBody } from '../shared/validate-body.ts'

type Values = Record<string, unknown>

export function WebhookDialog({
  webhook,
  onClose,
  onSecret,
}: {
  webhook: WebhookEndpointResponse | null
  onClose: () => void
  onSecret: (secret: string) => void
}) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  async function submit(values: Values) {
    if (webhook) {
      const { url, description, event_types, version } = webhook
      const said = { description: null, event_types: null, ...toBody(values) }
      const changed = changes(said, { url, description, event_types })
      await call(updateWebhook, { params: { webhook_id: webhook.id }, body: { ...changed, version } })
    } else {
      const { secret } = await call(createWebhook, { body: toBody(values) as CreateWebhookEndpointBody })
      onSecret(secret)
    }
    void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
    onClose()
  }
  const text = (name: string) => translate(`kontor.webhooks.${name}`)
  return (
    <FormDialog
      title={webhook ? translate('kontor.action.edit') : text('new')}
      submitLabel={translate(webhook ? 'kontor.action.save' : 'kontor.action.create')}
      defaultValues={webhook ? { ...webhook, event_types: webhook.event_types ?? [] } : { event_types: [] }}
      validate={validateBody(createWebhook, toBody)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        source="url"
        type="url"
        label={text('url')}
        helperText={text('url_help')}
        autoFocus
        sx={{ mt: 1 }}
      />
      <TextInput source="description" label={text('description')} helperText={false} />
      <CheckboxGroupInput
        source="event_types"
        label={text('event_types')}
        helperText={text('event_types_help')}
        translateChoice={false}
        sx={{
          '& .MuiFormGroup-root': {
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          },
          '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere' },
        }}
        choices={Object.keys(eventTypes).map((id) => ({ id, name: id }))}
      />
    </FormDialog>
  )
}

/** No selection means all event types, which the contract expresses by omitting the list. */
function toBody({ url, description, event_types }: Values): Values {
  const chosen = Array.isArray(event_types) && event_types.length > 0 ? { event_types } : {}
  return { ...withoutEmpty({ url, description }), ...chosen }
}
