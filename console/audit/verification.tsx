import { Alert, Button, CircularProgress, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { verifyAuditEvents } from '../../contract/operations/audit.ts'
import { call } from '../api/client.ts'
import { useErrorText } from '../shared/error-text.ts'

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
    <Alert severity={data.ok ? severity : 'error'} sx={{ mb: 2 }} action={again}>
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
  )
}
