import { sql } from 'kysely'
import type { DeliveryError } from '../../../contract/events/webhooks.ts'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import type { Lease } from '../../platform/delivery/leased-work.ts'
import { deleteOldEvents, recordedEvents, traceOf } from '../../platform/events/outbox.ts'
import type { Trace } from '../../platform/trace.ts'
import type { SentEvent } from './webhook-message.ts'

/** A lane that this node has leased, with its oldest pending event and its endpoint. */
export type PendingDelivery = {
  lane: Lane
  delivery: { id: string; attempts: number; first_attempt_at: Date | null }
  endpoint: {
    id: string
    url: string
    secret: Buffer
    previous_secret: Buffer | null
    previous_secret_expires_at: Date | null
  }
  event: SentEvent & { trace: Trace | undefined }
}

export type Lane = { endpoint_id: string; object_type: string; object_id: string; lease: string }

/** The result of one attempt. Without `retry_at`, an event that was not delivered is parked. */
export type Attempt = {
  at: Date
  delivered: boolean
  retry_at: Date | undefined
  response_status: number | null
  response_excerpt: string | null
  error: DeliveryError | null
}

/** What delivery reads and writes. A simulation passes its own. */
export interface DeliveryStore {
  findEndpointsWithWork(at: Date): Promise<string[]>
  claimLane(endpointId: string, claim: Lease): Promise<Lane | undefined>
  findPendingDelivery(lane: Lane): Promise<PendingDelivery | undefined>
  finishAttempt(pending: PendingDelivery, attempt: Attempt): Promise<boolean>
  noteOutcome(
    endpoint: PendingDelivery['endpoint'],
    attempt: Pick<Attempt, 'at' | 'delivered'>,
  ): Promise<void>
  postponeLane(lane: Lane, until: Date): Promise<void>
  dropEmptyLane(lane: Lane): Promise<void>
}

export function createDeliveryStore(db: Db): DeliveryStore {
  return {
    findEndpointsWithWork: (at) => findEndpointsWithWork(db, at),
    claimLane: (endpointId, claim) => claimLane(db, endpointId, claim),
    findPendingDelivery: (lane) => findPendingDelivery(db, lane),
    finishAttempt: (pending, attempt) => finishAttempt(db, pending, attempt),
    noteOutcome: (endpoint, attempt) => noteOutcome(db, endpoint, attempt),
    postponeLane: (lane, until) => postponeLane(db, lane, until),
    dropEmptyLane: (lane) => dropEmptyLane(db, lane),
  }
}

/**
 * Endpoints with a lane that can be leased now; none while delivery is paused. Runs after each event. The limit keeps the
 * plan to the index, however many lanes there were when it was made.
 */
async function findEndpointsWithWork(db: Db, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${keptPlan}
    select id from webhook_endpoints as endpoint
    where enabled and not exists (select from webhook_pause) and (
      select true from webhook_lanes where endpoint_id = endpoint.id and claimable_at <= ${at} limit 1
    )
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Leases one lane of the endpoint. Lanes that other nodes are leasing at the same time are skipped. */
async function claimLane(db: Db, endpointId: string, { at, until, lease }: Lease): Promise<Lane | undefined> {
  const { rows } = await sql<Lane>`
    with free as (
      select endpoint_id, object_type, object_id from webhook_lanes
      where endpoint_id = ${endpointId} and claimable_at <= ${at}
        and (select enabled from webhook_endpoints where id = ${endpointId})
        and not exists (select from webhook_pause)
      order by claimable_at limit 1
      for update skip locked
    )
    update webhook_lanes lane set lease = ${lease}, claimable_at = ${until}
    from free
    where (lane.endpoint_id, lane.object_type, lane.object_id) = (free.endpoint_id, free.object_type, free.object_id)
    returning lane.endpoint_id, lane.object_type, lane.object_id, lane.lease
  `.execute(db)
  return rows[0]
}

/** The oldest pending event of the lane. Read after the claim, so that it sees what the last holder finished. */
async function findPendingDelivery(db: Db, lane: Lane): Promise<PendingDelivery | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin(recordedEvents(db).as('event'), 'event.id', 'delivery.event_id')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select(['delivery.id as delivery_id', 'delivery.attempts', 'delivery.first_attempt_at'])
    .select([
      'endpoint.url',
      'endpoint.secret',
      'endpoint.previous_secret',
      'endpoint.previous_secret_expires_at',
    ])
    .select(['event.id as event_id', 'event.type', 'event.organization_id', 'event.data', 'event.created_at'])
    .select(['event.trace_id', 'event.trace_sampled'])
    .where('delivery.endpoint_id', '=', lane.endpoint_id)
    .where('delivery.object_type', '=', lane.object_type)
    .where('delivery.object_id', '=', lane.object_id)
    .where('delivery.state', '=', 'pending')
    .orderBy('delivery.seq')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    lane,
    delivery: { id: row.delivery_id, attempts: row.attempts, first_attempt_at: row.first_attempt_at },
    endpoint: {
      id: lane.endpoint_id,
      url: row.url,
      secret: row.secret,
      previous_secret: row.previous_secret,
      previous_secret_expires_at: row.previous_secret_expires_at,
    },
    event: {
      id: row.event_id,
      type: row.type,
      object_type: lane.object_type,
      object_id: lane.object_id,
      organization_id: row.organization_id,
      data: row.data as unknown as Record<string, unknown>,
      created_at: row.created_at,
      trace: traceOf(row),
    },
  }
}

/** Locks the lane while its state is written; false when the lease ran out and another node has it now. */
async function lockLane(db: Db, lane: Lane): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_lanes')
    .select('lease')
    .where((where) => where.and(lane))
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Records an attempt and releases the lane; a lane without pending events is deleted. */
function finishAttempt(db: Db, pending: PendingDelivery, attempt: Attempt): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    if (!(await lockLane(db, pending.lane))) return false
    await db
      .updateTable('webhook_deliveries')
      .set({
        state: attempt.delivered ? 'delivered' : attempt.retry_at ? 'pending' : 'parked',
        attempts: pending.delivery.attempts + 1,
        first_attempt_at: pending.delivery.first_attempt_at ?? attempt.at,
        last_attempt_at: attempt.at,
        ...(attempt.retry_at && { next_attempt_at: attempt.retry_at }),
        response_status: attempt.response_status,
        response_excerpt: attempt.response_excerpt,
        error: attempt.error && JSON.stringify(attempt.error),
      })
      .where('id', '=', pending.delivery.id)
      .execute()
    await releaseLane(db, pending.lane)
    return true
  })
}

/**
 * Since when the endpoint fails. In a statement of its own: who deletes the endpoint locks its row before its lanes. An
 * attempt at an address that was changed meanwhile says nothing.
 */
async function noteOutcome(
  db: Db,
  { id, url }: PendingDelivery['endpoint'],
  { at, delivered }: Pick<Attempt, 'at' | 'delivered'>,
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ failing_since: delivered ? null : at })
    .where('id', '=', id)
    .where('url', '=', url)
    .where('failing_since', delivered ? 'is not' : 'is', null)
    .execute()
}

/** The lane waits for its oldest pending event, or is deleted. The caller holds the lock of its row. */
async function releaseLane(db: Db, { lease: _, ...lane }: Lane): Promise<void> {
  const next = await db
    .selectFrom('webhook_deliveries')
    .select('next_attempt_at')
    .where((where) => where.and(lane))
    .where('state', '=', 'pending')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  if (next) {
    await db
      .updateTable('webhook_lanes')
      .set({ lease: null, claimable_at: next.next_attempt_at })
      .where((where) => where.and(lane))
      .execute()
  } else {
    await db
      .deleteFrom('webhook_lanes')
      .where((where) => where.and(lane))
      .execute()
  }
}

/** Releases the lane without an attempt; it cannot be leased before `until`. */
async function postponeLane(db: Db, lane: Lane, until: Date): Promise<void> {
  await db
    .updateTable('webhook_lanes')
    .set({ lease: null, claimable_at: until })
    .where((where) => where.and(lane))
    .execute()
}

/** Deletes a lane without pending events, which a change of the endpoint can leave behind. */
function dropEmptyLane(db: Db, lane: Lane): Promise<void> {
  return db.transaction().execute(async (db) => {
    if (await lockLane(db, lane)) await releaseLane(db, lane)
  })
}

/** Pending deliveries of enabled endpoints. Counted up to a limit, so that a long backlog does not make it slower. */
export async function findBacklog(db: Db): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select coalesce(sum(pending.count), 0)::int8 as count, min(pending.oldest) as oldest
    from webhook_endpoints endpoint cross join lateral (
      select
        (select count(*) from (
          select from webhook_deliveries
          where endpoint_id = endpoint.id and state = 'pending' limit 10000) counted) as count,
        (select min(created_at) from webhook_deliveries
          where endpoint_id = endpoint.id and state = 'pending') as oldest
    ) pending
    where endpoint.enabled
  `.execute(db)
  return rows[0] ?? { count: 0, oldest: null }
}

/** Deletes events older than `before`, at most `limit`, unless a delivery of them is pending. Returns how many. */
export function deleteDeliveredEvents(db: Db, before: Date, limit: number): Promise<number> {
  const pending = db.selectFrom('webhook_deliveries').select('event_id').where('state', '=', 'pending')
  return deleteOldEvents(db, { before, limit, stillNeeded: pending })
}
