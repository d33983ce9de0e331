import { type Static, Type } from 'typebox'
import { field, Id, Instant, nullable, oneOf } from '../api/common.ts'
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
  status: field(
    oneOf(['approved', 'paid']),
    '`approved`: money is awaited; `paid`: coins are to be delivered',
    'paid',
  ),
  unit: field(
    Type.String(),
    'The currency of the money that is awaited, the asset that is to be delivered',
    'USDT',
  ),
  amount: field(Type.String(), 'Sum of what these requests are about', '12500.5'),
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
      'The money that clients were asked for, by currency, and the coins that they have paid for, by asset',
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
