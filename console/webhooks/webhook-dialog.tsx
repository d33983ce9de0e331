import { useQueryClient } from '@tanstack/react-query'
import { CheckboxGroupInput, TextInput, useTranslate } from 'react-admin'
import { eventTypes } from '../../contract/events/events.ts'
import type { CreateWebhookEndpointBody, WebhookEndpointResponse } from '../../contract/events/webhooks.ts'
import { createWebhook, readWebhook, updateWebhook } from '../../contract/operations/events/webhooks.ts'
import { changes } from '../api/changes.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { useEditConflict } from '../shared/forms/use-edit-conflict.tsx'
import { validateBody } from '../shared/forms/validate-body.ts'

type Values = Record<string, unknown>

interface Props {
  onClose: () => void
  onSecret: (secret: string) => void
}

/** Creates a webhook, or edits one. */
export function WebhookDialog({ webhook, ...props }: Props & { webhook: WebhookEndpointResponse | null }) {
  return webhook ? <EditDialog webhook={webhook} onClose={props.onClose} /> : <CreateDialog {...props} />
}

function CreateDialog({ onClose, onSecret }: Props) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  return (
    <FormDialog
      title={translate('kontor.webhooks.new')}
      submitLabel={translate('kontor.action.create')}
      defaultValues={{ event_types: [] }}
      validate={validateBody(createWebhook, toBody)}
      onSubmit={async (values) => {
        const { secret } = await call(createWebhook, { body: toBody(values) as CreateWebhookEndpointBody })
        onSecret(secret)
        void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
        onClose()
      }}
      onClose={onClose}
    >
      <Fields />
    </FormDialog>
  )
}

function EditDialog({ webhook, onClose }: { webhook: WebhookEndpointResponse; onClose: () => void }) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const params = { webhook_id: webhook.id }
  const { base, save, notice } = useEditConflict({
    loaded: webhook,
    valuesOf,
    read: () => call(readWebhook, { params }),
    label: (path) => translate(`kontor.webhooks.${path}`),
    show: (path, value) => {
      if (Array.isArray(value) && value.length > 0) return value.join(', ')
      if (path === 'event_types') return translate('kontor.webhooks.all_events')
      return value ? String(value) : translate('kontor.value_none')
    },
  })
  return (
    <FormDialog
      title={translate('kontor.action.edit')}
      submitLabel={translate('kontor.action.save')}
      defaultValues={valuesOf(webhook)}
      validate={validateBody(createWebhook, toBody)}
      onSubmit={async (typed) => {
        const isSaved = await save(typed, ({ version }) => {
          const { url, description, event_types } = base
          const said = { description: null, event_types: null, ...toBody(typed) }
          const changed = changes(said, { url, description, event_types })
          return call(updateWebhook, { params, body: { ...changed, version } })
        })
        if (!isSaved) return
        void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
        onClose()
      }}
      onClose={onClose}
    >
      <Fields />
      {notice}
    </FormDialog>
  )
}

function valuesOf({ url, description, event_types }: WebhookEndpointResponse): Values {
  return { url, description, event_types: event_types ?? [] }
}

function Fields() {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.webhooks.${name}`)
  return (
    <>
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
    </>
  )
}

/** No selection means all event types, which the contract expresses by omitting the list. */
function toBody({ url, description, event_types }: Values): Values {
  const chosen = Array.isArray(event_types) && event_types.length > 0 ? { event_types } : {}
  return { ...withoutEmpty({ url, description }), ...chosen }
}
