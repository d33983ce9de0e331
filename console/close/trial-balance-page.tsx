import { Button, Stack, Typography } from '@mui/material'
import { useNotify, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Operation } from '../../contract/api/operation.ts'
import type { TrialBalanceResponse } from '../../contract/books/close.ts'
import { exportTrialBalance, readTrialBalance } from '../../contract/operations/books/close.ts'
import { call, request } from '../api/client.ts'
import { AccountName } from '../book-entries/account-name.tsx'
import { useErrorText } from '../shared/answers/error-text.ts'
import { saveFile } from '../shared/files/save-file.ts'
import type { Column } from '../shared/lists/column.ts'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { PagedRecords } from './paged-records.tsx'
import { PeriodFields, usePeriod } from './period-fields.tsx'

type Row = TrialBalanceResponse['items'][number] & { id: string }

/** What every account had, its debits and credits, and what it has. An account leads to what was posted on it. */
export default function TrialBalancePage() {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.trial_balance.${name}`)
  const { from, to, set } = usePeriod()
  return (
    <Page title={text('title')}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {text('help')}
      </Typography>
      <Stack direction="row" sx={{ gap: 1.5, mb: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <PeriodFields from={from} to={to} set={set} />
        <FileButtons from={from} to={to} />
      </Stack>
      <Section title={text('title')}>
        <PagedRecords
          queryKey={['close', 'trial-balance', from, to]}
          read={async (cursor, signal) => {
            const query = { from, through: to, limit: 100, cursor }
            const { items, next_cursor } = await call(readTrialBalance, { query, signal })
            return {
              rows: items.map((row) => ({ ...row, id: `${row.account} ${row.commodity}` })),
              next: next_cursor,
            }
          }}
          columns={useColumns(from, to)}
          label={text('title')}
        />
      </Section>
    </Page>
  )
}

function useColumns(from: string, to: string): Column<Row>[] {
  const translate = useTranslate()
  const formatAmount = useFormatAmount()
  const label = (name: string) => translate(`kontor.trial_balance.columns.${name}`)
  const amount = (key: 'opening' | 'debit' | 'credit' | 'balance'): Column<Row> => ({
    key,
    label: label(key),
    kind: 'amount',
    align: 'right',
    render: (row) => formatAmount(row[key], row.commodity),
  })
  return [
    { key: 'plan_account', label: label('plan_account'), render: ({ plan_account }) => plan_account ?? '—' },
    {
      key: 'account',
      label: label('account'),
      render: ({ account, commodity }) => (
        <Link to={`/ledger?${new URLSearchParams({ account, commodity, from, to })}`}>
          <AccountName account={account} isLink={false} /> · {commodity}
        </Link>
      ),
    },
    amount('opening'),
    amount('debit'),
    amount('credit'),
    amount('balance'),
  ]
}

function FileButtons({ from, to }: { from: string; to: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  async function download(format: 'xlsx' | 'csv') {
    try {
      const query = { format, from, through: to }
      const response = await request<Response>(exportTrialBalance as unknown as Operation, { query })
      await saveFile(response, `trial-balance-${from}-${to}.${format}`)
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    }
  }
  return (['xlsx', 'csv'] as const).map((format) => (
    <Button key={format} onClick={() => void download(format)}>
      {translate(`kontor.trial_balance.${format}`)}
    </Button>
  ))
}
