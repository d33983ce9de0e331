import { sql } from 'kysely'
import { type Actor, cli } from '../actor.ts'
import type { Link } from '../audit/audit-chain.ts'
import { recordChange } from '../audit/change.ts'
import type { AuditProofs } from '../audit-proofs/audit-proofs.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Proofs } from '../proofs/proofs.ts'
import type { ComparedColumn } from '../proofs/proven-column.ts'
import { vaultSealed } from '../vault/vault-sealed.ts'
import type { RegisterTables } from './register-tables.ts'

export type Rollback = RegisterTables['rollbacks']
/** A row of the audit log that a node knows and the database does not have. */
export type Lost = Link & { knownIn: Rollback['known_in'] }

/** Who found it when, and the last row that the database had then. */
export type Finding = { at: Date; node: string; databaseSeq: number }

/** What was written of a rollback that was found. */
export function findingOf({ seq, hash, known_in, found_at, node, database_seq }: Rollback): Lost & Finding {
  return { seq, hash, knownIn: known_in, at: found_at, node, databaseSeq: database_seq }
}

/** Finds nothing again that was found before. Returns its id. */
export async function recordRollback(db: Db, { seq, hash, knownIn }: Lost, found: Finding): Promise<string> {
  await db
    .insertInto('rollbacks')
    .values({
      id: newId(),
      found_at: found.at,
      node: found.node,
      known_in: knownIn,
      seq,
      hash,
      database_seq: found.databaseSeq,
      accepted_at: null,
      accepted_by: null,
      proof: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await db
    .selectFrom('rollbacks')
    .select('id')
    .where('seq', '=', seq)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return id
}

export function listRollbacks(db: Db): Promise<Rollback[]> {
  return db.selectFrom('rollbacks').selectAll().orderBy('found_at').orderBy('id').execute()
}

/** That it was accepted is checked only where there is anything to accept. */
export async function hasOpenRollbacks(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('rollbacks')
    .select('id')
    .where('accepted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Only somebody with a key of the vault can have accepted it. */
export async function isAccepted(db: Db, proofs: Pick<Proofs, 'check'>, row: Rollback): Promise<boolean> {
  if (row.accepted_at === null) return false
  return (await proofs.check(db, 'rollback', row.id, acceptedFields(row), row.proof)) === 'proven'
}

/**
 * Accepts what the database is now, in the transaction of the caller: what nodes know beyond it is lost. Cursors of
 * clients from before are not valid any more. Returns what was accepted.
 */
export async function acceptRollbacks(
  db: Db,
  tools: { proofs: Pick<Proofs, 'prove' | 'check'>; auditProofs: Pick<AuditProofs, 'prove'>; at: Date },
  by: Actor = cli('rollback accept'),
): Promise<Rollback[]> {
  const accepted: Rollback[] = []
  for (const row of await listRollbacks(db)) {
    if (await isAccepted(db, tools.proofs, row)) continue
    const changed = { ...row, accepted_at: tools.at, accepted_by: by.name }
    const proof = await tools.proofs.prove(db, 'rollback', acceptedFields(changed))
    if (proof === null) throw vaultSealed()
    const { accepted_at, accepted_by } = changed
    await db
      .updateTable('rollbacks')
      .set({ accepted_at, accepted_by, proof })
      .where('id', '=', row.id)
      .execute()
    accepted.push(changed)
  }
  if (accepted.length === 0) return []
  await sql`select changes_restart()`.execute(db)
  const lost = accepted.map(({ seq, hash, node }) => ({ seq, hash: hash.toString('hex'), node }))
  const told = { action: 'rollback.accepted' as const, object: null, at: tools.at, state: { lost } }
  recordChange(db, by, await tools.auditProofs.prove(db, by, told))
  return accepted
}

/** Where these proofs are. */
export const rollbackColumn: ComparedColumn = {
  kind: 'rollback',
  table: 'rollbacks',
  key: ['id'],
  column: 'proof',
  fieldsOf: acceptedFields,
  name: 'Rollbacks',
  where: sql`accepted_at is not null`,
  nameOf: ({ seq }) => `The acceptance of the rollback of row ${seq}`,
}

function acceptedFields({ id, seq, hash, accepted_at, accepted_by }: Rollback) {
  return {
    id,
    seq,
    hash: hash.toString('hex'),
    accepted_at: accepted_at?.toISOString() ?? null,
    accepted_by,
  }
}
