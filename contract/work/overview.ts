import { type Static, Type } from 'typebox'
import { field, Id, Instant, nullable, oneOf } from '../api/common.ts'

import { awaited } from '../purchase-requests/purchase-request-rules.ts'
import { BuyerName, PurchaseRequestStatus } from '../purchase-requests/purchase-requests.ts'

const WaitingRequest = Type.Object({
  id: field(Id, 'The id of the purchase request'),
  number: field(Type.String(), 'Its number', 'PR-2026-000123'),
  status: field(PurchaseRequestStatus, 'Its status', 'in_review'),
  since: field(Instant, 'Since when it has this status'),
  assignee_id: field(nullable(Id), 'The administrator it is assigned to'),
  organization_id: field(Id, 'The organization that buys'),
  organization: field(BuyerName, 'The organization that buys, as people know it'),
})
export type WaitingRequest = Static<typeof WaitingRequest>

const OpenAmount = Type.Object({
  awaits: field(
    oneOf(awaited),
    'What is still to come: `payment` from clients, or `delivery` to them; the filter of the list of requests has the same name',
    'delivery',
  ),
  unit: field(Type.String(), 'The currency of the money, the asset of the coins', 'USDT'),
  amount: field(
    Type.String(),
    'What is missing of these requests in all: what was paid or delivered so far does not count',
    '12500.5',
  ),
  requests: field(Type.Integer(), 'The number of these requests', 3),
})
export type OpenAmount = Static<typeof OpenAmount>

/** Figures for the overview page of the console. */
export const OverviewResponse = Type.Object(
  {
    requests_by_status: field(
      Type.Record(Type.String(), Type.Integer()),
      'The number of purchase requests of each status',
      { new: 4, in_review: 2 },
    ),
    open_amounts: field(
      Type.Array(OpenAmount),
      'The money that clients still have to pay, by currency, and the coins that are still to be delivered to them, by asset',
    ),
    assigned_to_me: field(Type.Array(WaitingRequest), 'Open requests of the caller, oldest first'),
    waiting_longest: field(
      Type.Array(WaitingRequest),
      'Open requests of others and without assignee, oldest first',
    ),
    documents_to_review: field(Type.Integer(), 'The number of documents that wait for a review', 7),
    organizations_by_kyb_status: field(
      Type.Record(Type.String(), Type.Integer()),
      'The number of organizations of each KYB status',
      { in_review: 3, approved: 120 },
    ),
  },
  { $id: 'OverviewResponse', description: 'Figures for the overview page.' },
)
export type OverviewResponse = Static<typeof OverviewResponse>
