import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useFormatTime } from '../shared/time/time.tsx'
import { useEndpoints } from './use-endpoints.ts'

/** Each webhook endpoint that has taken nothing for a while. */
export function FailingNotice() {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  return useEndpoints()
    .filter(({ enabled, failing_since }) => enabled && failing_since)
    .map(({ id, url, failing_since }) => (
      <Alert key={id} severity="warning" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {translate('kontor.webhooks.failing_notice', { time: formatTime(failing_since as string) })}:{' '}
        <Link to={`/webhooks/${id}/show`}>{url}</Link>
      </Alert>
    ))
}
