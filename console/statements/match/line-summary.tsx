import { Typography } from '@mui/material'
import type { StatementLineResponse } from '../../../contract/books/statements.ts'
import { useFormatDate } from '../../shared/time/time.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'

/** A line in words: who, when and how much. */
export function useLineTitle(): (line: StatementLineResponse) => string {
  const amount = useFormatAmount()
  const date = useFormatDate()
  return (line) => [otherParty(line), amount(line.amount, line.currency), date(line.booked_on)].join(' · ')
}

/** The payer of an incoming line, the receiver of an outgoing one. */
export function otherParty({
  direction,
  payer,
  receiver,
}: Pick<StatementLineResponse, 'direction' | 'payer' | 'receiver'>): string {
  const party = direction === 'incoming' ? payer : receiver
  return party.name ?? party.inn ?? party.account ?? '–'
}

/** The line that a dialog is about. */
export function LineSummary({ line }: { line: StatementLineResponse }) {
  const title = useLineTitle()
  return (
    <div>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title(line)}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {line.purpose}
      </Typography>
    </div>
  )
}
