import { type AuditEntry, appendAudit } from '../../platform/audit/audit-log.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../platform/db/database.ts'
import { findAdministrator } from './administrator-store.ts'
import { findMakers } from './lineage.ts'
import { type AdministratorState, administratorState } from './proven-states.ts'

type Prove = Pick<AuditProofs, 'prove'>
type Entry = Omit<AuditEntry, 'at' | 'state' | 'proof' | 'values'> & { at: Date }

/**
 * Appends an event that changed who may do what: with the state of the administrator as this transaction leaves it, and
 * the proof that the service wrote it. Last in the transaction, like `appendAudit`. 503 while the vault is sealed.
 */
export async function appendProven(
  db: Db,
  proofs: Prove,
  administratorId: string,
  entry: Entry,
): Promise<void> {
  const state = await findAdministratorState(db, administratorId)
  await appendAudit(db, await proofs.prove(db, { ...entry, state }))
}

/** The state of the administrator as this transaction leaves it. */
export async function findAdministratorState(db: Db, administratorId: string): Promise<AdministratorState> {
  const row = await findAdministrator(db, administratorId)
  if (!row) throw new Error('The administrator of a proven event does not exist.')
  const makers = await findMakers(db, administratorId)
  return administratorState(row, makers.get(administratorId) ?? [])
}
