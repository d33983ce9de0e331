import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import type { WebhookDeliveryResponse } from '../../contract/events/webhooks.ts'
import { readWebhookDelivery } from '../../contract/operations/events/webhooks.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Time } from '../shared/time/time.tsx'
import { CopyButton } from '../shared/values/copy-button.tsx'
import { Detail, Details } from '../shared/values/details.tsx'

/** What is sent to the endpoint, and what it answered last. */
export function DeliveryDialog({
  delivery,
  failure,
  onClose,
}: {
  delivery: WebhookDeliveryResponse
  failure: string | null
  onClose: () => void
}) {
  const translate = useTranslate()
  const titleId = useId()
  const text = (name: string) => translate(`kontor.webhooks.${name}`)
  const { id, endpoint_id, attempts } = delivery
  const query = useQuery({
    queryKey: ['webhooks', 'delivery', id, attempts],
    queryFn: ({ signal }) =>
      call(readWebhookDelivery, { params: { webhook_id: endpoint_id, delivery_id: id }, signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{delivery.event_type}</DialogTitle>
      <DialogContent>
        <QueryState query={query}>
          {({ message, ...shown }) => (
            <>
              <Details>
                <Detail label={text('attempts_made')}>{shown.attempts}</Detail>
                <Detail label={text('last_attempt')}>
                  {shown.last_attempt_at && <Time at={shown.last_attempt_at} withSeconds />}
                </Detail>
                <Detail label={text('response')}>
                  {shown.response_status === null ? failure : `HTTP ${shown.response_status}`}
                </Detail>
                <Detail label="webhook-id" wide>
                  {shown.event_id}
                </Detail>
              </Details>
              {shown.response_excerpt && (
                <Source title={text('response_body')} source={shown.response_excerpt} />
              )}
              <Source title={text('payload')} source={JSON.stringify(message, null, 2)} />
            </>
          )}
        </QueryState>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('kontor.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Source({ title, source }: { title: string; source: string }) {
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, mt: 2 }}>
        <Typography variant="subtitle2" component="h3">
          {title}
        </Typography>
        <CopyButton text={source} what={title} />
      </Stack>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={title}
        role="region"
        sx={{ overflowX: 'auto', p: 1.5, bgcolor: 'action.hover', borderRadius: 1, m: 0 }}
      >
        {source}
      </Box>
    </>
  )
}
