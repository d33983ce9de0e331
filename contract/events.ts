import { type Static, Type } from 'typebox'
import { Id, nullable } from './common.ts'
import type { Permission } from './roles.ts'

/** All events, with the permission that is needed to receive them: that to read the object. */
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

/** The type of the object: the first part of the event type. */
export type EventSubject = EventType extends `${infer Subject}.${string}` ? Subject : never

/** The permission to receive an event; undefined if it is not sent to clients. */
export function eventPermission(type: string): Permission | undefined {
  return Object.hasOwn(eventTypes, type) ? eventTypes[type as EventType] : undefined
}

/** An event of `GET /v1/events`: which object has changed, but not how. */
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
