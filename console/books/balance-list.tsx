import { Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import type { BalanceResponse } from '../../contract/books.ts'
import { BuyerName } from '../shared/buyer-name.tsx'
import { CursorList } from '../shared/cursor-list.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { OrganizationField } from '../shared/organization-field.tsx'
import { Page } from '../shared/page.tsx'
import { type Column, RecordTable } from '../shared/record-table.tsx'
import { readBalance } from './balance.ts'
import { ExportButton } from './export-button.tsx'
import { useBalanceText } from './use-balance-text.ts'

type Row = BalanceResponse & { id: string }

/** What clients have with the desk, and what they owe. */
export default function BalanceList() {
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const organization_id = params.get('organization_id')
  const choose = (id: string | null) => setParams(id ? { organization_id: id } : {})
  return (
    <Page title={translate('kontor.balances.title')} actions={<ExportButton />}>
      <Box sx={{ mb: 2 }}>
        <OrganizationField
          label={translate('kontor.balances.columns.organization')}
          value={organization_id}
          onChange={choose}
        />
      </Box>
      <CursorList
        resource="balances"
        filter={organization_id ? { organization_id } : {}}
        onFilter={() => choose(null)}
      >
        <RecordTable
          label={translate('kontor.balances.title')}
          columns={useColumns()}
          linkTo={({ organization_id }) => `/organizations/${organization_id}/show/money`}
          empty={
            <EmptyState
              title={translate('kontor.balances.empty_title')}
              help={translate('kontor.balances.empty_help')}
            />
          }
        />
      </CursorList>
    </Page>
  )
}

function useColumns(): Column<Row>[] {
  const translate = useTranslate()
  const text = useBalanceText()
  const label = (name: string) => translate(`kontor.balances.columns.${name}`)
  return [
    {
      key: 'organization',
      label: label('organization'),
      render: ({ organization, organization_id }) => (
        <BuyerName id={organization_id} organization={organization} />
      ),
    },
    { key: 'commodity', label: label('commodity'), render: ({ commodity }) => commodity },
    {
      key: 'balance',
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
