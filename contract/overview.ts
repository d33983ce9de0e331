import { type Static, Type } from 'typebox'
import { Id, Instant, nullable } from './common.ts'
import { PurchaseRequestStatus } from './purchase-requests.ts'

const WaitingRequest = Type.Object({
  id: Id,
  number: Type.String(),
  status: PurchaseRequestStatus,
  since: Instant,
  assignee_id: nullable(Type.String()),
  organization_id: Id,
  organization: Type.Object({ inn: nullable(Type.String()), short_name: nullable(Type.String()) }),
})
export type WaitingRequest = Static<typeof WaitingRequest>

/** Figures for the overview page of the console. */
export const OverviewResponse = Type.Object(
  {
    requests_by_status: Type.Record(Type.String(), Type.Integer()),
    assigned_to_me: Type.Array(WaitingRequest, {
      description: 'Open requests of the caller, oldest first',
    }),
    waiting_longest: Type.Array(WaitingRequest, {
      description: 'Open requests of others and without assignee, oldest first',
    }),
    documents_to_review: Type.Integer(),
    organizations_by_kyb_status: Type.Record(Type.String(), Type.Integer()),
  },
  { $id: 'OverviewResponse' },
)
export type OverviewResponse = Static<typeof OverviewResponse>
