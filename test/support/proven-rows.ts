import { sql } from 'kysely'
import type { Db } from '../../server/platform/db/database.ts'
import { createProofs, type Proofs } from '../../server/platform/proofs/proofs.ts'
import {
  createProvenTables,
  fieldsOf,
  idOf,
  type ProvenTable,
} from '../../server/platform/proofs/proven-table.ts'
import type { Vault } from '../../server/platform/vault/vault.ts'

/** Proves a row that a test has written, as only the service can. */
export async function proveRow(
  { db, service }: { db: Db; service: { proofs: Proofs } },
  table: ProvenTable,
  id: string,
): Promise<void> {
  const [key = 'id'] = table.key ?? []
  const isRow = sql`${sql.ref(key)} = ${id}`
  const { rows } = await sql<Record<string, unknown> & { proof: null; proof_revision: number }>`
    select * from ${sql.table(table.table)} where ${isRow}`.execute(db)
  const row = rows[0]
  if (!row || idOf(table, row) !== id) throw new Error(`There is no ${table.kind} ${id}.`)
  const revision = row.proof_revision + 1
  const fields = await fieldsOf(db, table, { ...row, proof_revision: revision })
  const proof = await service.proofs.prove(db, table.kind, fields)
  await sql`update ${sql.table(table.table)} set proof = ${proof}, proof_revision = ${revision} where ${isRow}`.execute(
    db,
  )
}

/** What services that prove rows are made of, for tests that make such a service themselves. */
export function provingWith(vault: Pick<Vault, 'state' | 'dataKey'>) {
  const proofs = createProofs({ vault })
  return { proofs, provenTables: createProvenTables({ proofs, register: { last: () => undefined } }) }
}
