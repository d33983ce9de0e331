import { Alert, Button, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, useNotify, useTranslate } from 'react-admin'
import { useNavigate, useParams } from 'react-router-dom'
import type { WebhookEndpointResponse } from '../../contract/events/webhooks.ts'
import {
  deleteWebhook,
  readWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../contract/operations/events/webhooks.ts'
import { call } from '../api/client.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useAct } from '../shared/answers/use-act.ts'
import { ShownOnce } from '../shared/forms/shown-once.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Time, useFormatTime } from '../shared/time/time.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { Deliveries, useDeliveryAct } from './deliveries.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { Enabled } from './webhook-list.tsx'

export default function WebhookShow() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['webhooks', 'getOne', id],
    queryFn: ({ signal }) => call(readWebhook, { params: { webhook_id: id }, signal }),
    // Its deliveries are reloaded too, and whether it fails follows from them.
    refetchInterval: 10_000,
  })
  return <QueryState query={query}>{(webhook) => <Webhook webhook={webhook} />}</QueryState>
}

function Webhook({ webhook }: { webhook: WebhookEndpointResponse }) {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.webhooks.${name}`)
  const act = useAct('webhooks')
  const send = useDeliveryAct()
  const navigate = useNavigate()
  const notify = useNotify()
  const formatTime = useFormatTime()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<'delete' | 'rotate' | null>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  const [editing, setEditing] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const params = { webhook_id: webhook.id }

  /** What is shown of a deleted endpoint is not reloaded: it would not be found. */
  async function remove() {
    setIsDeleting(true)
    try {
      await call(deleteWebhook, { params })
      queryClient.removeQueries({ queryKey: ['webhooks', 'getList'] })
      navigate('/webhooks')
    } catch (error) {
      setIsDeleting(false)
      notify(errorText(error), { type: 'error' })
    }
  }
  async function confirmed() {
    const what = asking
    setAsking(null)
    if (what === 'delete') {
      await remove()
      return
    }
    await act(async () => setSecret((await call(rotateWebhookSecret, { params, body: {} })).secret))
  }
  const toggle = () =>
    act(() => call(updateWebhook, { params, body: { enabled: !webhook.enabled, version: webhook.version } }))

  return (
    <Page title={webhook.url}>
      {webhook.enabled && webhook.failing_since && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {translate('kontor.webhooks.failing_help', { time: formatTime(webhook.failing_since) })}
        </Alert>
      )}
      <Section title={text('settings')} actions={<Enabled webhook={webhook} />}>
        <Details>
          <Detail label={text('description')}>{webhook.description}</Detail>
          <Detail label={text('event_types')} wide>
            {webhook.event_types?.join(', ') ?? text('all_events')}
          </Detail>
          <Detail label={text('columns.created')}>
            <Time at={webhook.created_at} />
          </Detail>
        </Details>
        <Stack direction="row" sx={{ gap: 1, mt: 2, flexWrap: 'wrap' }}>
          <Button
            variant="outlined"
            onClick={() => send(() => call(testWebhook, { params }), 'kontor.webhooks.test_sent')}
          >
            {text('test')}
          </Button>
          <Button onClick={() => setEditing(true)}>{translate('kontor.action.edit')}</Button>
          <Button onClick={toggle}>{text(webhook.enabled ? 'disable' : 'enable')}</Button>
          <Button onClick={() => setAsking('rotate')}>{text('rotate')}</Button>
          <Button color="error" onClick={() => setAsking('delete')}>
            {text('delete')}
          </Button>
        </Stack>
      </Section>
      <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
        {text('deliveries')}
      </Typography>
      {!isDeleting && <Deliveries webhookId={webhook.id} />}
      {editing && <WebhookDialog webhook={webhook} onClose={() => setEditing(false)} onSecret={setSecret} />}
      <Confirm
        isOpen={asking !== null}
        title={text(asking ?? 'rotate')}
        content={text(`${asking ?? 'rotate'}_confirm`)}
        onConfirm={confirmed}
        onClose={() => setAsking(null)}
      />
      {secret && (
        <ShownOnce
          title={text('secret')}
          help={text('secret_help')}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Page>
  )
}
