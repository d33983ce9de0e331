import VerifiedIcon from '@mui/icons-material/VerifiedOutlined'
import {
  Alert,
  Button,
  CircularProgress,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { AuditVerificationResponse } from '../../contract/events/audit.ts'
import { verifyAuditEvents } from '../../contract/operations/events/audit.ts'
import { call } from '../api/client.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { useFormatTime } from '../shared/time/time.tsx'

function useVerification() {
  return useQuery({
    queryKey: ['audit-verification'],
    queryFn: ({ signal }) => call(verifyAuditEvents, { signal }),
    staleTime: 60_000,
  })
}

function isWrong({ ok, whole }: AuditVerificationResponse): boolean {
  return !ok || whole?.ok === false
}

/** Above the rows while the log does not hold what it should. */
export function BrokenNotice() {
  const errorText = useErrorText()
  const { data, error } = useVerification()
  if (error) return <Alert severity="error">{errorText(error)}</Alert>
  return data && isWrong(data) && <Findings verification={data} />
}

/** Says whether the log is intact; opens what was compared, and when. */
export function Verification() {
  const translate = useTranslate()
  const { data, isFetching, refetch } = useVerification()
  const [isOpen, setOpen] = useState(false)
  if (!data)
    return <CircularProgress size={20} aria-label={translate('kontor.audit.verifying')} sx={{ m: 1 }} />
  const isLate = data.checkpoints.late > 0
  return (
    <>
      <Button
        startIcon={<VerifiedIcon />}
        color={isWrong(data) ? 'error' : isLate ? 'warning' : 'success'}
        onClick={() => setOpen(true)}
      >
        {translate(`kontor.audit.${isWrong(data) ? 'not_intact' : 'intact'}`)}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby="verification" maxWidth="md">
        <DialogTitle id="verification">{translate('kontor.audit.verification')}</DialogTitle>
        <DialogContent>
          <Findings verification={data} />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => refetch()} disabled={isFetching}>
            {translate('kontor.audit.verify_again')}
          </Button>
          <Button onClick={() => setOpen(false)}>{translate('kontor.action.close')}</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

/**
 * Green if the newest rows are a valid chain and match the checkpoints; otherwise red, with the first wrong row. A
 * warning if rows were signed long after they were written.
 */
function Findings({ verification: data }: { verification: AuditVerificationResponse }) {
  const translate = useTranslate()
  const { late } = data.checkpoints
  return (
    <Stack sx={{ gap: 1, mb: 1 }}>
      <Alert severity={!data.ok ? 'error' : late > 0 ? 'warning' : 'success'}>
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
