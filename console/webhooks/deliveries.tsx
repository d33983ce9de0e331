import { Box, Button, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { WebhookDeliveryResponse } from '../../contract/events/webhooks.ts'
import { listWebhookDeliveries, redeliverWebhook } from '../../contract/operations/events/webhooks.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useAct } from '../shared/answers/use-act.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Ago, useFormatTime } from '../shared/time/time.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'

/** Deliveries to an endpoint with its responses, newest first. Reloaded every few seconds. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['webhooks', 'deliveries', webhookId],
    queryFn: ({ signal }) =>
      call(listWebhookDeliveries, { params: { webhook_id: webhookId }, query: { limit: 50 }, signal }),
    refetchInterval: 5_000,
  })
  return (
    <QueryState query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Card>
            <EmptyState title={translate('kontor.webhooks.deliveries_empty')} />
          </Card>
        ) : (
          <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {items.map((delivery) => (
              <Delivery key={delivery.id} webhookId={webhookId} delivery={delivery} />
            ))}
          </Card>
        )
      }
    </QueryState>
  )
}

function Delivery({ webhookId, delivery }: { webhookId: string; delivery: WebhookDeliveryResponse }) {
  const translate = useTranslate()
  const act = useAct('webhooks')
  const [open, setOpen] = useState(false)
  const next = useNext()
  const isPending = delivery.state === 'pending'
  const send = () =>
    act(
      () => call(redeliverWebhook, { params: { webhook_id: webhookId, delivery_id: delivery.id } }),
      isPending ? 'kontor.webhooks.retried' : 'kontor.webhooks.redelivered',
    )
  const failure =
    delivery.error_code &&
    translate(`kontor.delivery_error.${delivery.error_code}`, {
      ...delivery.error_context,
      _: delivery.error,
    })
  const facts = [
    translate('kontor.webhooks.attempts', { count: delivery.attempts }),
    failure ?? (delivery.response_status && `HTTP ${delivery.response_status}`),
    isPending && next(delivery),
  ].filter(Boolean)
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ p: 2, gap: 2, alignItems: 'center', flexWrap: 'wrap', borderBottom: 1, borderColor: 'divider' }}
    >
      <StatusChip
        kind="delivery_state"
        status={isPending && delivery.attempts > 0 ? 'retrying' : delivery.state}
        values={{ count: delivery.attempts }}
      />
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{delivery.event_type}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          <Ago at={delivery.created_at} /> · {facts.join(' · ')}
        </Typography>
      </Box>
      <Button size="small" onClick={() => setOpen(true)}>
        {translate('kontor.webhooks.details')}
      </Button>
      <Button size="small" onClick={send} disabled={delivery.waits_for === 'endpoint'}>
        {translate(isPending ? 'kontor.webhooks.retry' : 'kontor.webhooks.redeliver')}
      </Button>
      {open && <DeliveryDialog delivery={delivery} failure={failure} onClose={() => setOpen(false)} />}
    </Stack>
  )
}

/** When a pending delivery is sent, or what it waits for. */
function useNext(): (delivery: WebhookDeliveryResponse) => string | false {
  const translate = useTranslate()
  const formatTime = useFormatTime({ withSeconds: true })
  return ({ next_attempt_at: at, waits_for }) => {
    if (waits_for) return translate(`kontor.delivery_waits.${waits_for}`)
    if (at === null) return false
    const isDue = new Date(at).getTime() <= Date.now()
    return isDue
      ? translate('kontor.webhooks.next_now')
      : translate('kontor.webhooks.next', { time: formatTime(at) })
  }
}
