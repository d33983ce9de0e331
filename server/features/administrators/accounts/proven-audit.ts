import { type By, type Change, recordChange } from '../../../platform/audit/change.ts'
import type { AuditProofs } from '../../../platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../../platform/db/database.ts'
import { findMakers } from './lineage.ts'
import { type AdministratorState, administratorState } from './proven-states.ts'

type Prove = Pick<AuditProofs, 'prove'>

/**
 * Records a change of who may do what: with the state of the administrator as this transaction leaves it, and the proof
 * that the service wrote it. 503 while the vault is sealed.
 */
export async function recordProven(
  db: Db,
  proofs: Prove,
  administratorId: string,
  by: By,
  told: Change,
): Promise<void> {
  const state = await findAdministratorState(db, administratorId)
  recordChange(db, by, await proofs.prove(db, by, { ...told, state }))
}

/** The state of the administrator as this transaction leaves it. */
export async function findAdministratorState(db: Db, administratorId: string): Promise<AdministratorState> {
  const state = (await findAdministratorStates(db, administratorId)).get(administratorId)
  if (!state) throw new Error('The administrator of a proven event does not exist.')
  return state
}

/** The states of all administrators, or of one, by their ids. */
export async function findAdministratorStates(
  db: Db,
  administratorId?: string,
): Promise<Map<string, AdministratorState>> {
  const rows = await db
    .selectFrom('administrators')
    .selectAll()
    .$if(administratorId !== undefined, (query) => query.where('id', '=', administratorId as string))
    .orderBy('id')
    .execute()
  const codes = await db
    .selectFrom('recovery_codes')
    .select(['administrator_id', 'hash'])
    .$if(administratorId !== undefined, (query) =>
      query.where('administrator_id', '=', administratorId as string),
    )
    .execute()
  const makers = await findMakers(db, administratorId)
  const codesOf = Map.groupBy(codes, ({ administrator_id }) => administrator_id)
  return new Map(
    rows.map((row) => {
      const hashes = codesOf.get(row.id)?.map(({ hash }) => hash) ?? []
      return [row.id, administratorState(row, makers.get(row.id) ?? [], hashes)]
    }),
  )
}
