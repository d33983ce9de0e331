import { Alert, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { BankAccount, ReconciliationDay, ReconciliationResponse } from '../../contract/books/close.ts'
import { reconcileAccount } from '../../contract/operations/books/close.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import type { Column } from '../shared/lists/column.ts'
import { Records } from '../shared/lists/records.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { placeOfLines, useBankAccounts } from './close-queries.ts'
import { PeriodFields, usePeriod } from './period-fields.tsx'

/** What the bank says about an account, what the books say, and where they differ. */
export default function ReconciliationPage() {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.reconciliation.${name}`)
  const { from, to, place, set } = usePeriod()
  const accounts = useBankAccounts()
  const chosen =
    accounts.find(
      (one) =>
        (place.account ?? one.account) === one.account && (place.currency ?? one.currency) === one.currency,
    ) ?? accounts[0]
  const query = useQuery({
    queryKey: ['close', 'reconciliation', chosen?.account, chosen?.currency, from, to],
    queryFn: ({ signal }) =>
      call(reconcileAccount, {
        query: { account: chosen?.account ?? '', currency: chosen?.currency, from, to },
        signal,
      }),
    enabled: chosen !== undefined,
    placeholderData: (previous) => previous,
  })
  return (
    <Page title={text('title')}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {text('help')}
      </Typography>
      {accounts.length > 0 && (
        <Stack direction="row" sx={{ gap: 1.5, mb: 2, flexWrap: 'wrap' }}>
          <TextField
            select
            label={text('account')}
            value={accounts.indexOf(chosen as BankAccount)}
            onChange={({ target }) => {
              const { account, currency } = accounts[Number(target.value)] as BankAccount
              set({ account, currency })
            }}
            sx={{ minWidth: 280 }}
          >
            {accounts.map(({ account, currency }, index) => (
              <MenuItem key={`${account} ${currency}`} value={index}>
                {account} · {currency}
              </MenuItem>
            ))}
          </TextField>
          <PeriodFields from={from} to={to} set={set} />
        </Stack>
      )}
      <OtherBalances of={chosen} />
      {!chosen ? (
        <Typography>{text('no_accounts')}</Typography>
      ) : (
        <QueryState query={query}>{(shown) => <Days shown={shown} />}</QueryState>
      )}
    </Page>
  )
}

/** What the books have on an account in currencies that are not compared here. */
function OtherBalances({ of }: { of: BankAccount | undefined }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  if (!of || of.other_balances.length === 0) return null
  const balances = of.other_balances.map(({ balance, commodity }) => format(balance, commodity)).join(', ')
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {translate('kontor.reconciliation.other_balances', { balances })}
    </Alert>
  )
}

type Row = ReconciliationDay & { id: string }

/** A day on which nothing changed says nothing. */
function isWorthShowing(day: ReconciliationDay, before: ReconciliationDay | undefined): boolean {
  if (!before || day.open_lines > 0) return true
  return (
    day.statement_balance !== before.statement_balance ||
    day.book_balance !== before.book_balance ||
    day.difference !== before.difference
  )
}

const isNothing = (amount: string) => /^-?0(\.0+)?$/.test(amount)

function Days({ shown }: { shown: ReconciliationResponse }) {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const formatAmount = useFormatAmount()
  const { currency, days } = shown
  const text = (name: string, values = {}) => translate(`kontor.reconciliation.${name}`, values)
  const rows = days.filter((day, index) => index === days.length - 1 || isWorthShowing(day, days[index - 1]))
  const amount = (value: string | null) => (value === null ? '—' : formatAmount(value, currency))
  const columns: Column<Row>[] = [
    {
      key: 'day',
      label: text('columns.day'),
      kind: 'day',
      render: ({ day }) => <Link to={placeOfLines(shown, day)}>{formatDate(day)}</Link>,
    },
    {
      key: 'statement_balance',
      label: text('columns.bank'),
      kind: 'amount',
      align: 'right',
      render: ({ statement_balance }) => amount(statement_balance),
    },
    {
      key: 'book_balance',
      label: text('columns.books'),
      kind: 'amount',
      align: 'right',
      render: ({ book_balance }) => amount(book_balance),
    },
    {
      key: 'difference',
      label: text('columns.difference'),
      kind: 'amount',
      align: 'right',
      render: ({ difference }) =>
        difference === null ? (
          '—'
        ) : isNothing(difference) ? (
          text('none')
        ) : (
          <Typography component="span" variant="body2" color="error" sx={{ fontWeight: 600 }}>
            {amount(difference)}
          </Typography>
        ),
    },
    {
      key: 'open_lines',
      label: text('columns.open_lines'),
      kind: 'count',
      align: 'right',
      render: ({ open_lines }) => (open_lines > 0 ? open_lines : ''),
    },
    {
      key: 'has_statement',
      label: text('columns.statement'),
      render: ({ has_statement }) => text(has_statement ? 'covered' : 'not_covered'),
    },
  ]
  const last = days.at(-1)
  return (
    <Section title={`${shown.account} · ${currency}`}>
      <State last={last} />
      <Records label={text('title')} rows={rows.map((day) => ({ ...day, id: day.day }))} columns={columns} />
      {rows.length < days.length && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {text('only_changes')}
        </Typography>
      )}
    </Section>
  )
}

/** In one sentence: whether bank and books agree at the end, and what to do if not. */
function State({ last }: { last: ReconciliationDay | undefined }) {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  if (!last) return null
  const day = formatDate(last.day)
  if (last.difference === null)
    return (
      <Alert severity="info" sx={{ mb: 2 }}>
        {translate('kontor.reconciliation.no_statement', { day })}
      </Alert>
    )
  return isNothing(last.difference) ? (
    <Alert severity="success" sx={{ mb: 2 }}>
      {translate('kontor.reconciliation.equal', { day })}
    </Alert>
  ) : (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate('kontor.reconciliation.differ', { day })}
    </Alert>
  )
}
