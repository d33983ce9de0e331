import { type Static, Type } from 'typebox'
import { Id, Instant, nullable, oneOf, page, ref } from './common.ts'

export const approvalStatuses = ['pending', 'granted', 'refused', 'expired'] as const

const Person = Type.Object({ id: Id, name: Type.String() })

export const SecretApprovalResponse = Type.Object(
  {
    id: Id,
    organization_id: Id,
    status: oneOf(approvalStatuses),
    requested_by: Person,
    requested_at: Instant,
    decided_by: nullable(Person),
    decided_at: nullable(Instant),
    expires_at: Type.String({
      format: 'date-time',
      description: 'When the open request lapses; once granted, when the permission ends',
    }),
  },
  { $id: 'SecretApprovalResponse' },
)
export type SecretApprovalResponse = Static<typeof SecretApprovalResponse>

export const SecretApprovalListResponse = page(ref(SecretApprovalResponse), 'SecretApprovalListResponse')
export type SecretApprovalListResponse = Static<typeof SecretApprovalListResponse>
