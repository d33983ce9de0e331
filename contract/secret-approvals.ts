import { type Static, Type } from 'typebox'
import { field, Id, Instant, nullable, oneOf, page, ref } from './common.ts'

export const approvalStatuses = ['pending', 'granted', 'refused', 'expired'] as const

const Person = Type.Object({
  id: field(Id, 'The id of the administrator'),
  name: field(Type.String(), 'The name of the administrator', 'Anna Petrova'),
})

export const SecretApprovalResponse = Type.Object(
  {
    id: field(Id, 'The id of the request'),
    organization_id: field(Id, 'The organization whose secrets are to be read'),
    status: field(oneOf(approvalStatuses), 'What became of the request', 'granted'),
    requested_by: field(Person, 'Who wants to read'),
    requested_at: field(Instant, 'When it was requested'),
    decided_by: field(nullable(Person), 'Who decided; null while the request is open'),
    decided_at: field(nullable(Instant), 'When it was decided'),
    expires_at: field(
      Instant,
      'When the open request lapses; once granted, when the permission ends',
      '2026-01-31T12:10:00Z',
    ),
  },
  { $id: 'SecretApprovalResponse', description: 'A request of an administrator to read secrets.' },
)
export type SecretApprovalResponse = Static<typeof SecretApprovalResponse>

export const SecretApprovalListResponse = page(ref(SecretApprovalResponse), 'SecretApprovalListResponse')
export type SecretApprovalListResponse = Static<typeof SecretApprovalListResponse>
