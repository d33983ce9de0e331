import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { ApprovalResponse } from '../../contract/control/approvals.ts'
import { useFormatTime } from '../shared/time/time.tsx'
import { useReady } from './approval-queries.ts'
import { placeOf } from './place-of.ts'

/** Tells who asked for an approval that it was given, wherever they are. */
export function ReadyNotice() {
  return useReady().map((approval) => <Ready key={approval.id} approval={approval} />)
}

function Ready({ approval }: { approval: ApprovalResponse }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const place = placeOf(approval)
  return (
    <Alert severity="success" sx={{ mt: 2 }}>
      {translate('kontor.approvals.ready', {
        act: [translate(`kontor.act_name.${approval.act}`), approval.content.number]
          .filter(Boolean)
          .join(', '),
        until: formatTime(approval.expires_at),
      })}{' '}
      {place && <Link to={place}>{translate('kontor.approvals.go')}</Link>}{' '}
      <Link to={`/approvals/${approval.id}/show`}>{translate('kontor.asked.link')}</Link>
    </Alert>
  )
}
