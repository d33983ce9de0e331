import { Box, CardActionArea, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useGetIdentity, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { readOverview } from '../../contract/operations/work/overview.ts'
import type { OverviewResponse, WaitingRequest } from '../../contract/work/overview.ts'
import { call } from '../api/client.ts'
import { WaitingForYou } from '../control/waiting-for-you.tsx'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useNameOf } from '../shared/names/administrator-names.ts'
import { BuyerName } from '../shared/names/buyer-name.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Ago } from '../shared/time/time.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { ShortPosition } from '../treasury/short-position.tsx'
import { FailingNotice } from '../webhooks/failing-notice.tsx'
import { DailyChart } from './daily-chart.tsx'
import { Money } from './money.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { SetupList } from './setup-list.tsx'
import { VaultNotice } from './vault-notice.tsx'
import { WaitingWork } from './waiting-work.tsx'

/** What is left to set up, then money, what waits and what is late, what was requested and delivered, and recent activity. */
export default function OverviewPage() {
  const translate = useTranslate()
  const isOwner = usePermission('administrators:manage')
  const managesWebhooks = usePermission('webhooks:manage')
  const readsRequests = usePermission('requests:read')
  const seesLog = usePermission('audit:read')
  const query = useQuery({ queryKey: ['overview'], queryFn: ({ signal }) => call(readOverview, { signal }) })
  return (
    <Page title={translate('kontor.overview.title')}>
      {isOwner && <VaultNotice />}
      {managesWebhooks && <FailingNotice />}
      <WaitingForYou />
      {readsRequests && <ShortPosition />}
      <SetupList />
      <QueryState query={query}>
        {(overview) => (
          <>
            <Money open={overview.open_amounts} />
            <Box sx={columns}>
              <div>
                <WaitingWork />
                <DailyChart />
              </div>
              <div>
                <Waiting overview={overview} />
                {seesLog && <RecentActivity />}
              </div>
            </Box>
          </>
        )}
      </QueryState>
    </Page>
  )
}

const columns = {
  display: 'grid',
  columnGap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
} as const

function Waiting({ overview }: { overview: OverviewResponse }) {
  const translate = useTranslate()
  const { assigned_to_me: mine, waiting_longest: waiting } = overview
  return (
    <div>
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
    </div>
  )
}

function WaitingRequests({ requests }: { requests: WaitingRequest[] }) {
  const { identity } = useGetIdentity()
  const nameOf = useNameOf()
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {requests.map(({ id, number, status, since, organization, organization_id, assignee_id: assignee }) => (
        <Box component="li" key={id} sx={{ borderTop: 1, borderColor: 'divider' }}>
          <CardActionArea
            component={Link}
            to={`/purchase-requests/${id}/show`}
            sx={{ px: 1, py: 'var(--row-space, 8px)', borderRadius: 1 }}
          >
            <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, alignItems: 'center' }}>
              <span>
                <b>
                  <BuyerName id={organization_id} organization={organization} />
                </b>{' '}
                <Typography component="span" variant="body2" color="textSecondary">
                  {number} · <Ago at={since} />
                  {assignee !== null && assignee !== identity?.id && ` · ${nameOf(assignee)}`}
                </Typography>
              </span>
              <StatusChip kind="request_status" status={status} />
            </Stack>
          </CardActionArea>
        </Box>
      ))}
    </Box>
  )
}
