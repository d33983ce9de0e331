import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { recordedEvents } from '../../platform/events/outbox.ts'
import type { SentEvent } from './webhook-message.ts'
import type { DeliveryState, WebhookTables } from './webhook-tables.ts'

export type Endpoint = Selectable<WebhookTables['webhook_endpoints']>
export type Delivery = Selectable<WebhookTables['webhook_deliveries']> & {
  event_type: string
  is_endpoint_enabled: boolean
  /** An earlier event of the same object is still pending, and is sent first. */
  is_behind: boolean
}
type Page = { limit: number; offset: number }

export async function listEndpoints(db: Db, page: Page): Promise<{ total: number; rows: Endpoint[] }> {
  const { total } = await db
    .selectFrom('webhook_endpoints')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { total, rows }
}

export function findEndpoint(db: Db, id: string): Promise<Endpoint | undefined> {
  return db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Reads the endpoint and locks its row until the transaction ends. Events can still be written for it. */
export function lockEndpoint(db: Db, id: string): Promise<Endpoint | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function insertEndpoint(
  db: Db,
  endpoint: Insertable<WebhookTables['webhook_endpoints']>,
): Promise<Endpoint> {
  return db.insertInto('webhook_endpoints').values(endpoint).returningAll().executeTakeFirstOrThrow()
}

export function updateEndpoint(
  db: Db,
  id: string,
  change: Updateable<WebhookTables['webhook_endpoints']>,
): Promise<Endpoint> {
  return db
    .updateTable('webhook_endpoints')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteEndpoint(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
}

/** Deliveries of all endpoints. */
export function deliveries(db: Db) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'webhook_deliveries.endpoint_id')
    .innerJoin(recordedEvents(db).as('event'), 'event.id', 'webhook_deliveries.event_id')
    .selectAll('webhook_deliveries')
    .select(['event.type as event_type', 'endpoint.enabled as is_endpoint_enabled'])
    .select(
      sql<boolean>`webhook_deliveries.state = 'pending' and exists (
        select from webhook_deliveries earlier
        where earlier.endpoint_id = webhook_deliveries.endpoint_id
          and earlier.object_type = webhook_deliveries.object_type
          and earlier.object_id = webhook_deliveries.object_id
          and earlier.state = 'pending' and earlier.seq < webhook_deliveries.seq
      )`.as('is_behind'),
    )
}

function deliveriesTo(db: Db, endpointId: string) {
  return deliveries(db).where('webhook_deliveries.endpoint_id', '=', endpointId)
}

export async function listDeliveries(
  db: Db,
  endpointId: string,
  { state, limit, offset }: Page & { state?: string | undefined },
): Promise<{ total: number; rows: Delivery[] }> {
  let counted = db
    .selectFrom('webhook_deliveries')
    .select(sql<number>`count(*)`.as('total'))
    .where('endpoint_id', '=', endpointId)
  let listed = deliveriesTo(db, endpointId)
  if (state !== undefined) {
    counted = counted.where('state', '=', state as DeliveryState)
    listed = listed.where('webhook_deliveries.state', '=', state as DeliveryState)
  }
  const { total } = await counted.executeTakeFirstOrThrow()
  const rows = await listed.orderBy('webhook_deliveries.seq', 'desc').limit(limit).offset(offset).execute()
  return { total, rows }
}

export function findDelivery(db: Db, endpointId: string, id: string): Promise<Delivery | undefined> {
  return deliveriesTo(db, endpointId).where('webhook_deliveries.id', '=', id).executeTakeFirst()
}

export function findDeliveryOfEvent(db: Db, endpointId: string, eventId: string): Promise<Delivery> {
  return deliveriesTo(db, endpointId)
    .where('webhook_deliveries.event_id', '=', eventId)
    .executeTakeFirstOrThrow()
}

/** The event of a delivery, as it is sent. */
export async function findSentEvent(db: Db, delivery: Delivery): Promise<SentEvent> {
  const event = await recordedEvents(db).where('id', '=', delivery.event_id).executeTakeFirstOrThrow()
  const { object_type, object_id } = delivery
  return { ...event, object_type, object_id, data: event.data as unknown as SentEvent['data'] }
}

/**
 * Sends the delivery now: one that is pending keeps its attempts, another one becomes pending again without them. The
 * lane is locked first, as a sending node does, to prevent a deadlock.
 */
export async function requeueDelivery(db: Db, delivery: Delivery, at: Date): Promise<void> {
  const { endpoint_id, object_type, object_id } = delivery
  await db
    .insertInto('webhook_lanes')
    .values({ endpoint_id, object_type, object_id, claimable_at: at, lease: null })
    .onConflict((conflict) =>
      conflict.columns(['endpoint_id', 'object_type', 'object_id']).doUpdateSet({
        // A leased lane stays leased; a waiting lane becomes claimable now.
        claimable_at: sql`case when webhook_lanes.lease is null then excluded.claimable_at
          else webhook_lanes.claimable_at end`,
      }),
    )
    .execute()
  const anew = delivery.state === 'pending' ? {} : { attempts: 0, first_attempt_at: null }
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', ...anew, next_attempt_at: at })
    .where('id', '=', delivery.id)
    .execute()
}
