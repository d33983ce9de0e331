import { useTranslate } from 'react-admin'
import type { StatementLineResponse } from '../../contract/books/statements.ts'
import type { Column } from '../shared/lists/column.ts'
import { inOneLine } from '../shared/names/organization-names.ts'
import { useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { otherParty } from './match/line-summary.tsx'

type Line = Pick<
  StatementLineResponse,
  'direction' | 'payer' | 'receiver' | 'purpose' | 'booked_on' | 'amount' | 'currency'
>

/** What a line of a bank says, booked or announced. */
export function useBankColumns() {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const date = useFormatDate()
  const label = (name: string) => translate(`kontor.statements.columns.${name}`)
  return {
    party: {
      key: 'party',
      label: label('party'),
      kind: 'name',
      render: (line) => inOneLine(otherParty(line)),
    },
    purpose: { key: 'purpose', label: label('purpose'), priority: 6, render: ({ purpose }) => purpose },
    day: {
      key: 'day',
      label: label('day'),
      kind: 'day',
      priority: 3,
      render: ({ booked_on }) => date(booked_on),
    },
    amount: {
      key: 'amount',
      label: label('amount'),
      kind: 'amount',
      priority: 1,
      align: 'right',
      render: (line) => `${line.direction === 'incoming' ? '+' : '−'} ${amount(line.amount, line.currency)}`,
    },
  } satisfies Record<string, Column<Line>>
}
