import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useListContext, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { organizationList } from '../../contract/lists/organizations.ts'
import { searchParties } from '../../contract/operations/organizations.ts'
import type { OrganizationResponse } from '../../contract/organizations.ts'
import { call } from '../api/client.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { ExportMenu } from '../shared/export-menu.tsx'
import { Mono } from '../shared/mono.tsx'
import { nameOf, otherName } from '../shared/organization-names.ts'
import { Page } from '../shared/page.tsx'
import { type Column, RecordTable } from '../shared/record-table.tsx'
import { SearchField } from '../shared/search-field.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { Ago } from '../shared/time.tsx'
import { usePermission } from '../shared/use-permission.ts'
import { DeclaredFilters } from '../views/declared-filters.tsx'
import { FilteredList } from '../views/filtered-list.tsx'
import { filterSetter, type ListState, useListState } from '../views/use-list-state.ts'
import { ViewsMenu } from '../views/views-menu.tsx'
import { DocumentsState } from './documents-state.tsx'

/** The filters that the list of the specification has. */
const plainFilters = ['q']

export default function OrganizationList() {
  const translate = useTranslate()
  const [state, setState] = useListState()
  return (
    <Page
      title={translate('kontor.organizations.title')}
      actions={
        <>
          <ViewsMenu list="organizations" state={state} onOpen={setState} />
          <ExportMenu operation={organizationList.file} query={state.filters} />
          <NewButton />
        </>
      }
    >
      <Filters state={state} onChange={setState} />
      <FilteredList resource="organizations" plain={plainFilters} state={state} onChange={setState}>
        <Organizations />
      </FilteredList>
    </Page>
  )
}

function Filters({ state, onChange }: { state: ListState; onChange: (next: Partial<ListState>) => void }) {
  const translate = useTranslate()
  const set = filterSetter(state, onChange)
  return (
    <>
      <Box sx={{ mb: 2 }}>
        <SearchField
          value={state.filters.q ?? ''}
          onSearch={(q) => set({ q: q || undefined })}
          label={translate('kontor.organizations.search')}
        />
      </Box>
      <DeclaredFilters
        list={organizationList}
        shown={{
          kyb_status: { label: translate('kontor.list_filters.kyb'), texts: 'kyb_status' },
          registry_status: {
            label: translate('kontor.list_filters.registry_status'),
            texts: 'registry_status',
          },
          type: { label: translate('kontor.list_filters.type'), texts: 'organization_type' },
        }}
        days="created"
        state={state}
        onChange={onChange}
      />
    </>
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
  const { filterValues } = useListContext()
  const column = (name: string) => translate(`kontor.organizations.columns.${name}`)
  const columns: Column<OrganizationResponse>[] = [
    { key: 'name', label: column('name'), render: (row) => <Name organization={row} /> },
    { key: 'inn', label: column('inn'), render: (row) => <Mono>{row.inn ?? foreignNumber(row)}</Mono> },
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
      nothingFound={filterValues.q && <DidYouMean q={filterValues.q} />}
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

/** A foreign company has a number of its own register instead. */
function foreignNumber({ country, registration_number }: OrganizationResponse): string {
  return [country, registration_number].filter(Boolean).join(' ')
}

const suggestions = 5

/** The search of parties forgives a typo and the wrong keyboard layout; the list finds only what was typed. */
function DidYouMean({ q }: { q: string }) {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['parties', q],
    queryFn: ({ signal }) => call(searchParties, { query: { q, limit: 20 }, signal }),
  })
  const similar = (data?.items ?? []).filter((party) => party.organization_id !== null).slice(0, suggestions)
  if (similar.length === 0) return null
  return (
    <Box sx={{ mb: 2 }}>
      <Typography>{translate('kontor.organizations.did_you_mean')}</Typography>
      {similar.map((party) => (
        <Typography key={party.organization_id}>
          <Link to={`/organizations/${party.organization_id}/show`}>{nameOf(party)}</Link>
        </Typography>
      ))}
    </Box>
  )
}

function Name({ organization }: { organization: OrganizationResponse }) {
  const other = otherName(organization)
  return (
    <Stack component="span" sx={{ display: 'inline-flex' }}>
      <span>{nameOf(organization)}</span>
      {other && (
        <Typography component="span" variant="body2" color="textSecondary">
          {other}
        </Typography>
      )}
    </Stack>
  )
}
