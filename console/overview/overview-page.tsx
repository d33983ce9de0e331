import { Box, Button, Card, CardActionArea, CardContent, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useGetIdentity, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { readOverview } from '../../contract/operations/overview.ts'
import { kybStatuses } from '../../contract/organizations.ts'
import type { OverviewResponse, WaitingRequest } from '../../contract/overview.ts'
import { purchaseRequestStatuses } from '../../contract/purchase-request-rules.ts'
import { call } from '../api/client.ts'
import { WaitingForYou } from '../control/waiting-for-you.tsx'
import { useNameOf } from '../shared/administrator-names.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { Page } from '../shared/page.tsx'
import { QueryState } from '../shared/query-state.tsx'
import { Section } from '../shared/section.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { Ago } from '../shared/time.tsx'
import { usePermission } from '../shared/use-permission.ts'
import { CountBars } from './count-bars.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { VaultNotice } from './vault-notice.tsx'

/** Open tasks by age, counts by status, and recent activity. */
export default function OverviewPage() {
  const translate = useTranslate()
  const isOwner = usePermission('administrators:manage')
  const seesLog = usePermission('audit:read')
  const query = useQuery({ queryKey: ['overview'], queryFn: ({ signal }) => call(readOverview, { signal }) })
  return (
    <Page title={translate('kontor.overview.title')}>
      {isOwner && <VaultNotice />}
      <WaitingForYou />
      <QueryState query={query}>
        {(overview) =>
          Object.values(overview.organizations_by_kyb_status).every((count) => count === 0) ? (
            <FirstSteps />
          ) : (
            <Box
              sx={{
                display: 'grid',
                gap: 2,
                gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' },
                alignItems: 'start',
              }}
            >
              <div>
                <Waiting overview={overview} />
                {seesLog && <RecentActivity />}
              </div>
              <div>
                <Section title={translate('kontor.overview.requests_by_status')}>
                  <CountBars
                    kind="request_status"
                    statuses={purchaseRequestStatuses}
                    counts={overview.requests_by_status}
                    linkTo={(status) =>
                      `/purchase-requests?filter=${encodeURIComponent(JSON.stringify({ status }))}`
                    }
                  />
                </Section>
                <Section title={translate('kontor.overview.organizations_by_status')}>
                  <CountBars
                    kind="kyb_status"
                    statuses={kybStatuses}
                    counts={overview.organizations_by_kyb_status}
                  />
                </Section>
              </div>
            </Box>
          )
        }
      </QueryState>
    </Page>
  )
}

function FirstSteps() {
  const translate = useTranslate()
  const mayCreate = usePermission('organizations:write')
  return (
    <Card>
      <EmptyState
        title={translate('kontor.overview.first_steps')}
        help={translate('kontor.overview.first_steps_help')}
      >
        {mayCreate && (
          <Button component={Link} to="/organizations/create" variant="contained">
            {translate('kontor.organizations.new')}
          </Button>
        )}
      </EmptyState>
    </Card>
  )
}

function Waiting({ overview }: { overview: OverviewResponse }) {
  const translate = useTranslate()
  const { assigned_to_me: mine, waiting_longest: waiting, documents_to_review: documents } = overview
  return (
    <>
      <Card sx={{ mb: 2 }}>
        <CardActionArea component={Link} to="/work/documents">
          <CardContent>
            <Typography color="textSecondary">{translate('kontor.overview.documents')}</Typography>
            <Typography variant="h5" component="p">
              {documents}
            </Typography>
          </CardContent>
        </CardActionArea>
      </Card>
      {mine.length > 0 && (
        <Section title={translate('kontor.overview.assigned_to_me')}>
          <WaitingRequests requests={mine} />
        </Section>
      )}
      <Section title={translate('kontor.overview.waiting')}>
        {waiting.length === 0 && (
          <Typography color="textSecondary">{translate('kontor.overview.waiting_empty')}</Typography>
        )}
        <WaitingRequests requests={waiting} />
      </Section>
    </>
  )
}

function WaitingRequests({ requests }: { requests: WaitingRequest[] }) {
  const { identity } = useGetIdentity()
  const nameOf = useNameOf()
  return (
    <Stack sx={{ gap: 1 }}>
      {requests.map(({ id, number, status, since, organization, assignee_id: assignee }) => (
        <Card key={id}>
          <CardActionArea component={Link} to={`/purchase-requests/${id}/show`} sx={{ p: 1.5 }}>
            <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, alignItems: 'center' }}>
              <span>
                <b>{organization.short_name ?? organization.inn}</b>{' '}
                <Typography component="span" variant="body2" color="textSecondary">
                  {number} · <Ago at={since} />
                  {assignee !== null && assignee !== identity?.id && ` · ${nameOf(assignee)}`}
                </Typography>
              </span>
              <StatusChip kind="request_status" status={status} />
            </Stack>
          </CardActionArea>
        </Card>
      ))}
    </Stack>
  )
}
