import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { lastProofFailure } from '../../platform/proofs/proof-failures.ts'
import * as store from './inbox-store.ts'
import type { WriteNotices } from './notice-writer.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Tells owners of rows that were not used because the service did not write them. Whoever can write to the database can have
 * thousands found: there is one notice for all of an hour and of all nodes, which leads to the audit log.
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
      const found = await lastProofFailure(db, new Date(at.getTime() - day))
      if (!found) return
      const owners = (await store.listRecipients(db)).filter(({ role }) => role === 'owner')
      const notices = owners.map(({ id }) => ({
        id: newId(),
        administrator_id: id,
        kind: 'security' as const,
        source: `proof.failed:${found.toISOString().slice(0, 13)}`,
        subject_type: 'audit',
        subject_id: 'audit',
        organization_id: null,
        actor_id: null,
        permission: 'audit:read' as const,
        details: { event: 'proof.failed' },
        created_at: found,
      }))
      if ((await db.transaction().execute((db) => write(db, notices, at))) > 0) onNotices()
    },
  }
}
