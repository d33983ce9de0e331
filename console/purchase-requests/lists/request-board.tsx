import { Box, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { listPurchaseRequests } from '../../../contract/operations/purchase-requests/purchase-requests.ts'
import {
  type PurchaseRequestStatus,
  purchaseRequestTransitions,
} from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { QueryState } from '../../shared/answers/query-state.tsx'
import { useNameOf } from '../../shared/names/administrator-names.ts'
import { BuyerName } from '../../shared/names/buyer-name.tsx'
import { Ago } from '../../shared/time/time.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import { requestPlace } from './request-columns.tsx'

const perColumn = 20

/** Statuses of open requests; finished requests are only in the list. */
const columns = (Object.keys(purchaseRequestTransitions) as PurchaseRequestStatus[]).filter(
  (status) => purchaseRequestTransitions[status].length > 0,
)

/** Open requests, with a column for each status. */
export default function RequestBoard() {
  return (
    <Stack direction="row" sx={{ gap: 2, overflowX: 'auto', pb: 2, alignItems: 'flex-start' }} tabIndex={0}>
      {columns.map((status) => (
        <Column key={status} status={status} />
      ))}
    </Stack>
  )
}

function Column({ status }: { status: PurchaseRequestStatus }) {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['purchase-requests', 'board', status],
    queryFn: ({ signal }) => call(listPurchaseRequests, { query: { status, limit: perColumn }, signal }),
  })
  const total = query.data?.total ?? 0
  return (
    <Box component="section" sx={{ flex: '0 0 264px' }} aria-labelledby={`board-${status}`}>
      <Typography id={`board-${status}`} component="h2" variant="subtitle2" sx={{ mb: 1 }}>
        {translate(`kontor.request_status.${status}`)} · {total}
      </Typography>
      <QueryState query={query}>
        {({ items }) => (
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 1 }}>
            {items.map((request) => (
              <BoardCard key={request.id} request={request} />
            ))}
            <Typography component="li" variant="body2" color="textSecondary">
              {items.length === 0 && translate('kontor.requests.board_empty')}
              {total > items.length && (
                <Link to={`/purchase-requests?filter=${encodeURIComponent(JSON.stringify({ status }))}`}>
                  {translate('kontor.requests.board_more', { count: total - items.length })}
                </Link>
              )}
            </Typography>
          </Stack>
        )}
      </QueryState>
    </Box>
  )
}

function BoardCard({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const nameOf = useNameOf()
  return (
    <Card component="li">
      <Box
        component={Link}
        to={requestPlace(request)}
        sx={{
          display: 'block',
          p: 1.5,
          color: 'inherit',
          textDecoration: 'none',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Typography sx={{ fontWeight: 600 }}>
          <BuyerName id={request.organization_id} organization={request.organization} />
        </Typography>
        <Typography variant="body2">
          {amount(request.crypto_amount, request.asset)} ·{' '}
          {amount(request.total_amount, request.fiat_currency)}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {request.number} · <Ago at={request.updated_at} />
        </Typography>
        {request.assignee_id !== null && (
          <Typography variant="body2" color="textSecondary">
            {translate('kontor.requests.assignee')}: {nameOf(request.assignee_id)}
          </Typography>
        )}
      </Box>
    </Card>
  )
}
