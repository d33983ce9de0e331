import { type Static, Type } from 'typebox'
import { Id, Instant, nullable, ref } from './common.ts'
import { type EventType, eventTypes } from './events.ts'
import type { Permission } from './roles.ts'

/** Changes that are no events, with the permission to read their object. */
const otherChanges = {
  'organization.documents_changed': 'organizations:read',
  'document.reopened': 'documents:read',
  'document.expired': 'documents:read',
  'wallets.exposed': 'wallets:read',
  'administrator.otp_enabled': 'administrators:manage',
  'administrator.otp_disabled': 'administrators:manage',
  'webhook.created': 'webhooks:manage',
  'webhook.updated': 'webhooks:manage',
  'webhook.deleted': 'webhooks:manage',
  'webhook.secret_rotated': 'webhooks:manage',
  'webhook.paused': 'webhooks:manage',
  'webhook.resumed': 'webhooks:manage',
} as const satisfies Record<string, Permission>

export type ChangeType = EventType | keyof typeof otherChanges

const changeTypes: Readonly<Record<ChangeType, Permission>> = { ...eventTypes, ...otherChanges }

export function isChangeType(type: string): type is ChangeType {
  return Object.hasOwn(changeTypes, type)
}

/** The permission to see a change: that to read its object. Undefined if it is not shown to clients. */
export function changePermission(type: string): Permission | undefined {
  return isChangeType(type) ? changeTypes[type] : undefined
}

/** Where a client stands: the number of a change, and a part of the hash of the audit log at that change. */
export const Cursor = Type.String({
  pattern: '^\\d{1,15}-[0-9a-f]{16}$',
  description: 'A place in the log of changes. Keep it as it is; its form may change',
})

export const Change = Type.Object(
  {
    cursor: Cursor,
    type: Type.String({ description: 'What happened, such as `document.uploaded`. New types may be added' }),
    object: Type.Object({ type: Type.String(), id: Id }, { description: 'What has changed' }),
    organization_id: nullable(
      Type.String({ description: 'The organization concerned; null if there is none' }),
    ),
    version: nullable(
      Type.Integer({ description: 'The version of the object after the change; null if it has no versions' }),
    ),
    at: Instant,
  },
  { $id: 'Change' },
)
export type Change = Static<typeof Change>

export const ChangeListResponse = Type.Object(
  { items: Type.Array(ref(Change)), cursor: Cursor },
  { $id: 'ChangeListResponse' },
)
export type ChangeListResponse = Static<typeof ChangeListResponse>

export const ChangesQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: '^(now|\\d{1,15}-[0-9a-f]{16})$',
      description:
        'The `cursor` of the last response, or `now` for changes from now on. Without it, the list begins with the oldest change that is kept.',
    }),
  ),
  wait: Type.Integer({
    minimum: 0,
    maximum: 60,
    default: 0,
    description: 'Seconds to wait for a change if there is none yet',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
})
export type ChangesQuery = Static<typeof ChangesQuery>
