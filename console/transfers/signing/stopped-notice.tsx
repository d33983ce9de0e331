import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { useFormatTime } from '../../shared/time/time.tsx'
import { useSigning } from './signing-query.ts'

/** Says above every page that nothing is signed. */
export function StoppedNotice() {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const { data } = useSigning()
  const { pathname } = useLocation()
  if (!data?.is_stopped) return null
  return (
    <Alert severity="error" variant="filled" sx={{ mt: 2, '& a': { color: 'inherit' } }}>
      {translate('kontor.signing.stopped_by', {
        name: data.stopped_by ?? '–',
        time: data.stopped_at ? formatTime(data.stopped_at) : '–',
      })}{' '}
      {data.reason && `${translate('kontor.signing.reason')}: ${data.reason}. `}
      {pathname !== '/transfers' && <Link to="/transfers">{translate('kontor.menu.transfers')}</Link>}
    </Alert>
  )
}
