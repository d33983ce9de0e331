import { Alert, type AlertProps, AlertTitle } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { KontorError } from '../../../client/src/errors.ts'
import { readApproval } from '../../../contract/operations/control/approvals.ts'
import { call } from '../../api/client.ts'
import { useConnectionLost } from '../../api/connection.ts'
import { type Counting, countingText } from '../../i18n/counting-text.ts'
import { Blockers, readBlockers } from './blockers.tsx'
import { isNoResponse, useErrorText } from './error-text.ts'

type Sx = Pick<AlertProps, 'sx'>

/** Why something was not done, and what the person can do about it. */
export function Refusal({ error, sx = {} }: { error: unknown } & Sx) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const isBack = !useConnectionLost() && isNoResponse(error)
  if (isBack)
    return (
      <Alert severity="info" sx={sx}>
        {translate('kontor.connection.again')}
      </Alert>
    )
  const asked = approvalAskedFor(error)
  if (asked) return <Asked {...asked} sx={sx} />
  if (error instanceof KontorError && error.code === 'organization_stopped')
    return (
      <Alert severity="error" sx={sx}>
        <AlertTitle>{errorText(error)}</AlertTitle>
        <Blockers blockers={readBlockers(error)} />
      </Alert>
    )
  return (
    <Alert severity="error" sx={sx}>
      {errorText(error)}
    </Alert>
  )
}

interface AskedFor {
  id: string
  needed: number
  eligible: number
  counting: Counting
}

/** The approval that the service asked other people for, instead of doing the act. */
export function approvalAskedFor(error: unknown): AskedFor | undefined {
  if (!(error instanceof KontorError) || error.code !== 'approval_required') return undefined
  const { approval_id: id, needed, eligible } = error.context
  if (typeof id !== 'string') return undefined
  return { id, needed: Number(needed), eligible: Number(eligible), counting: error.context }
}

/** Follows the approval: as soon as it is given, the person can repeat what they wanted to do. */
function Asked({ id, needed, eligible, counting, sx }: AskedFor & Sx) {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['approvals', 'getOne', id],
    queryFn: ({ signal }) => call(readApproval, { params: { approval_id: id }, signal }),
  })
  const link = <Link to={`/approvals/${id}/show`}>{translate('kontor.asked.link')}</Link>
  if (data && data.status !== 'waiting') {
    return (
      <Alert severity={data.status === 'approved' ? 'success' : 'warning'} sx={sx}>
        {translate(`kontor.asked.${data.status === 'approved' ? 'approved' : 'closed'}`, {
          status: translate(`kontor.approval_status.${data.status}`),
        })}{' '}
        {link}
      </Alert>
    )
  }
  if (eligible < needed) {
    return (
      <Alert severity="warning" sx={sx}>
        <AlertTitle>{translate('kontor.asked.nobody')}</AlertTitle>
        {[translate('kontor.asked.too_few', { needed, eligible }), ...countingText(counting)].join(' ')}{' '}
        {translate('kontor.asked.waits')} {link}
      </Alert>
    )
  }
  return (
    <Alert severity="info" sx={sx}>
      {translate('kontor.asked.sent', { smart_count: needed })}{' '}
      {translate('kontor.asked.eligible', { smart_count: eligible })} {translate('kontor.asked.again')} {link}
    </Alert>
  )
}
