import { Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { BalanceResponse } from '../../contract/books/books.ts'
import type { Column } from '../shared/lists/column.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { BuyerName } from '../shared/names/buyer-name.tsx'
import { ResourcePage } from '../views/resource-page.tsx'
import { readBalance } from './balance.ts'
import { ExportButton } from './export-button.tsx'
import { useBalanceText } from './use-balance-text.ts'

type Row = BalanceResponse & { id: string }

/** What clients have with the desk, and what they owe. */
export default function BalanceList() {
  const translate = useTranslate()
  const label = translate('kontor.balances.columns.organization')
  return (
    <ResourcePage
      resource="balances"
      title={translate('kontor.balances.title')}
      actions={<ExportButton />}
      filters={[{ name: 'organization_id', label, kind: 'organization' }]}
      columns={useColumns()}
      linkTo={({ organization_id }) => `/organizations/${organization_id}/show/money`}
      empty={
        <EmptyState
          title={translate('kontor.balances.empty_title')}
          help={translate('kontor.balances.empty_help')}
        />
      }
    />
  )
}

function useColumns(): Column<Row>[] {
  const translate = useTranslate()
  const text = useBalanceText()
  const label = (name: string) => translate(`kontor.balances.columns.${name}`)
  return [
    {
      key: 'organization',
      kind: 'name',
      label: label('organization'),
      render: ({ organization, organization_id }) => (
        <BuyerName id={organization_id} organization={organization} />
      ),
    },
    { key: 'commodity', priority: 2, label: label('commodity'), render: ({ commodity }) => commodity },
    {
      key: 'balance',
      kind: 'stated',
      priority: 1,
      label: label('balance'),
      align: 'right',
      render: (row) => (
        <Typography
          component="span"
          variant="body2"
          color={readBalance(row.balance).side === 'owes' ? 'error' : undefined}
        >
          {text(row)}
        </Typography>
      ),
    },
  ]
}
