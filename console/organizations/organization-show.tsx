import EditIcon from '@mui/icons-material/EditOutlined'
import { Box, Button, Tab, Tabs, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Loading, useTranslate } from 'react-admin'
import { Link, Navigate, Route, Routes, useParams } from 'react-router-dom'
import { readOrganization } from '../../contract/operations/organizations/organizations.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { call } from '../api/client.ts'
import { ofOrganization } from '../comments/comment-subjects.ts'
import { Comments } from '../comments/comments.tsx'
import { OrganizationScreening } from '../screening/organization-screening.tsx'
import { ScreeningChip } from '../screening/screening-chip.tsx'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { nameOf } from '../shared/names/organization-names.ts'
import { OwnChip } from '../shared/names/own-chip.tsx'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import { Page, WithRail } from '../shared/pages/page.tsx'
import { Mono } from '../shared/values/mono.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { KybCard } from './kyb-card.tsx'
import { OrganizationSummary } from './organization-summary.tsx'
import { Requisites } from './requisites.tsx'

const People = lazyPage(() => import('../people/people-tab.tsx'))
const Documents = lazyPage(() => import('../documents/documents-tab.tsx'))
const Wallets = lazyPage(() => import('../wallets/wallets-tab.tsx'))
const Addresses = lazyPage(() => import('../address-book/addresses-tab.tsx'))
const Requests = lazyPage(() => import('../purchase-requests/lists/organization-requests.tsx'))
const Money = lazyPage(() => import('../books/organization-money.tsx'))
const History = lazyPage(() => import('../audit/organization-history.tsx'))

export default function OrganizationShow() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['organizations', 'getOne', id],
    queryFn: ({ signal }) => call(readOrganization, { params: { organization_id: id }, signal }),
  })
  return (
    <QueryState query={query}>{(organization) => <Organization organization={organization} />}</QueryState>
  )
}

function Organization({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const mayEdit = usePermission('organizations:write')
  const name = nameOf(organization)
  const edit = mayEdit && (
    <Button
      component={Link}
      to={`/organizations/${organization.id}`}
      startIcon={<EditIcon />}
      variant="outlined"
    >
      {translate('kontor.action.edit')}
    </Button>
  )
  return (
    <Page title={name} subtitle={<Standing organization={organization} />} actions={edit}>
      <SectionTabs />
      <Suspense fallback={<Loading />}>
        <Routes>
          <Route
            index
            element={
              <WithRail rail={<OrganizationSummary organization={organization} />}>
                <KybCard organization={organization} />
                <OrganizationScreening organizationId={organization.id} />
                <Requisites organization={organization} />
                <Comments subject={ofOrganization(organization)} />
              </WithRail>
            }
          />
          <Route path="people" element={<People organization={organization} />} />
          <Route path="documents" element={<Documents organization={organization} />} />
          <Route path="wallets" element={<Wallets organization={organization} />} />
          <Route path="addresses" element={<Addresses organization={organization} />} />
          <Route path="requests" element={<Requests organization={organization} />} />
          <Route path="money" element={<Money organization={organization} />} />
          <Route path="history" element={<History organizationId={organization.id} />} />
          <Route path="*" element={<Navigate to=".." replace />} />
        </Routes>
      </Suspense>
    </Page>
  )
}

/** May we do business with it? What the register and the lists say. */
function Standing({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const column = (name: string) => translate(`kontor.organizations.columns.${name}`)
  const { inn, registration_number } = organization
  return (
    <>
      <StatusChip kind="kyb_status" status={organization.kyb_status} label={column('kyb')} />
      <StatusChip kind="registry_status" status={organization.registry_status} label={column('registry')} />
      {organization.own && <OwnChip />}
      <ScreeningChip organizationId={organization.id} />
      <Typography component="span" variant="body2" color="textSecondary">
        {translate(`kontor.organization_fields.${inn === null ? 'registration_number' : 'inn'}`)}{' '}
        <Mono>{inn ?? registration_number}</Mono>
      </Typography>
    </>
  )
}

/** Each tab has its own URL, so that links and the back button work. */
function SectionTabs() {
  const translate = useTranslate()
  const { id, '*': rest = '' } = useParams()
  const seesHistory = usePermission('audit:read')
  const tabs = [
    'requisites',
    'people',
    'documents',
    'wallets',
    'addresses',
    'requests',
    'money',
    ...(seesHistory ? ['history'] : []),
  ]
  const current = tabs.includes(rest) ? rest : 'requisites'
  return (
    <Box
      component="nav"
      sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}
      aria-label={translate('kontor.organizations.title')}
    >
      <Tabs value={current} variant="scrollable" scrollButtons={false}>
        {tabs.map((tab) => (
          <Tab
            key={tab}
            value={tab}
            component={Link}
            to={`/organizations/${id}/show${tab === 'requisites' ? '' : `/${tab}`}`}
            label={translate(`kontor.organizations.tabs.${tab}`)}
          />
        ))}
      </Tabs>
    </Box>
  )
}
