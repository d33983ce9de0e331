import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Stack, Typography } from '@mui/material'
import { ListBase, useListContext, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { OrganizationResponse } from '../../contract/organizations.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { Page } from '../shared/page.tsx'
import { type Column, RecordTable } from '../shared/record-table.tsx'
import { SearchField } from '../shared/search-field.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { Ago } from '../shared/time.tsx'
import { usePermission } from '../shared/use-permission.ts'
import { DocumentsState } from './documents-state.tsx'

export default function OrganizationList() {
  const translate = useTranslate()
  return (
    <ListBase resource="organizations" perPage={25} storeKey={false}>
      <Page title={translate('kontor.organizations.title')} actions={<NewButton />}>
        <Box sx={{ mb: 2 }}>
          <Search />
        </Box>
        <Organizations />
      </Page>
    </ListBase>
  )
}

function Search() {
  const { filterValues, setFilters } = useListContext()
  const translate = useTranslate()
  return (
    <SearchField
      value={filterValues.q ?? ''}
      onSearch={(q) => setFilters(q ? { q } : {}, undefined, false)}
      label={translate('kontor.organizations.search')}
    />
  )
}

function NewButton() {
  const translate = useTranslate()
  if (!usePermission('organizations:write')) return null
  return (
    <Button component={Link} to="/organizations/create" variant="contained" startIcon={<AddIcon />}>
      {translate('kontor.organizations.new')}
    </Button>
  )
}

function Organizations() {
  const translate = useTranslate()
  const column = (name: string) => translate(`kontor.organizations.columns.${name}`)
  const columns: Column<OrganizationResponse>[] = [
    { key: 'name', label: column('name'), render: (row) => <Name organization={row} /> },
    { key: 'inn', label: column('inn'), render: (row) => row.inn },
    {
      key: 'kyb',
      label: column('kyb'),
      render: (row) => <StatusChip kind="kyb_status" status={row.kyb_status} />,
    },
    {
      key: 'documents',
      label: column('documents'),
      render: (row) => <DocumentsState summary={row.documents_summary} />,
    },
    {
      key: 'registry',
      label: column('registry'),
      render: (row) => <StatusChip kind="registry_status" status={row.registry_status} />,
    },
    { key: 'created', label: column('created'), render: (row) => <Ago at={row.created_at} /> },
  ]
  return (
    <RecordTable
      label={translate('kontor.organizations.title')}
      columns={columns}
      linkTo={(row) => `/organizations/${row.id}/show`}
      empty={
        <EmptyState
          title={translate('kontor.organizations.empty_title')}
          help={translate('kontor.organizations.empty_help')}
        >
          <NewButton />
        </EmptyState>
      }
    />
  )
}

function Name({ organization }: { organization: OrganizationResponse }) {
  const { short_name, full_name } = organization
  return (
    <Stack component="span" sx={{ display: 'inline-flex' }}>
      <span>{short_name ?? full_name}</span>
      {short_name && short_name !== full_name && (
        <Typography component="span" variant="body2" color="textSecondary">
          {full_name}
        </Typography>
      )}
    </Stack>
  )
}
