import type { AuditAction } from '../../../contract/events/audit.ts'
import type { EventType } from '../../../contract/events/events.ts'
import type { Actor } from '../actor.ts'
import { Permit } from '../authorization/permit.ts'
import type { Db } from '../db/database.ts'
import { beforeCommit } from '../db/transactions.ts'
import { type OutgoingEvent, recordEvents } from '../events/outbox.ts'
import {
  type AuditEntry,
  appendAudit,
  type ChangedObject,
  type ChangeRow,
  changesOf,
  type Revision,
} from './audit-log.ts'

/** Who makes a change: somebody whom the policy has allowed an act, or anybody for what is none. */
export type By = Actor | Permit

export function actorOf(by: By): Actor {
  return by instanceof Permit ? by.actor : by
}

/** What is recorded of a change. With `data`, webhooks and live updates are told of it too. */
export type Change = Omit<AuditEntry, 'actor' | 'action'> &
  ({ action: EventType; data?: Record<string, unknown> } | { action: AuditAction; data?: undefined })

interface Collected {
  events: OutgoingEvent[]
  entries: AuditEntry[]
  changes: ChangeRow[]
  revisions: Revision[]
}

const collections = new WeakMap<Db, Collected>()

/**
 * Records a change: its audit row, the change that clients can read, and its event. It is only collected here, and written
 * right before the commit: the end of the audit log is locked from then on.
 */
export function recordChange(db: Db, by: By, { data, ...told }: Change): void {
  if (by instanceof Permit) by.demandIn(db)
  const { entries, changes } = collectedIn(db)
  const entry = entryOf(by, told)
  entries.push(entry)
  changes.push(...changesOf(entry))
  if (data === undefined) return
  const { action, object, organizationId, at } = entry
  if (!object) throw new Error('An event is about an object.')
  tell(db, { type: action as EventType, object, organizationId: organizationId ?? null, data, at })
}

/** Tells webhooks and live updates, and with `changed` those who read changes, of what has no audit row of its own. */
export function tell(db: Db, event: OutgoingEvent, changed?: ChangedObject): void {
  const { events, changes } = collectedIn(db)
  events.push(event)
  const { organizationId = null, at } = event
  if (changed) changes.push(...changesOf({ object: null, organizationId, alsoChanged: [changed], at }))
}

/** The audit row of the transaction names the revision that a proven row has reached, so that every node learns of it. */
export function noteRevision(db: Db, revision: Revision): void {
  collectedIn(db).revisions.push(revision)
}

/** The audit row of a change. That of an act names the approval and the reason. */
export function entryOf(by: By, told: Omit<AuditEntry, 'actor'>): AuditEntry {
  if (!(by instanceof Permit)) return { ...told, actor: by }
  const { actor, approvals, reason } = by
  const [approved, ...also] = approvals.map(({ id, voters }) => ({ approval_id: id, approved_by: voters }))
  const details = {
    ...told.details,
    ...approved,
    ...(also.length > 0 && { also_approved: also }),
    ...(reason && { reason }),
  }
  return { ...told, actor, details }
}

function collectedIn(db: Db): Collected {
  const known = collections.get(db)
  if (known) return known
  const collected: Collected = { events: [], entries: [], changes: [], revisions: [] }
  beforeCommit(db, () => {
    // A later step may still record something: that is written after it.
    collections.delete(db)
    return write(db, collected)
  })
  collections.set(db, collected)
  return collected
}

async function write(db: Db, { events, entries, changes, revisions }: Collected): Promise<void> {
  await recordEvents(db, events)
  if (entries.length > 0 || changes.length > 0)
    await appendAudit(db, withRevisions(entries, revisions), changes)
  else if (revisions.length > 0) throw new Error('A proven row was changed without an audit row.')
}

function withRevisions(entries: readonly AuditEntry[], revisions: readonly Revision[]): AuditEntry[] {
  if (revisions.length === 0) return [...entries]
  const [first, ...others] = entries
  if (!first) throw new Error('A proven row was changed without an audit row.')
  return [{ ...first, revisions }, ...others]
}
