import { type Selectable, sql } from 'kysely'
import type { Permission } from '../../../contract/api/roles.ts'
import { type EventHint, inboxChanged } from '../../../contract/events/events.ts'
import type { NoticeKind } from '../../../contract/work/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordedEvents } from '../../platform/events/outbox.ts'
import { accounts } from '../administrators/accounts/accounts.ts'
import type { InboxTables } from './inbox-tables.ts'

export type NoticeRow = Selectable<InboxTables['inbox_notices']>
export type NewNotice = Omit<NoticeRow, 'read_at'>
export type ShownNotice = NoticeRow & { actor_name: string | null }
export type WaitingEvent = Awaited<ReturnType<typeof lockEvents>>[number]

/** Unread notices are counted up to here. */
const mostCounted = 1000

/** The next events to make notices of. Those that another node holds are skipped. */
export function lockEvents(db: Db, limit: number) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('inbox_events')
        .select(['event_id', 'seq'])
        .orderBy('seq')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .as('waiting'),
    )
    .innerJoin(recordedEvents(db).as('event'), 'event.id', 'waiting.event_id')
    .select(['event.id', 'event.type', 'event.object_type', 'event.object_id', 'event.organization_id'])
    .select(['event.data', 'event.created_at', 'event.actor_id'])
    .orderBy('waiting.seq')
    .execute()
}

export async function deleteEvents(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('inbox_events').where('event_id', 'in', ids).execute()
}

/** Inserts notices that are not there yet, and returns those. */
export async function insertNotices(db: Db, notices: readonly NewNotice[]): Promise<NoticeRow[]> {
  if (notices.length === 0) return []
  return db
    .insertInto('inbox_notices')
    .values(notices.map((notice) => ({ ...notice, details: JSON.stringify(notice.details) })))
    .onConflict((conflict) => conflict.columns(['source', 'administrator_id', 'kind']).doNothing())
    .returningAll()
    .execute()
}

/** The notices about this object are read: nothing waits any more. Returns whose they are. */
export async function settleNotices(
  db: Db,
  subjectId: string,
  kinds: readonly NoticeKind[],
  at: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable('inbox_notices')
    .set({ read_at: at })
    .where('subject_id', '=', subjectId)
    .where('kind', 'in', kinds)
    .where('read_at', 'is', null)
    .returning('administrator_id')
    .execute()
  return rows.map((row) => row.administrator_id)
}

export interface Reader {
  id: string
  permissions: readonly Permission[]
}

function shown(db: Db, { id, permissions }: Reader) {
  return db
    .selectFrom('inbox_notices')
    .where('administrator_id', '=', id)
    .where('permission', 'in', permissions)
}

export function noticesFor(db: Db, reader: Reader, { unread }: { unread?: boolean | undefined }) {
  return shown(db, reader)
    .leftJoin(accounts(db).as('actor'), 'actor.id', 'inbox_notices.actor_id')
    .selectAll('inbox_notices')
    .select('actor.name as actor_name')
    .$if(unread !== undefined, (query) => query.where('read_at', unread ? 'is' : 'is not', null))
}

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { count } = await db
    .selectFrom(
      shown(db, reader)
        .where('read_at', 'is', null)
        .select('inbox_notices.id')
        .limit(mostCounted)
        .as('unread'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findNotice(db: Db, reader: Reader, id: string): Promise<ShownNotice | undefined> {
  return shown(db, reader)
    .leftJoin(accounts(db).as('actor'), 'actor.id', 'inbox_notices.actor_id')
    .selectAll('inbox_notices')
    .select('actor.name as actor_name')
    .where('inbox_notices.id', '=', id)
    .executeTakeFirst()
}

/** Marks one notice, or all up to one. True if any was unread. */
export async function markRead(
  db: Db,
  administratorId: string,
  which: { id: string } | { until: string | undefined },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('inbox_notices')
    .set({ read_at: at })
    .where('administrator_id', '=', administratorId)
    .where('read_at', 'is', null)
    .$if('id' in which, (query) => query.where('id', '=', (which as { id: string }).id))
    .$if('until' in which && which.until !== undefined, (query) =>
      query.where('id', '<=', (which as { until: string }).until),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Tells the streams of these people, on all nodes and after the commit, that their inbox has changed. */
export async function notifyPeople(db: Db, people: Iterable<string>): Promise<void> {
  for (const id of new Set(people)) {
    const hint: EventHint = { type: inboxChanged, object_type: 'inbox', object_id: id, organization_id: null }
    await sql`select pg_notify('kontor_events', ${JSON.stringify(hint)})`.execute(db)
  }
}

export async function deleteOldNotices(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('inbox_notices')
    .where('id', 'in', (query) =>
      query
        .selectFrom('inbox_notices')
        .select('id')
        .where('created_at', '<', before)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Up to when people were told; the given time if they never were. */
export async function findPosition(db: Db, name: string, first: Date): Promise<Date> {
  await db
    .insertInto('inbox_positions')
    .values({ name, at: first })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { at } = await db
    .selectFrom('inbox_positions')
    .select('at')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return at
}

/** Never goes back: two nodes may do the same at the same time. */
export async function movePosition(db: Db, name: string, at: Date): Promise<void> {
  await db.updateTable('inbox_positions').set({ at }).where('name', '=', name).where('at', '<', at).execute()
}

/** Everybody who can be told something. */
export function listRecipients(db: Db) {
  return accounts(db).where('disabled_at', 'is', null).execute()
}
export type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]
