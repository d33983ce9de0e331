import type { EventType } from '../../../contract/events.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/ids.ts'

export interface OutgoingEvent {
  /** What happened: one of the contract's events, or a test of one endpoint, which is for it alone. */
  type: EventType | 'webhook.test'
  object: { type: string; id: string }
  organizationId?: string | null
  data: Record<string, unknown>
  at?: Date
}

/** Writes the event in the transaction of the change it tells of; it is delivered after the commit. Gives its id. */
export async function recordEvent(db: Db, event: OutgoingEvent): Promise<string> {
  const id = newId()
  await db
    .insertInto('outbox_events')
    .values({
      id,
      type: event.type,
      object_type: event.object.type,
      object_id: event.object.id,
      organization_id: event.organizationId ?? null,
      data: JSON.stringify(event.data),
      created_at: event.at ?? new Date(),
    })
    .execute()
  return id
}
