import { type Static, Type } from 'typebox'
import { Id, IdFilter, Instant, nullable, oneOf, page, pageQuery, ref } from './common.ts'
import { type EventType, eventTypes } from './events.ts'

/** Audited actions: all events, and these. The console has a text for each. */
const otherActions = [
  'access.denied',
  'administrator.password_changed',
  'administrator.otp_enrolled',
  'administrator.otp_enabled',
  'administrator.otp_disabled',
  'audit.exported',
  'audit.values_erased',
  'auth.login',
  'auth.logout',
  'auth.reauthenticated',
  'backup.created',
  'backup.restored',
  'document.downloaded',
  'document.expired',
  'document.reopened',
  'document.upload_refused',
  'party_register.imported',
  'session.revoked',
  'session.token_reused',
  'vault.slot_added',
  'vault.slot_removed',
  'vault.drilled',
  'vault.key_rotated',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.tested',
  'webhook.redelivered',
  'webhook.paused',
  'webhook.resumed',
] as const

export type AuditAction = EventType | (typeof otherActions)[number]

export const auditActions: AuditAction[] = [
  ...(Object.keys(eventTypes) as EventType[]),
  ...otherActions,
].sort()

export const auditOutcomes = ['success', 'denied', 'failure'] as const

export const auditValueStatuses = ['available', 'erased', 'sealed', 'unreadable'] as const

const Values = nullable(Type.Record(Type.String(), Type.Unknown()))

/** The values are not part of the chain, which contains only an HMAC of them: they can be erased. */
const AuditValues = Type.Object({ status: oneOf(auditValueStatuses), before: Values, after: Values })
export type AuditValues = Static<typeof AuditValues>

export const AuditEventResponse = Type.Object(
  {
    seq: Type.Integer({ description: 'Row number in the chain: 1, 2, 3 … without gaps' }),
    at: Instant,
    actor: Type.Object({ kind: Type.String(), id: nullable(Id), name: Type.String() }),
    session_id: nullable(Id),
    address: nullable(Type.String()),
    request_id: nullable(Type.String()),
    action: Type.String(),
    object: Type.Unsafe<{ type: string; id: string } | null>({
      type: ['object', 'null'],
      properties: { type: { type: 'string' }, id: { type: 'string' } },
      required: ['type', 'id'],
    }),
    organization_id: nullable(Id),
    outcome: oneOf(auditOutcomes),
    details: Type.Record(Type.String(), Type.Unknown()),
    values: Type.Unsafe<AuditValues | null>({
      type: ['object', 'null'],
      description: 'The changed fields before and after a change of an organization',
      properties: AuditValues.properties,
      required: AuditValues.required,
    }),
    previous_hash: Type.String(),
    hash: Type.String({ description: 'SHA-256, in hex, of this row and the previous hash' }),
  },
  { $id: 'AuditEventResponse' },
)
export type AuditEventResponse = Static<typeof AuditEventResponse>

export const AuditEventListResponse = page(ref(AuditEventResponse), 'AuditEventListResponse')
export type AuditEventListResponse = Static<typeof AuditEventListResponse>

const filters = {
  action: Type.Optional(oneOf(auditActions)),
  actor_id: Type.Optional(IdFilter),
  object_type: Type.Optional(Type.String()),
  object_id: Type.Optional(Type.String()),
  organization_id: Type.Optional(IdFilter),
  outcome: Type.Optional(oneOf(auditOutcomes)),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'From this time on' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this time' })),
}
export const AuditFilter = Type.Object(filters)
export type AuditFilter = Static<typeof AuditFilter>
export const AuditEventQuery = Type.Object({ ...filters, ...pageQuery })
export type AuditEventQuery = Static<typeof AuditEventQuery>

export const AuditVerificationQuery = Type.Object({
  rows: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 10_000,
    description: 'Number of rows to check, counted from the newest',
  }),
})

export const AuditVerificationResponse = Type.Object(
  {
    ok: Type.Boolean(),
    from_seq: Type.Integer(),
    to_seq: Type.Integer(),
    problem: Type.Unsafe<{ seq: number; message: string } | null>({
      type: ['object', 'null'],
      properties: { seq: { type: 'integer' }, message: { type: 'string' } },
      required: ['seq', 'message'],
    }),
    checkpoints: Type.Object({
      checked: Type.Integer(),
      last_seq: Type.Integer({ description: 'A truncation or rewrite after this row could not be detected' }),
      key: nullable(Type.String({ description: 'Fingerprint of the key that signs checkpoints' })),
      signed_seq: nullable(
        Type.Integer({
          description: 'The last signed row that the vault remembers; null while the vault is sealed',
        }),
      ),
      late: Type.Integer({ description: 'Number of checkpoints that were signed long after their rows' }),
    }),
  },
  { $id: 'AuditVerificationResponse' },
)
export type AuditVerificationResponse = Static<typeof AuditVerificationResponse>
