import { Box, Stack, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { LedgerEntry } from '../../contract/books/close.ts'
import { readLedger } from '../../contract/operations/books/close.ts'
import { call } from '../api/client.ts'
import { AccountName } from '../book-entries/account-name.tsx'
import type { Column } from '../shared/lists/column.ts'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { PagedRecords } from './paged-records.tsx'
import { PeriodFields, usePeriod } from './period-fields.tsx'

type Row = LedgerEntry & { id: string }

/** What was posted on one account, in the order of its days. */
export default function LedgerPage() {
  const translate = useTranslate()
  const { from, to, place, set } = usePeriod()
  const { account = '', commodity = '' } = place
  const balances = `/trial-balance?${new URLSearchParams({ from, to })}`
  return (
    <Page title={translate('kontor.ledger.title')}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        <Link to={balances}>{translate('kontor.ledger.to_trial_balance')}</Link>
      </Typography>
      <Stack direction="row" sx={{ gap: 1.5, mb: 2, flexWrap: 'wrap' }}>
        <PeriodFields from={from} to={to} set={set} />
      </Stack>
      <Typography component="h2" variant="h6" sx={{ mb: 1 }}>
        <AccountName account={account} /> · {commodity}
      </Typography>
      <Section title={translate('kontor.ledger.entries')}>
        <PagedRecords
          queryKey={['close', 'ledger', account, commodity, from, to]}
          read={async (cursor, signal) => {
            const query = { account, commodity, from, through: to, limit: 100, cursor }
            const { items, next_cursor } = await call(readLedger, { query, signal })
            const rows = items.map((row, index) => ({
              ...row,
              id: `${row.posting_id} ${cursor ?? ''} ${index}`,
            }))
            return { rows, next: next_cursor }
          }}
          columns={useColumns(commodity)}
          label={translate('kontor.ledger.title')}
        />
      </Section>
    </Page>
  )
}

function useColumns(commodity: string): Column<Row>[] {
  const translate = useTranslate()
  const language = useLocale() === 'ru' ? 'ru' : 'en'
  const formatDate = useFormatDate()
  const formatAmount = useFormatAmount()
  const label = (name: string) => translate(`kontor.ledger.columns.${name}`)
  const isCredit = ({ amount }: Row) => amount.startsWith('-')
  return [
    { key: 'day', label: label('day'), kind: 'day', render: ({ day }) => formatDate(day) },
    {
      key: 'text',
      label: label('text'),
      render: ({ text, request_id }) =>
        request_id === null ? (
          text[language]
        ) : (
          <Link to={`/purchase-requests/${request_id}/show`}>{text[language]}</Link>
        ),
    },
    {
      key: 'others',
      label: label('others'),
      render: ({ others }) =>
        others.map((account) => (
          <Box key={account}>
            <AccountName account={account} />
          </Box>
        )),
    },
    {
      key: 'debit',
      label: label('debit'),
      kind: 'amount',
      align: 'right',
      render: (row) => (isCredit(row) ? '' : formatAmount(row.amount, commodity)),
    },
    {
      key: 'credit',
      label: label('credit'),
      kind: 'amount',
      align: 'right',
      render: (row) => (isCredit(row) ? formatAmount(row.amount.slice(1), commodity) : ''),
    },
  ]
}
