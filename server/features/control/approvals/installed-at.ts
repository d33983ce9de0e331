import { findAuditRow } from '../../../platform/audit/audit-reader.ts'
import type { Db } from '../../../platform/db/database.ts'

/** When the installation began: the time of the first audit row, which never changes once it is there. */
export function createInstalledAt(): (db: Db) => Promise<Date | undefined> {
  let known: Date | undefined
  return async (db) => {
    known ??= (await findAuditRow(db, 1))?.at
    return known
  }
}
export type InstalledAt = ReturnType<typeof createInstalledAt>
