import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { SelectInput, useTranslate } from 'react-admin'
import type { StatementLineResponse } from '../../../contract/books/statements.ts'
import { statementLineList } from '../../../contract/lists/statement-lines.ts'
import { dayAfter } from '../../../contract/values/calendar.ts'
import { call } from '../../api/client.ts'
import { readAllByCursor } from '../../api/read-all.ts'
import { useFormatDate } from '../../shared/time/time.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'

/** So far apart the two lines of an exchange may be. The API takes any two. */
const mostDays = 31

/** The other side of an exchange: lines that are posted as one, in another currency and of the other direction. */
export function OtherLineInput({
  line,
  isRequired = false,
}: {
  line: StatementLineResponse
  isRequired?: boolean
}) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const date = useFormatDate()
  const { booked_on, direction, currency } = line
  const filter = {
    posted_as: 'exchange',
    direction: direction === 'incoming' ? 'outgoing' : 'incoming',
    from: dayAfter(booked_on, -mostDays),
    to: dayAfter(booked_on, mostDays),
  } as const
  const { data } = useQuery({
    queryKey: ['statement-lines', 'exchanges', filter],
    queryFn: ({ signal }) =>
      readAllByCursor((query) => call(statementLineList.read, { query: { ...filter, ...query }, signal })),
  })
  if (!data) return null
  const open = data.filter((one) => one.currency !== currency && one.posting?.exchange === null)
  if (open.length === 0) return <Alert severity="info">{translate('kontor.posting.no_other_lines')}</Alert>
  const choices = open.map((one) => ({
    id: one.id,
    name: translate('kontor.posting.other_line_named', {
      day: date(one.booked_on),
      amount: format(one.amount, one.currency),
      account: one.account,
    }),
  }))
  return (
    <SelectInput
      margin="none"
      source="exchange_line_id"
      label={translate('kontor.posting.other_line')}
      choices={choices}
      translateChoice={false}
      helperText={translate('kontor.posting.other_line_help')}
      required={isRequired}
    />
  )
}
