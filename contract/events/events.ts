import { type Static, Type } from 'typebox'
import { exampleId, field, Id, nullable } from '../api/common.ts'
import type { Permission } from '../api/roles.ts'
import { collect } from '../declarations/all.ts'

/** All events, with the permission that is needed to receive them, and when they are sent. */
export const eventTypes = collect('events')
export type EventType = keyof typeof eventTypes

/** The type of the object: the first part of the event type. */
export type EventSubject = EventType | typeof inboxChanged extends `${infer Subject}.${string}`
  ? Subject
  : never

/** A hint for one person: `object_id` names the administrator, and only their own streams get it. No webhook does. */
export const inboxChanged = 'inbox.changed'

/** The permission to receive an event; undefined if it is not sent to clients. */
export function eventPermission(type: string): Permission | undefined {
  return Object.hasOwn(eventTypes, type) ? eventTypes[type as EventType].permission : undefined
}

export const ObjectPath = field(
  nullable(Type.String()),
  'Where the object can be read as it is now, with `GET`; null if this change has deleted it',
  `/v1/organizations/${exampleId}`,
)

/** An event of `GET /v1/events`: which object has changed, but not how. */
export const EventHint = Type.Object(
  {
    type: field(Type.String(), 'What has happened', 'organization.updated'),
    object_type: field(Type.String(), 'The type of the object', 'organization'),
    object_id: field(Id, 'The id of the object'),
    organization_id: field(nullable(Id), 'The organization that the object belongs to'),
  },
  { $id: 'EventHint', description: 'Which object has changed, but not how.' },
)
export type EventHint = Static<typeof EventHint>
