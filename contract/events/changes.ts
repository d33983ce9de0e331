import { type Static, Type } from 'typebox'
import { exampleId, field, Id, Instant, nullable, ref } from '../api/common.ts'
import type { Permission } from '../api/roles.ts'
import { collect } from '../declarations/all.ts'
import { type EventType, eventPermission, ObjectPath } from './events.ts'

const otherChanges = collect('changes')

export type ChangeType = EventType | keyof typeof otherChanges

export function isChangeType(type: string): type is ChangeType {
  return eventPermission(type) !== undefined || Object.hasOwn(otherChanges, type)
}

/** The permission to see a change: that to read its object. Undefined if it is not shown to clients. */
export function changePermission(type: string): Permission | undefined {
  if (Object.hasOwn(otherChanges, type)) return otherChanges[type as keyof typeof otherChanges]
  return eventPermission(type)
}

/** Where a client stands: the number of a change, and a part of the hash of the audit log at that change. */
const cursorPattern = '\\d{1,15}-[0-9a-f]{16}'
const exampleCursor = '4711-6e340b9cffb37a98'
export const Cursor = field(
  Type.String({ pattern: `^${cursorPattern}$` }),
  'A place in the log of changes. Keep it as it is; its form may change',
  exampleCursor,
)

export const Change = Type.Object(
  {
    cursor: Cursor,
    type: field(Type.String(), 'What happened. New types may be added', 'document.uploaded'),
    object: field(
      Type.Object({
        type: field(Type.String(), 'The type of the object', 'document'),
        id: field(Id, 'The id of the object'),
      }),
      'What has changed',
    ),
    organization_id: field(
      nullable(Type.String()),
      'The organization concerned; null if there is none',
      exampleId,
    ),
    path: ObjectPath,
    version: field(
      nullable(Type.Integer()),
      'The version of the object after the change; null if it has no versions',
      3,
    ),
    at: field(Instant, 'When it was changed'),
  },
  { $id: 'Change', description: 'That an object has changed, but not how.' },
)
export type Change = Static<typeof Change>

export const ChangeListResponse = Type.Object(
  {
    items: field(Type.Array(ref(Change)), 'The changes, in the order of their commits'),
    cursor: field(Cursor, 'What to pass as `after` next, also when `items` is empty', exampleCursor),
  },
  { $id: 'ChangeListResponse', description: 'The next changes.' },
)
export type ChangeListResponse = Static<typeof ChangeListResponse>

export const ChangesQuery = Type.Object({
  after: field(
    Type.Optional(Type.String({ pattern: `^(now|${cursorPattern})$` })),
    'The `cursor` of the last response, or `now` for changes from now on. Without it, the list begins with the oldest change that is kept.',
    exampleCursor,
  ),
  wait: field(
    Type.Integer({ minimum: 0, maximum: 60, default: 0 }),
    'Seconds to wait for a change if there is none yet',
    30,
  ),
  limit: field(Type.Integer({ minimum: 1, maximum: 1000, default: 100 }), 'Changes at most', 100),
})
export type ChangesQuery = Static<typeof ChangesQuery>
