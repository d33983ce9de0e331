import AddIcon from '@mui/icons-material/Add'
import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { type DeskCompanyResponse, numberOf } from '../../contract/desk-companies.ts'
import { CursorList } from '../shared/cursor-list.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { Mono } from '../shared/mono.tsx'
import { Page } from '../shared/page.tsx'
import { type Column, RecordTable } from '../shared/record-table.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { usePermission } from '../shared/use-permission.ts'

/** The own companies, which issue invoices and acts. */
export default function CompanyList() {
  const translate = useTranslate()
  const columns = useColumns()
  const mayManage = usePermission('desk:manage')
  const create = mayManage && (
    <Button component={Link} to="/desk-companies/create" variant="contained" startIcon={<AddIcon />}>
      {translate('kontor.companies.new')}
    </Button>
  )
  return (
    <Page title={translate('kontor.companies.title')} actions={create}>
      <CursorList resource="desk-companies" filter={{}} onFilter={() => undefined}>
        <RecordTable
          label={translate('kontor.companies.title')}
          columns={columns}
          linkTo={({ id }) => `/desk-companies/${id}/show`}
          empty={
            <EmptyState
              title={translate('kontor.companies.empty_title')}
              help={translate(mayManage ? 'kontor.companies.empty_help' : 'kontor.companies.empty_reader')}
            >
              {create}
            </EmptyState>
          }
        />
      </CursorList>
    </Page>
  )
}

function useColumns(): Column<DeskCompanyResponse>[] {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.companies.columns.${name}`)
  return [
    { key: 'name', label: label('name'), render: ({ short_name }) => short_name },
    {
      key: 'inn',
      label: translate('kontor.organization_fields.inn'),
      render: ({ inn }) => <Mono>{inn}</Mono>,
    },
    {
      key: 'accounts',
      label: label('accounts'),
      render: ({ bank_accounts }) =>
        bank_accounts.map((account) => (
          <div key={`${numberOf(account)} ${account.currency}`}>
            {numberOf(account)} {account.currency}
          </div>
        )),
    },
    {
      key: 'state',
      label: label('state'),
      render: ({ active }) => <StatusChip kind="company_state" status={active ? 'active' : 'inactive'} />,
    },
  ]
}
