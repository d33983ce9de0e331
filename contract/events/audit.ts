import { type Static, Type } from 'typebox'
import {
  exampleId,
  field,
  Id,
  IdFilter,
  Instant,
  nullable,
  oneOf,
  page,
  pageQuery,
  ref,
} from '../api/common.ts'
import { type Action, actions } from '../declarations/all.ts'
import { type EventType, eventTypes } from './events.ts'

/** Audited actions: all events, and others. The console has a text for each. */
export type AuditAction = EventType | Action

export const auditActions: AuditAction[] = [...(Object.keys(eventTypes) as EventType[]), ...actions].sort()

export const auditOutcomes = ['success', 'denied', 'failure'] as const

export const auditValueStatuses = ['available', 'withheld', 'erased', 'sealed', 'unreadable'] as const

const Values = nullable(Type.Record(Type.String(), Type.Unknown()))

/** The values are not part of the chain, which contains only an HMAC of them: they can be erased. */
const AuditValues = Type.Object({
  status: field(
    oneOf(auditValueStatuses),
    'Whether the values can be shown: `withheld` from callers who may not read the object, `erased` on request, `sealed` while the vault is, `unreadable` if damaged',
  ),
  before: field(Values, 'The fields before the change', { kyb_status: 'in_review' }),
  after: field(Values, 'The fields after the change', { kyb_status: 'approved' }),
})
export type AuditValues = Static<typeof AuditValues>

export const AuditEventResponse = Type.Object(
  {
    seq: field(Type.Integer(), 'Row number in the chain: 1, 2, 3 … without gaps', 4711),
    at: field(Instant, 'When it happened'),
    actor: field(
      Type.Object({
        kind: field(
          Type.String(),
          'What sort of actor: `administrator`, `api_key`, `service`, `cli` or `anonymous`',
          'administrator',
        ),
        id: field(nullable(Id), 'The id of the administrator or API key'),
        name: field(Type.String(), 'The name at that time', 'Anna Petrova'),
      }),
      'Who did it',
    ),
    session_id: field(nullable(Id), 'The session in which it was done'),
    address: field(nullable(Type.String()), 'The network address of the caller', '203.0.113.7'),
    request_id: field(
      nullable(Type.String()),
      'The id of the request in the log',
      '0199f0a4-6d2f-7c4b-8e53-7f9012b3c4d5',
    ),
    action: field(Type.String(), 'What was done', 'organization.kyb_decided'),
    object: field(
      Type.Unsafe<{ type: string; id: string } | null>({
        type: ['object', 'null'],
        properties: {
          type: field(Type.String(), 'The type of the object', 'organization'),
          id: field(Id, 'The id of the object'),
        },
        required: ['type', 'id'],
      }),
      'What it was done to',
    ),
    organization_id: field(nullable(Id), 'The organization that the object belongs to'),
    outcome: field(oneOf(auditOutcomes), 'Whether it was done, denied, or failed'),
    details: field(Type.Record(Type.String(), Type.Unknown()), 'Details of the action', {
      kyb_status: 'approved',
    }),
    values: field(
      Type.Unsafe<AuditValues | null>({
        type: ['object', 'null'],
        properties: AuditValues.properties,
        required: AuditValues.required,
      }),
      'The changed fields before and after a change of an organization',
    ),
    previous_hash: field(Type.String(), 'The hash of the row before', '5f'.repeat(32)),
    hash: field(Type.String(), 'SHA-256, in hex, of this row and the previous hash', 'c3'.repeat(32)),
  },
  { $id: 'AuditEventResponse', description: 'A row of the audit log.' },
)
export type AuditEventResponse = Static<typeof AuditEventResponse>

export const AuditEventListResponse = page(ref(AuditEventResponse), 'AuditEventListResponse')
export type AuditEventListResponse = Static<typeof AuditEventListResponse>

const filters = {
  action: field(Type.Optional(oneOf(auditActions)), 'Only rows of this action', 'organization.kyb_decided'),
  actor_id: field(Type.Optional(IdFilter), 'Only what this administrator or API key did'),
  object_type: field(Type.Optional(Type.String()), 'Only rows of objects of this type', 'organization'),
  object_id: field(Type.Optional(Type.String()), 'Only rows of this object', exampleId),
  organization_id: field(Type.Optional(IdFilter), 'Only rows of this organization and its objects'),
  outcome: field(Type.Optional(oneOf(auditOutcomes)), 'Only rows of this outcome', 'success'),
  from: field(Type.Optional(Instant), 'From this time on', '2026-01-01T00:00:00Z'),
  to: field(Type.Optional(Instant), 'Before this time', '2026-02-01T00:00:00Z'),
}
export const AuditFilter = Type.Object(filters)
export type AuditFilter = Static<typeof AuditFilter>
export const AuditEventQuery = Type.Object({ ...filters, ...pageQuery })
export type AuditEventQuery = Static<typeof AuditEventQuery>

export const AuditVerificationQuery = Type.Object({
  rows: field(
    Type.Integer({ minimum: 1, maximum: 100_000, default: 10_000 }),
    'Number of rows to check, counted from the newest',
    10_000,
  ),
})

export const AuditVerificationResponse = Type.Object(
  {
    ok: field(Type.Boolean(), 'Whether everything that was checked is as it was written', true),
    from_seq: field(Type.Integer(), 'The first row that was checked', 1),
    to_seq: field(Type.Integer(), 'The last row that was checked', 4711),
    problem: field(
      Type.Unsafe<{ seq: number; message: string } | null>({
        type: ['object', 'null'],
        properties: {
          seq: field(Type.Integer(), 'The row at which the chain breaks', 4000),
          message: field(Type.String(), 'What is wrong, in one sentence', 'The hash does not match the row.'),
        },
        required: ['seq', 'message'],
      }),
      'The first problem that was found',
      null,
    ),
    checkpoints: field(
      Type.Object({
        checked: field(Type.Integer(), 'Number of signed checkpoints that were checked', 12),
        last_seq: field(Type.Integer(), 'A truncation or rewrite after this row could not be detected', 4700),
        key: field(
          nullable(Type.String()),
          'Fingerprint of the key that signs checkpoints',
          '7f83-b165-7ff1-fc53-b92d-c181-48a1-d65d',
        ),
        signed_seq: field(
          nullable(Type.Integer()),
          'The last signed row that the vault remembers; null while the vault is sealed',
          4700,
        ),
        late: field(Type.Integer(), 'Number of checkpoints that were signed long after their rows', 0),
      }),
      'The signed checkpoints of the responding node',
    ),
    whole: field(
      Type.Unsafe<{
        at: string
        ok: boolean
        rows: number
        checkpoints: number
        problems: string[]
      } | null>({
        type: ['object', 'null'],
        properties: {
          at: field(Instant, 'When it ended'),
          ok: field(Type.Boolean(), 'Whether nothing was wrong', true),
          rows: field(Type.Integer(), 'The row up to which the chain was right', 4711),
          checkpoints: field(Type.Integer(), 'How many checkpoints of all places were compared', 120),
          problems: field(Type.Array(Type.String()), 'What was wrong, a sentence each; at most 100', []),
        },
        required: ['at', 'ok', 'rows', 'checkpoints', 'problems'],
      }),
      'The last verification of the whole log and of what the tables say of it, which the service does every day; null if there is none',
    ),
    whole_missing: field(
      nullable(oneOf(['never', 'vault_sealed'])),
      'Why `whole` is null: there was `never` a verification, or `vault_sealed`: nothing is verified while the vault is sealed',
      null,
    ),
  },
  { $id: 'AuditVerificationResponse', description: 'The result of a check of the audit log.' },
)
export type AuditVerificationResponse = Static<typeof AuditVerificationResponse>
