import { Box, Button, Chip, FormControlLabel, Radio, RadioGroup, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { StatementLineResponse } from '../../../contract/books/statements.ts'
import { compareDecimals } from '../../../contract/money/decimal.ts'
import { readPurchaseRequest } from '../../../contract/operations/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { StatusChip } from '../../shared/values/status-chip.tsx'
import { type Candidate, doubts, missingOf } from './candidates.ts'

/** The requests that a line may belong to. One is chosen; Enter or the button confirms it. */
export function CandidateList({
  line,
  candidates,
  chosen,
  onChoose,
  onConfirm,
  isBusy,
}: {
  line: StatementLineResponse
  candidates: readonly Candidate[]
  chosen: Candidate | undefined
  onChoose: (candidate: Candidate) => void
  /** Undefined if the person may only read. */
  onConfirm: ((candidate: Candidate) => void) | undefined
  isBusy: boolean
}) {
  const translate = useTranslate()
  if (candidates.length === 0) {
    return (
      <Typography color="textSecondary" sx={{ mt: 1.5 }}>
        {translate(
          line.direction === 'incoming'
            ? 'kontor.statements.no_suggestions'
            : 'kontor.statements.outgoing_help',
        )}
      </Typography>
    )
  }
  return (
    <>
      <RadioGroup
        aria-label={translate('kontor.statements.suggestions')}
        value={chosen?.request_id ?? ''}
        onChange={(event) => {
          const candidate = candidates.find(({ request_id }) => request_id === event.target.value)
          if (candidate) onChoose(candidate)
        }}
        sx={{ mt: 1.5, gap: 1 }}
      >
        {candidates.map((candidate, index) => (
          <FormControlLabel
            key={candidate.request_id}
            value={candidate.request_id}
            control={<Radio size="small" />}
            sx={{ alignItems: 'flex-start', m: 0, '& .MuiFormControlLabel-label': { flex: 1, minWidth: 0 } }}
            label={<Facts line={line} candidate={candidate} number={index + 1} />}
          />
        ))}
      </RadioGroup>
      {chosen && (
        <Stack direction="row" sx={{ gap: 1, mt: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
          {onConfirm && (
            <Button
              variant="contained"
              disabled={isBusy || chosen.reasons.includes('other_currency')}
              onClick={() => onConfirm(chosen)}
            >
              {translate('kontor.statements.match_with', { number: chosen.number })}
            </Button>
          )}
          <Link to={`/purchase-requests/${chosen.request_id}/show`}>
            {translate('kontor.statements.open_request')}
          </Link>
          <State requestId={chosen.request_id} />
        </Stack>
      )}
    </>
  )
}

function Facts({
  line,
  candidate,
  number,
}: {
  line: StatementLineResponse
  candidate: Candidate
  number: number
}) {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const isPart = compareDecimals(candidate.amount, line.open_amount) < 0
  return (
    <Box sx={{ pt: 0.75 }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {number <= 9 && `${number}. `}
          {candidate.number}
        </Typography>
        <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
          {candidate.organization_name}
        </Typography>
        <StatusChip kind="request_status" status={candidate.status} />
        {candidate.score !== null && (
          <Chip size="small" label={translate('kontor.statements.score', { score: candidate.score })} />
        )}
        {isPart && <span>{amount(candidate.amount, line.currency)}</span>}
      </Stack>
      <Stack
        component="ul"
        direction="row"
        sx={{ m: 0, mt: 0.5, p: 0, gap: 0.5, flexWrap: 'wrap', listStyle: 'none' }}
      >
        {candidate.reasons.map((reason) => (
          <li key={reason}>
            <Chip
              size="small"
              variant="outlined"
              color={doubts.includes(reason) ? 'warning' : 'default'}
              label={translate(`kontor.suggestion_reason.${reason}`)}
              sx={{ height: 'auto', '& .MuiChip-label': { whiteSpace: 'normal', py: 0.25 } }}
            />
          </li>
        ))}
      </Stack>
    </Box>
  )
}

/** What the chosen request costs and what it still misses. */
function State({ requestId }: { requestId: string }) {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const { data } = useQuery({
    queryKey: ['purchase-requests', 'getOne', requestId],
    queryFn: ({ signal }) => call(readPurchaseRequest, { params: { request_id: requestId }, signal }),
  })
  if (!data) return null
  const missing = missingOf(data)
  return (
    <Typography variant="body2" color="textSecondary">
      {translate(missing === null ? 'kontor.statements.paid_in_full' : 'kontor.statements.missing', {
        total: amount(data.total_amount, data.fiat_currency),
        missing: amount(missing ?? '0', data.fiat_currency),
      })}
    </Typography>
  )
}
