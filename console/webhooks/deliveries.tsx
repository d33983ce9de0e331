import { Box, Button, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { listWebhookDeliveries, redeliverWebhook } from '../../contract/operations/webhooks.ts'
import type { WebhookDeliveryResponse } from '../../contract/webhooks.ts'
import { call } from '../api/client.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { QueryState } from '../shared/query-state.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { Ago, useFormatTime } from '../shared/time.tsx'
import { useAct } from '../shared/use-act.ts'

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
  const formatTime = useFormatTime()
  const act = useAct('webhooks')
  const again = () =>
    act(
      () => call(redeliverWebhook, { params: { webhook_id: webhookId, delivery_id: delivery.id } }),
      'kontor.webhooks.redelivered',
    )
  const facts = [
    translate('kontor.webhooks.attempts', { count: delivery.attempts }),
    delivery.error_code
      ? translate(`kontor.delivery_error.${delivery.error_code}`, {
          ...delivery.error_context,
          _: delivery.error,
        })
      : delivery.response_status && `HTTP ${delivery.response_status}`,
    delivery.next_attempt_at &&
      translate('kontor.webhooks.next', { time: formatTime(delivery.next_attempt_at) }),
  ].filter(Boolean)
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ p: 2, gap: 2, alignItems: 'center', flexWrap: 'wrap', borderBottom: 1, borderColor: 'divider' }}
    >
      <StatusChip kind="delivery_state" status={delivery.state} />
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{delivery.event_type}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          <Ago at={delivery.created_at} /> · {facts.join(' · ')}
        </Typography>
      </Box>
      {delivery.state !== 'pending' && (
        <Button size="small" onClick={again}>
          {translate('kontor.webhooks.redeliver')}
        </Button>
      )}
    </Stack>
  )
}
