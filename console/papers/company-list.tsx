import AddIcon from '@mui/icons-material/Add'
import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { type DeskCompanyResponse, numberOf } from '../../contract/organizations/desk-companies.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import type { Column } from '../shared/lists/column.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Mono } from '../shared/values/mono.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { ResourcePage } from '../views/resource-page.tsx'

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
    <ResourcePage
      resource="desk-companies"
      title={translate('kontor.companies.title')}
      actions={create}
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
  )
}

function useColumns(): Column<DeskCompanyResponse>[] {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.companies.columns.${name}`)
  return [
    { key: 'name', label: label('name'), kind: 'name', render: ({ short_name }) => short_name },
    {
      key: 'inn',
      kind: 'code',
      priority: 2,
      label: translate('kontor.organization_fields.inn'),
      render: ({ inn }) => <Mono>{inn}</Mono>,
    },
    {
      key: 'accounts',
      label: label('accounts'),
      render: ({ bank_accounts }) =>
        bank_accounts.map((account) => `${numberOf(account)} ${account.currency}`).join(', '),
    },
    {
      key: 'state',
      kind: 'status',
      priority: 1,
      label: label('state'),
      render: ({ active }) => <StatusChip kind="company_state" status={active ? 'active' : 'inactive'} />,
    },
  ]
}
