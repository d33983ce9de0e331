import { eachMatchingRow } from '../audit/audit-reader.ts'
import type { Db } from '../db/database.ts'
import type { AuditProofs } from './audit-proofs.ts'

/** The event that says that all rows were proven anew: keys of before prove nothing that comes after it. */
export const renewed = 'proofs.renewed'

/** The versions of the keys that count from this event on, for proofs of rows and of events. */
export type RenewedState = { versions: { proofs: number; system: number } }

/** The version of the key that proofs of rows have at least, as the audit log says. For who has no register. */
export async function findRenewedVersion(db: Db, auditProofs: Pick<AuditProofs, 'check'>): Promise<number> {
  let version = 0
  for await (const { event } of eachMatchingRow(db, { action: renewed }))
    if ((await auditProofs.check(db, event)) === 'proven')
      version = Math.max(version, (JSON.parse(event).state as RenewedState).versions.proofs)
  return version
}
