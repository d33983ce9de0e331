import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { listWebhooks } from '../../contract/operations/events/webhooks.ts'
import { call } from '../api/client.ts'
import { useFormatTime } from '../shared/time/time.tsx'

/** Each webhook endpoint that has taken nothing for a while. */
export function FailingNotice() {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const { data } = useQuery({
    queryKey: ['webhooks', 'failing'],
    queryFn: ({ signal }) => call(listWebhooks, { query: { limit: 200 }, signal }),
    staleTime: 60_000,
  })
  return data?.items
    .filter(({ enabled, failing_since }) => enabled && failing_since)
    .map(({ id, url, failing_since }) => (
      <Alert key={id} severity="warning" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {translate('kontor.webhooks.failing_notice', { time: formatTime(failing_since as string) })}:{' '}
        <Link to={`/webhooks/${id}/show`}>{url}</Link>
      </Alert>
    ))
}
