import { hostname } from 'node:os'
import { service } from '../actor.ts'
import { recordChange } from '../audit/change.ts'
import type { AuditProofs } from '../audit-proofs/audit-proofs.ts'
import type { Db } from '../db/database.ts'

/**
 * Records that a node has begun with an empty register, of which owners get a notice. Somebody may have removed it, so that what the database no
 * longer has is not missed.
 */
export async function recordEmptyRegister(
  pool: Db,
  { auditProofs, at }: { auditProofs: Pick<AuditProofs, 'prove'>; at: Date },
): Promise<void> {
  const state = { node: hostname() }
  await pool.transaction().execute(async (db) => {
    const told = await auditProofs.prove(db, service, {
      action: 'audit.register_begun' as const,
      object: null,
      details: state,
      state,
      at,
    })
    recordChange(db, service, told)
  })
}
