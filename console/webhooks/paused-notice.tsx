import { Alert, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import {
  readWebhookDeliveryState,
  updateWebhookDeliveryState,
} from '../../contract/operations/events/webhooks.ts'
import { call } from '../api/client.ts'
import { useAct } from '../shared/answers/use-act.ts'

/** Shown while webhooks are paused, for example after a restore. */
export function PausedNotice() {
  const translate = useTranslate()
  const act = useAct('webhook-delivery')
  const { data } = useQuery({
    queryKey: ['webhook-delivery'],
    queryFn: ({ signal }) => call(readWebhookDeliveryState, { signal }),
  })
  if (!data?.paused) return null
  const resume = () =>
    act(
      () => call(updateWebhookDeliveryState, { body: { paused: false } }),
      translate('kontor.webhooks.resumed'),
    )
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" onClick={resume}>
          {translate('kontor.webhooks.resume')}
        </Button>
      }
    >
      {translate(data.reason === 'restore' ? 'kontor.webhooks.paused_by_restore' : 'kontor.webhooks.paused')}
    </Alert>
  )
}
