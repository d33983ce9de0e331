import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { listPurchaseRequestHistory } from '../../contract/operations/purchase-requests/purchase-requests.ts'
import type { PaymentResponse } from '../../contract/purchase-requests/deals.ts'
import type {
  PurchaseRequestHistoryItem,
  PurchaseRequestResponse,
} from '../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../api/client.ts'
import { useApprovalsOf } from '../control/approval-queries.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useDoerName } from '../shared/names/administrator-names.ts'
import { Section } from '../shared/pages/section.tsx'
import { TimelineEntry } from '../shared/pages/timeline-entry.tsx'
import { Time } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { useDeliveries, usePayments, useRefunds } from './facts/fact-queries.ts'
import { ChangeList } from './quotes/change-list.tsx'

interface Happened {
  key: string
  at: string
  title: string
  who: string
  note?: string | undefined
  changes?: PurchaseRequestHistoryItem['changes']
}

/** All status changes, quotes and corrections, refunds, reversals and votes, oldest first. */
export function Timeline({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['purchase-requests', 'history', request.id, request.version],
    queryFn: ({ signal }) =>
      call(listPurchaseRequestHistory, { params: { request_id: request.id }, query: { limit: 200 }, signal }),
    placeholderData: (previous) => previous,
  })
  const moves = useMoves()
  const facts = useFactsOf(request)
  return (
    <Section title={translate('kontor.requests.timeline')}>
      <QueryState query={query}>
        {({ items }) => (
          <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {inOrder([...items.map(moves), ...facts]).map((happened) => (
              <Entry key={happened.key} happened={happened} request={request} />
            ))}
          </Box>
        )}
      </QueryState>
    </Section>
  )
}

function inOrder(all: readonly Happened[]): Happened[] {
  return all.toSorted((a, b) => a.at.localeCompare(b.at))
}

function useMoves(): (item: PurchaseRequestHistoryItem) => Happened {
  const translate = useTranslate()
  const nameOf = useDoerName()
  return (item) => ({
    key: `${item.at} ${item.to} ${item.changes?.length}`,
    at: item.at,
    title: translate(titleOf(item)),
    who: nameOf(item.actor),
    note: [item.reason && translate(`kontor.request_reason.${item.reason}`), item.comment]
      .filter(Boolean)
      .join(': '),
    changes: item.changes,
  })
}

/** What happened to the request without a change of its status: refunds, reversals and votes. */
function useFactsOf(request: PurchaseRequestResponse): Happened[] {
  const translate = useTranslate()
  const format = useFormatAmount()
  const nameOf = useDoerName()
  const payments = usePayments(request).data ?? []
  const refunds = useRefunds(request).data ?? []
  const deliveries = useDeliveries(request).data ?? []
  const decided = [...payments, ...refunds, ...deliveries].filter(
    (fact) => fact.reversed || ('payer_accepted' in fact && fact.payer_accepted),
  )
  const approvals = useApprovalsOf([request.id, ...decided.map(({ id }) => id)]).data ?? []
  const say = (name: string, amount: string, unit: string) =>
    translate(`kontor.deal.timeline.${name}`, { amount: format(amount, unit) })
  const reversal = (id: string, title: string, decision: PaymentResponse['reversed']): Happened[] =>
    decision
      ? [
          {
            key: `${id} reversed`,
            at: decision.at,
            title,
            who: nameOf(decision.by),
            note: decision.reason,
          },
        ]
      : []
  return [
    ...refunds.map(({ id, amount, currency, recorded_at, recorded_by, reason_code }) => ({
      key: id,
      at: recorded_at,
      title: say('refund', amount, currency),
      who: nameOf(recorded_by),
      note: reason_code ? translate(`kontor.request_reason.${reason_code}`) : undefined,
    })),
    ...refunds.flatMap((one) =>
      reversal(one.id, say('refund_reversed', one.amount, one.currency), one.reversed),
    ),
    ...payments.flatMap((one) =>
      reversal(one.id, say('payment_reversed', one.amount, one.currency), one.reversed),
    ),
    ...deliveries.flatMap((one) =>
      reversal(
        one.id,
        say(one.returned ? 'delivery_returned' : 'delivery_reversed', one.amount, request.asset),
        one.reversed,
      ),
    ),
    ...approvals.flatMap(({ id, act, votes }) =>
      votes.map(({ by, decision, at, reason }) => ({
        key: `${id} ${by.id}`,
        at,
        title: translate(`kontor.deal.timeline.${decision}`, { act: translate(`kontor.act_name.${act}`) }),
        who: by.name,
        note: reason ?? undefined,
      })),
    ),
  ]
}

/** A new price changes the rate, the fee or how long it is valid; a correction never does. */
function titleOf({ to, changes }: PurchaseRequestHistoryItem): string {
  if (!changes) return `kontor.request_status.${to}`
  const isQuote = changes.some(({ field }) => quotedFields.has(field))
  return `kontor.deal.timeline.${isQuote || changes.length === 0 ? 'quote' : 'correction'}`
}

const quotedFields = new Set(['rate', 'fee_amount', 'quote_expires_at'])

function Entry({ happened, request }: { happened: Happened; request: PurchaseRequestResponse }) {
  const { at, title, who, note, changes } = happened
  return (
    <TimelineEntry
      title={title}
      when={
        <>
          <Time at={at} /> · {who}
        </>
      }
    >
      {note && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {note}
        </Typography>
      )}
      {changes && (
        <Box sx={{ typography: 'body2' }}>
          <ChangeList changes={changes} units={request} />
        </Box>
      )}
    </TimelineEntry>
  )
}
