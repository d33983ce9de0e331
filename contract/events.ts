import { type Static, Type } from 'typebox'
import { Id, nullable } from './common.ts'
import type { Permission } from './roles.ts'

/** Everything that is told to the outside, and who may hear of it as a hint: whoever may read the object. */
export const eventTypes = {
  'organization.created': 'organizations:read',
  'organization.updated': 'organizations:read',
  'organization.kyb_decided': 'organizations:read',
  'document.uploaded': 'documents:read',
  'document.reviewed': 'documents:read',
  'wallets.created': 'wallets:read',
  'secret.read': 'audit:read',
  'secret_approval.requested': 'secrets:read',
  'secret_approval.granted': 'secrets:read',
  'secret_approval.refused': 'secrets:read',
  'purchase_request.created': 'requests:read',
  'purchase_request.status_changed': 'requests:read',
  'purchase_request.assigned': 'requests:read',
  'purchase_request.commented': 'requests:read',
  'administrator.created': 'administrators:manage',
  'administrator.updated': 'administrators:manage',
  'administrator.disabled': 'administrators:manage',
  'administrator.enabled': 'administrators:manage',
  'administrator.reset': 'administrators:manage',
  'api_key.created': 'api_keys:manage',
  'api_key.revoked': 'api_keys:manage',
} as const satisfies Record<string, Permission>

export type EventType = keyof typeof eventTypes

/** Who may hear of an event; undefined for what is nobody's business but the service's own. */
export function eventPermission(type: string): Permission | undefined {
  return Object.hasOwn(eventTypes, type) ? eventTypes[type as EventType] : undefined
}

/** What a listener of `GET /v1/events` gets: that something changed, never what. */
export const EventHint = Type.Object(
  {
    type: Type.String(),
    object_type: Type.String(),
    object_id: Id,
    organization_id: nullable(Type.String()),
  },
  { $id: 'EventHint' },
)
export type EventHint = Static<typeof EventHint>
