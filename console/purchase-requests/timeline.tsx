import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { listPurchaseRequestHistory } from '../../contract/operations/purchase-requests.ts'
import type { PurchaseRequestHistoryItem, PurchaseRequestResponse } from '../../contract/purchase-requests.ts'
import { call } from '../api/client.ts'
import { useDoerName } from '../shared/administrator-names.ts'
import { QueryState } from '../shared/query-state.tsx'
import { Section } from '../shared/section.tsx'
import { Time } from '../shared/time.tsx'
import { TimelineEntry } from '../shared/timeline-entry.tsx'
import { ChangeList } from './change-list.tsx'

/** All status changes, quotes and corrections, oldest first. */
export function Timeline({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['purchase-requests', 'history', request.id, request.version],
    queryFn: ({ signal }) =>
      call(listPurchaseRequestHistory, { params: { request_id: request.id }, query: { limit: 200 }, signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <Section title={translate('kontor.requests.timeline')}>
      <QueryState query={query}>
        {({ items }) => (
          <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {items.map((item) => (
              <Entry key={`${item.at} ${item.to} ${item.changes?.length}`} item={item} request={request} />
            ))}
          </Box>
        )}
      </QueryState>
    </Section>
  )
}

/** A new price changes the rate, the fee or how long it is valid; a correction never does. */
function titleOf({ to, changes }: PurchaseRequestHistoryItem): string {
  if (!changes) return `kontor.request_status.${to}`
  const isQuote = changes.some(({ field }) => quotedFields.has(field))
  return `kontor.deal.timeline.${isQuote || changes.length === 0 ? 'quote' : 'correction'}`
}

const quotedFields = new Set(['rate', 'fee_amount', 'quote_expires_at'])

function Entry({ item, request }: { item: PurchaseRequestHistoryItem; request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const nameOf = useDoerName()
  return (
    <TimelineEntry
      title={translate(titleOf(item))}
      when={
        <>
          <Time at={item.at} /> · {nameOf(item.actor)}
        </>
      }
    >
      {(item.reason || item.comment) && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {[item.reason && translate(`kontor.request_reason.${item.reason}`), item.comment]
            .filter(Boolean)
            .join(': ')}
        </Typography>
      )}
      {item.changes && (
        <Box sx={{ typography: 'body2' }}>
          <ChangeList changes={item.changes} units={request} />
        </Box>
      )}
    </TimelineEntry>
  )
}
