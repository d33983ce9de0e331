import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import type { EventType } from '../../../contract/events/events.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { withNext, withNextKept } from '../db/primary/with-next.ts'
import { currentScope } from '../request-scope.ts'
import type { Trace } from '../trace.ts'

export interface OutgoingEvent {
  /** An event of the contract, or the test of one webhook endpoint, which only that endpoint receives. */
  type: EventType | 'webhook.test'
  object: { type: string; id: string }
  organizationId?: string | null
  data: Record<string, unknown>
  at: Date
}

/** Records an event in the transaction of its change; it is delivered after the commit. Returns its id. */
export async function recordEvent(db: Db, event: OutgoingEvent): Promise<string> {
  const row = rowOf(event)
  await db.insertInto('outbox_events').values(row).execute()
  return row.id
}

/** Records many events at once, in their order. */
export async function recordEvents(db: Db, events: readonly OutgoingEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += eventsAtOnce)
    await db
      .insertInto('outbox_events')
      .values(events.slice(at, at + eventsAtOnce).map(rowOf))
      .modifyEnd(events.length === 1 ? withNextKept : withNext)
      .execute()
}

/** A statement has at most 65,535 parameters. */
const eventsAtOnce = 1_000

/** The insert as a part of a statement that changes something else too. */
export function eventInsert(event: OutgoingEvent): RawBuilder<unknown> {
  const row = rowOf(event)
  return sql`insert into outbox_events
    (id, type, object_type, object_id, organization_id, data, created_at, trace_id, trace_sampled, actor_id)
    values (${row.id}, ${row.type}, ${row.object_type}, ${row.object_id}, ${row.organization_id}, ${row.data},
      ${row.created_at}, ${row.trace_id}, ${row.trace_sampled}, ${row.actor_id})`
}

function rowOf(event: OutgoingEvent) {
  const scope = currentScope()
  const trace = scope?.trace
  return {
    id: newId(),
    type: event.type,
    object_type: event.object.type,
    object_id: event.object.id,
    organization_id: event.organizationId ?? null,
    data: JSON.stringify(event.data),
    created_at: event.at,
    trace_id: trace?.id ?? null,
    trace_sampled: trace?.sampled ?? null,
    actor_id: scope?.administratorId ?? null,
  }
}

/** Every recorded event: a subquery for features that join it. */
export function recordedEvents(db: Db) {
  return db
    .selectFrom('outbox_events')
    .select(['id', 'type', 'object_type', 'object_id', 'organization_id', 'data', 'created_at'])
    .select(['trace_id', 'trace_sampled', 'actor_id'])
}

/** The type of every recorded event, for SQL that is written by hand. */
export const typesOfEvents = sql`(select id, type from outbox_events)`

/** The trace of the request that caused the event, if its client sent one. */
export function traceOf(row: { trace_id: string | null; trace_sampled: boolean | null }): Trace | undefined {
  return row.trace_id === null ? undefined : { id: row.trace_id, sampled: row.trace_sampled === true }
}

/**
 * Deletes events older than `before`, at most `limit` of them, except those whose id `stillNeeded` selects. Returns how
 * many were deleted.
 */
export async function deleteOldEvents(
  db: Db,
  {
    before,
    limit,
    stillNeeded,
  }: { before: Date; limit: number; stillNeeded: AliasableExpression<{ event_id: string }> },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox_events')
    .where('id', 'in', (query) =>
      query
        .selectFrom('outbox_events')
        .select('id')
        .where('created_at', '<', before)
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom(stillNeeded.as('needed'))
                .select('needed.event_id')
                .whereRef('needed.event_id', '=', 'outbox_events.id'),
            ),
          ),
        )
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
