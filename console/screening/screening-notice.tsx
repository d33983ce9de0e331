import { Alert, LinearProgress } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { ScreeningStatusResponse } from '../../contract/organizations/screening.ts'
import { useScreeningStatus } from './status-query.ts'

/** That lists are too old, and how far the parties are compared with a new state of them. */
export function ScreeningNotice() {
  const translate = useTranslate()
  const { data } = useScreeningStatus()
  if (!data) return null
  const old = data.lists.filter(({ is_stale }) => is_stale).map(({ name }) => name)
  return (
    <>
      {old.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('kontor.screening.stale', { lists: old.join(', '), smart_count: old.length })}{' '}
          <Link to="/screening-lists">{translate('kontor.screening.lists')}</Link>
        </Alert>
      )}
      {data.rescreening && <Rescreening {...data.rescreening} />}
    </>
  )
}

function Rescreening({ done, total }: NonNullable<ScreeningStatusResponse['rescreening']>) {
  const translate = useTranslate()
  const locale = useLocale()
  const text = translate('kontor.screening.rescreening', {
    done: done.toLocaleString(locale),
    total: total.toLocaleString(locale),
  })
  return (
    <Alert severity="info" sx={{ mb: 2, '& .MuiAlert-message': { flex: 1 } }}>
      {text}
      <LinearProgress
        variant="determinate"
        value={total > 0 ? Math.min(100, (done / total) * 100) : 0}
        aria-label={text}
        sx={{ mt: 1 }}
      />
    </Alert>
  )
}
