import { recentEvents } from '../../platform/audit/last-event.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { lastProofFailure } from '../../platform/proofs/proof-failures.ts'
import * as store from './inbox-store.ts'
import type { WriteNotices } from './notice-writer.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Tells owners of rows that were not used because the service did not write them, and of nodes that started without what they
 * had remembered. Whoever can write to the database can have thousands found: there is one notice for all of an hour and of
 * all nodes, which leads to the audit log.
 */
export function createProofNotices({
  db,
  now,
  write,
  onNotices,
}: {
  db: Db
  now: () => Date
  write: WriteNotices
  onNotices: () => void
}): Job {
  return {
    name: 'proof-notices',
    intervalMs: minute,
    runAtStart: true,
    async run() {
      const at = now()
      const since = new Date(at.getTime() - day)
      const failed = await lastProofFailure(db, since)
      const [begun] = await recentEvents(db, 'audit.register_begun', { since, limit: 1 })
      const found = [
        ...(failed ? [{ event: 'proof.failed', at: failed }] : []),
        ...(begun ? [{ event: 'audit.register_begun', at: begun.at }] : []),
      ]
      if (found.length === 0) return
      const owners = (await store.listRecipients(db)).filter(({ role }) => role === 'owner')
      const notices = found.flatMap(({ event, at }) =>
        owners.map(({ id }) => ({
          id: newId(),
          administrator_id: id,
          kind: 'security' as const,
          source: `${event}:${at.toISOString().slice(0, 13)}`,
          subject_type: 'audit',
          subject_id: 'audit',
          organization_id: null,
          actor_id: null,
          permission: 'audit:read' as const,
          details: { event },
          created_at: at,
        })),
      )
      if ((await db.transaction().execute((db) => write(db, notices, at))) > 0) onNotices()
    },
  }
}
