import { Alert, Button, CircularProgress, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import type { AuditVerificationResponse } from '../../contract/audit.ts'
import { verifyAuditEvents } from '../../contract/operations/audit.ts'
import { call } from '../api/client.ts'
import { useErrorText } from '../shared/error-text.ts'
import { useFormatTime } from '../shared/time.tsx'

/**
 * Green if the newest rows are a valid chain and match the checkpoints; otherwise red, with the first wrong row. A
 * warning if rows were signed long after they were written.
 */
export function Verification() {
  const translate = useTranslate()
  const errorText = useErrorText()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['audit-verification'],
    queryFn: ({ signal }) => call(verifyAuditEvents, { signal }),
    staleTime: 60_000,
  })
  if (error)
    return (
      <Alert severity="error" sx={{ mb: 2 }}>
        {errorText(error)}
      </Alert>
    )
  if (!data) {
    return (
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', mb: 2 }}>
        <CircularProgress size={20} aria-label={translate('kontor.audit.verifying')} />
        <Typography color="textSecondary">{translate('kontor.audit.verifying')}</Typography>
      </Stack>
    )
  }
  const again = (
    <Button color="inherit" onClick={() => refetch()} disabled={isFetching}>
      {translate('kontor.audit.verify_again')}
    </Button>
  )
  const { late } = data.checkpoints
  const severity = late > 0 ? 'warning' : 'success'
  return (
    <Stack sx={{ gap: 1, mb: 2 }}>
      <Alert severity={data.ok ? severity : 'error'} action={again}>
        <b>
          {data.ok
            ? translate('kontor.audit.verified', { from: data.from_seq, to: data.to_seq })
            : translate('kontor.audit.broken', { seq: data.problem?.seq })}
        </b>{' '}
        {data.ok
          ? translate('kontor.audit.verify_help', {
              rows: data.to_seq - data.from_seq + 1,
              checked: data.checkpoints.checked,
            })
          : data.problem?.message}{' '}
        {late > 0 && translate('kontor.audit.signed_late', { late })}
      </Alert>
      <WholeVerification verification={data} />
    </Stack>
  )
}

/** Further problems are counted. */
const shown = 5

/** What the service found when it last compared the whole log with the database, and when. */
function WholeVerification({ verification }: { verification: AuditVerificationResponse }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const { whole, whole_missing } = verification
  if (!whole) return <Alert severity="info">{translate(`kontor.audit.whole_${whole_missing}`)}</Alert>
  const { ok, rows, checkpoints, problems } = whole
  const at = formatTime(whole.at)
  if (ok)
    return <Alert severity="success">{translate('kontor.audit.whole_ok', { at, rows, checkpoints })}</Alert>
  return (
    <Alert severity="error">
      <b>{translate('kontor.audit.whole_wrong', { at })}</b>
      {problems.slice(0, shown).map((problem) => (
        <Typography key={problem} variant="body2">
          {problem}
        </Typography>
      ))}
      {problems.length > shown && translate('kontor.audit.whole_more', { count: problems.length - shown })}
    </Alert>
  )
}
