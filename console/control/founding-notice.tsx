import { Alert } from '@mui/material'
import { useGetIdentity, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { usePermission } from '../shared/access/use-permission.ts'
import { useFounding } from './founding-queries.ts'

/** Tells a founder who has not confirmed yet, wherever they are. */
export function FoundingNotice() {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const { data } = useFounding(usePermission('approvals:read'))
  const isAsked =
    data?.state === 'proposed' &&
    data.founders.some(({ id, confirmed_at }) => id === identity?.id && confirmed_at === null)
  if (!isAsked) return null
  return (
    <Alert severity="info" sx={{ mt: 2 }}>
      {translate('kontor.founding.notice')} <Link to="/policy">{translate('kontor.founding.open')}</Link>
    </Alert>
  )
}
