import { Alert, Box, Button, Link as MuiLink, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import { rateCurrency } from '../../contract/books/rates.ts'
import type { RevaluationResponse, RevaluedAccount } from '../../contract/books/revaluation.ts'
import { readRevaluation, revalueBooks } from '../../contract/operations/books/revaluation.ts'
import { dayAfter, endOfMonthBefore } from '../../contract/values/calendar.ts'
import { call } from '../api/client.ts'
import { AccountName } from '../book-entries/account-name.tsx'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useAct } from '../shared/answers/use-act.ts'
import type { Column } from '../shared/lists/column.ts'
import { Records } from '../shared/lists/records.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useBusinessDay } from '../shared/time/business-day.ts'
import { useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'

type Row = RevaluedAccount & { id: string }

/** Exchange differences at the end of a day: what would be posted, and the button that posts it. */
export default function RevaluationPage() {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.revaluation.${name}`)
  const [params, setParams] = useSearchParams()
  const today = useBusinessDay()
  const through = params.get('through') ?? endOfMonthBefore(today)
  const query = useQuery({
    queryKey: ['revaluation', through],
    queryFn: ({ signal }) => call(readRevaluation, { query: { through }, signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <Page title={text('title')}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {text('help')}
      </Typography>
      <TextField
        type="date"
        label={text('through')}
        value={through}
        onChange={({ target }) => target.value && setParams({ through: target.value }, { replace: true })}
        slotProps={{ htmlInput: { max: dayAfter(today, -1) }, inputLabel: { shrink: true } }}
        sx={{ mb: 2 }}
      />
      <QueryState query={query}>{(shown) => <Differences shown={shown} />}</QueryState>
    </Page>
  )
}

function Differences({ shown }: { shown: RevaluationResponse }) {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const formatAmount = useFormatAmount()
  const columns = useColumns()
  const act = useAct('revaluation')
  const mayPost = usePermission('books:post')
  const text = (name: string, values = {}) => translate(`kontor.revaluation.${name}`, values)
  const { through, closed_through, items, totals, missing_rates } = shown
  const isClosed = closed_through !== null && through <= closed_through
  const isPosted = items.every(({ difference }) => difference !== null && /^0\.00$/.test(difference))
  return (
    <Section
      title={text('at_the_end_of', { day: formatDate(through) })}
      actions={
        mayPost &&
        !isClosed && (
          <Button
            variant="contained"
            disabled={isPosted || missing_rates.length > 0}
            onClick={() => act(() => call(revalueBooks, { body: { through } }), text('posted'))}
          >
            {text('post')}
          </Button>
        )
      }
    >
      {missing_rates.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {text('missing', {
            rates: missing_rates.map(({ currency, day }) => `${currency} ${formatDate(day)}`).join(', '),
          })}
          <Box>
            <MuiLink component={Link} to="/rates">
              {text('to_rates')}
            </MuiLink>
          </Box>
        </Alert>
      )}
      {isClosed && <Typography sx={{ mb: 2 }}>{text('closed')}</Typography>}
      {items.length === 0 ? (
        <Typography color="textSecondary">{text('empty')}</Typography>
      ) : (
        <Records
          label={text('title')}
          rows={items.map((item) => ({ ...item, id: `${item.account} ${item.currency}` }))}
          columns={columns}
        />
      )}
      {items.length > 0 && isPosted && missing_rates.length === 0 && (
        <Alert severity="success" sx={{ mt: 2 }}>
          {text('all_posted')}
        </Alert>
      )}
      {totals.map(({ currency, difference }) => (
        <Typography key={currency} sx={{ mt: 1 }}>
          {text('total', { currency, difference: formatAmount(difference, rateCurrency) })}
        </Typography>
      ))}
    </Section>
  )
}

/** In two lines, neither of which is broken. */
function RateOfDay({ rate: { rate, nominal, day } }: { rate: NonNullable<RevaluedAccount['rate']> }) {
  const translate = useTranslate()
  const formatAmount = useFormatAmount()
  const formatDate = useFormatDate()
  const roubles = formatAmount(rate, rateCurrency)
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      {nominal === 1 ? roubles : translate('kontor.rates.per', { rate: roubles, nominal })}
      <Box sx={{ color: 'text.secondary' }}>
        {translate('kontor.revaluation.of_day', { day: formatDate(day) })}
      </Box>
    </Box>
  )
}

function useColumns(): Column<Row>[] {
  const translate = useTranslate()
  const formatAmount = useFormatAmount()
  const label = (name: string) => translate(`kontor.revaluation.columns.${name}`)
  const roubles = (name: 'value' | 'carried' | 'difference'): Column<Row> => ({
    key: name,
    label: label(name),
    kind: 'amount',
    align: 'right',
    render: (row) => {
      const amount = row[name]
      return amount === null ? '—' : formatAmount(amount, rateCurrency)
    },
  })
  return [
    {
      key: 'account',
      label: label('account'),
      render: ({ account, currency }) => (
        <>
          <AccountName account={account} />
          {` ·\u00a0${currency}`}
        </>
      ),
    },
    {
      key: 'kind',
      label: label('kind'),
      render: ({ kind }) => (kind === null ? '—' : translate(`kontor.revaluation.kind.${kind}`)),
    },
    {
      key: 'balance',
      label: label('balance'),
      kind: 'amount',
      align: 'right',
      render: ({ balance, currency }) => (balance === null ? '—' : formatAmount(balance, currency)),
    },
    {
      key: 'rate',
      label: label('rate'),
      align: 'right',
      render: ({ rate }) => (rate === null ? '—' : <RateOfDay rate={rate} />),
    },
    roubles('value'),
    roubles('carried'),
    roubles('difference'),
  ]
}
