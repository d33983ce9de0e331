import { type Static, Type } from 'typebox'
import { Id, Instant, nullable } from './common.ts'
import { PurchaseRequestStatus } from './purchase-requests.ts'

/** The numbers of the console's front page. */
export const OverviewResponse = Type.Object(
  {
    requests_by_status: Type.Record(Type.String(), Type.Integer()),
    waiting_longest: Type.Array(
      Type.Object({
        id: Id,
        number: Type.String(),
        status: PurchaseRequestStatus,
        since: Instant,
        organization_id: Id,
        organization: Type.Object({ inn: Type.String(), short_name: nullable(Type.String()) }),
      }),
    ),
    documents_to_review: Type.Integer(),
    organizations_by_kyb_status: Type.Record(Type.String(), Type.Integer()),
  },
  { $id: 'OverviewResponse' },
)
export type OverviewResponse = Static<typeof OverviewResponse>
