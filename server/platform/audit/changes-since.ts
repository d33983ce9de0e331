import type { AuditAction } from '../../../contract/events/audit.ts'
import type { Db } from '../db/database.ts'
import { type ExpectedVersions, isExpected, type VersionedObject, versionConflict } from '../versions.ts'
import { findAuditHead, listAuditRows } from './audit-reader.ts'

/** Enough for everything that happens while somebody fills in a form. */
const limit = 50

interface Changed {
  /** As in the message. */
  name: VersionedObject
  object: { type: string; id: string }
  version: number
  /** What changes its version. */
  actions: readonly AuditAction[]
  /** The fields that an event has changed, if its details do not name them. */
  otherwise?: readonly string[]
}

/** As demandVersion, for objects that people edit in a form: the refusal says who changed what. */
export async function demandEditedVersion(
  db: Db,
  expected: ExpectedVersions,
  changed: Changed,
): Promise<void> {
  if (isExpected(expected, changed.version)) return
  const known = Math.max(...(expected as readonly number[]))
  throw versionConflict(changed.name, changed.version, { changes: await changesSince(db, changed, known) })
}

/** Who did this to the object last, and when. */
export async function lastAct(
  db: Db,
  action: AuditAction,
  object: { type: string; id: string },
): Promise<{ by: EventActor; at: Date; details: Record<string, unknown> } | undefined> {
  const { seq: head } = await findAuditHead(db)
  const filter = { action, object_type: object.type, object_id: object.id, outcome: 'success' as const }
  const [row] = await listAuditRows(db, filter, { head, limit: 1, offset: 0 })
  if (!row) return undefined
  const event = JSON.parse(row.event) as StoredEvent
  return { by: actorOf(event), at: row.at, details: event.details }
}

/** Who changed what after a version, newest first, so that a person whose change is refused can decide. */
async function changesSince(db: Db, { object, version, actions, otherwise = [] }: Changed, known: number) {
  const { seq: head } = await findAuditHead(db)
  const filter = { object_type: object.type, object_id: object.id, outcome: 'success' as const }
  const rows = await listAuditRows(db, filter, { head, limit, offset: 0 })
  return (
    rows
      .map(({ event, at }) => ({ ...(JSON.parse(event) as StoredEvent), at: at.toISOString() }))
      .filter(({ action }) => actions.includes(action))
      // Each of these events has made one version.
      .map((event, index) => ({ ...event, made: event.details.version ?? version - index }))
      .filter(({ made }) => made > known)
      .map(({ details, at, made, ...event }) => ({
        version: made,
        fields: details.changed ?? details.fields ?? otherwise,
        actor: actorOf(event),
        at,
      }))
  )
}

interface EventActor {
  kind: string
  id: string | null
  name: string
}

function actorOf(event: Pick<StoredEvent, 'actor_kind' | 'actor_id' | 'actor_name'>): EventActor {
  return { kind: event.actor_kind, id: event.actor_id, name: event.actor_name }
}

type StoredEvent = {
  action: AuditAction
  actor_kind: string
  actor_id: string | null
  actor_name: string
  details: { version?: number; changed?: string[]; fields?: string[] }
}
