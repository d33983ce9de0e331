import { findAuditHead, listAuditRows } from '../../platform/audit/audit-reader.ts'
import type { Db } from '../../platform/db/database.ts'

/** Enough for everything that happens while somebody fills in a form. */
const limit = 50

/** Who changed what after a version, newest first, so that a person whose change is refused can decide. */
export async function changesSince(db: Db, organizationId: string, version: number) {
  const { seq: head } = await findAuditHead(db)
  const filter = { object_type: 'organization', object_id: organizationId }
  const rows = await listAuditRows(db, filter, { head, limit, offset: 0 })
  return rows
    .map(({ event, at }) => ({ ...(JSON.parse(event) as StoredEvent), at: at.toISOString() }))
    .filter(({ details }) => (details.version ?? 0) > version)
    .map(({ details, at, ...event }) => ({
      version: details.version,
      fields: details.changed ?? ['kyb_status', 'kyb_reason'],
      actor: { kind: event.actor_kind, id: event.actor_id, name: event.actor_name },
      at,
    }))
}

type StoredEvent = {
  actor_kind: string
  actor_id: string | null
  actor_name: string
  details: { version?: number; changed?: string[] }
}
