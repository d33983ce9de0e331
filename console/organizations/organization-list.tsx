import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { organizationList } from '../../contract/lists/organizations.ts'
import { searchParties } from '../../contract/operations/organizations/organizations.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { type Column, Second } from '../shared/lists/record-table.tsx'
import { nameOf, otherName } from '../shared/names/organization-names.ts'
import { OwnChip } from '../shared/names/own-chip.tsx'
import { Ago } from '../shared/time/time.tsx'
import { Mono } from '../shared/values/mono.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { ListPage } from '../views/list-page.tsx'
import { useListState } from '../views/use-list-state.ts'
import { DocumentsState } from './documents-state.tsx'

export default function OrganizationList() {
  const translate = useTranslate()
  const [{ filters }] = useListState()
  return (
    <ListPage
      list={organizationList}
      title={translate('kontor.organizations.title')}
      actions={<NewButton />}
      filters={{
        q: { label: translate('kontor.organizations.search') },
        kyb_status: { label: translate('kontor.list_filters.kyb'), texts: 'kyb_status' },
        registry_status: {
          label: translate('kontor.list_filters.registry_status'),
          texts: 'registry_status',
        },
        type: { label: translate('kontor.list_filters.type'), texts: 'organization_type' },
        own: {
          label: translate('kontor.list_filters.own'),
          choices: ['true', 'false'].map((id) => ({ id, name: translate(`kontor.list_filters.own_${id}`) })),
        },
      }}
      days="created"
      columns={useColumns()}
      linkTo={(row) => `/organizations/${row.id}/show`}
      nothingFound={filters.q && <DidYouMean q={filters.q} />}
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

function NewButton() {
  const translate = useTranslate()
  if (!usePermission('organizations:write')) return null
  return (
    <Button component={Link} to="/organizations/create" variant="contained" startIcon={<AddIcon />}>
      {translate('kontor.organizations.new')}
    </Button>
  )
}

function useColumns(): Column<OrganizationResponse>[] {
  const translate = useTranslate()
  return useMemo(() => {
    const column = (name: string) => translate(`kontor.organizations.columns.${name}`)
    return [
      { key: 'name', label: column('name'), kind: 'name', render: (row) => <Name organization={row} /> },
      {
        key: 'inn',
        label: column('inn'),
        kind: 'code',
        priority: 2,
        render: (row) => <Mono>{row.inn ?? foreignNumber(row)}</Mono>,
      },
      {
        key: 'kyb',
        kind: 'status',
        priority: 1,
        label: column('kyb'),
        render: (row) => <StatusChip kind="kyb_status" status={row.kyb_status} />,
      },
      {
        key: 'documents',
        priority: 5,
        label: column('documents'),
        render: (row) => <DocumentsState summary={row.documents_summary} />,
      },
      {
        key: 'registry',
        kind: 'status',
        priority: 4,
        label: column('registry'),
        render: (row) => <StatusChip kind="registry_status" status={row.registry_status} />,
      },
      {
        key: 'created',
        label: column('created'),
        kind: 'ago',
        priority: 3,
        isOrder: true,
        render: (row) => <Ago at={row.created_at} />,
      },
    ]
  }, [translate])
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
    <>
      {nameOf(organization)} {organization.own && <OwnChip />}
      {other && <Second>{other}</Second>}
    </>
  )
}
