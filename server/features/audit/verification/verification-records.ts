import type { Db } from '../../../platform/db/database.ts'
import type { Proofs } from '../../../platform/proofs/proofs.ts'
import type { ComparedColumn } from '../../../platform/proofs/proven-column.ts'
import {
  deleteVerificationsBefore,
  insertVerification,
  listVerifications,
  lockVerifications,
  type VerificationRow,
} from './verification-store.ts'

export type VerificationRecords = ReturnType<typeof createVerificationRecords>
/** What a verification found. */
export type Verified = Omit<VerificationRow, 'proof'>

const keptMs = 90 * 86_400_000
/** Behind so many rows that somebody else has written, nobody looks for a genuine one. */
const looked = 10

/** The results of earlier verifications, which count only with their proof: there are none while the vault is sealed. */
export function createVerificationRecords({ proofs }: { proofs: Proofs }) {
  async function newest(db: Db, isValid: boolean): Promise<Verified | undefined> {
    for (const { proof, ...row } of await listVerifications(db, { limit: looked, isValid }))
      if ((await proofs.check(db, 'audit_verification', row.id, fieldsOf(row), proof)) === 'proven')
        return row
    return undefined
  }

  return {
    last: (db: Db) => newest(db, false),
    /** The same, and nobody adds another one before the transaction ends. */
    async lockLast(db: Db) {
      await lockVerifications(db)
      return newest(db, false)
    },
    lastValid: (db: Db) => newest(db, true),

    async record(db: Db, found: Verified): Promise<void> {
      const proof = await proofs.prove(db, 'audit_verification', fieldsOf(found))
      await insertVerification(db, { ...found, proof })
      await deleteVerificationsBefore(db, new Date(found.finished_at.getTime() - keptMs))
    },
  }
}

/** Where these proofs are. */
export const verificationColumn: ComparedColumn = {
  kind: 'audit_verification',
  table: 'audit_verifications',
  key: ['id'],
  column: 'proof',
  fieldsOf: ({ proof: _, ...row }: VerificationRow) => fieldsOf(row),
  name: 'Results of verifications',
  nameOf: ({ id }) => `The result ${id} of a verification`,
}

function fieldsOf({ started_at, finished_at, ...rest }: Verified) {
  return { ...rest, started_at: started_at.toISOString(), finished_at: finished_at.toISOString() }
}
