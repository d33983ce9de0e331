import { randomUUID } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Service } from '../../../server/app.ts'
import { administratorTable } from '../../../server/features/administrators/accounts/proven-people.ts'
import type { Db, Tables } from '../../../server/platform/db/database.ts'
import { createProofs, type Proofs } from '../../../server/platform/proofs/proofs.ts'
import { fieldsOf, idOf, type ProvenTable } from '../../../server/platform/proofs/proven-table.ts'
import { createProvenTables } from '../../../server/platform/proofs/row-proofs.ts'
import type { Vault } from '../../../server/platform/vault/vault.ts'

type Proving = Pick<Service, 'proofs' | 'provenTables'>

/** A new administrator as the service writes one: proven without another query, because almost every test has some. */
export async function insertProvenAdministrator(
  { db, service }: { db: Db; service: Pick<Proving, 'proofs'> },
  row: {
    id: string
    email: string
    name: string
    role: Tables['administrators']['role']
    password_hash: string | null
    at: Date
  },
): Promise<void> {
  const { at, ...own } = row
  const proven = {
    ...own,
    otp_secret: null,
    otp_confirmed_at: null,
    otp_last_step: null,
    disabled_at: null,
    disabled_because: null,
    role_since: at,
    credentials_since: at,
    managed_by: null,
    version: 1,
    created_at: at,
    proof_revision: 1,
  }
  const withDefaults = { ...proven, passkeys: 0, lineage: [], proof: null }
  const fields = await fieldsOf(db, administratorTable, withDefaults)
  const proof = await service.proofs.prove(db, 'administrator', fields)
  await db
    .insertInto('administrators')
    .values({ ...proven, password_changed_at: at, created_by: 'test', updated_at: at, proof })
    .execute()
}

/** Changes rows of a proven table as only the service can: those of the condition, or all. */
export async function changeProven<Name extends keyof Tables & string>(
  { db, service }: { db: Db; service: Pick<Proving, 'provenTables'> },
  table: ProvenTable & { table: Name },
  changes: Partial<Record<string, unknown>>,
  where: RawBuilder<SqlBool> = sql`true`,
): Promise<void> {
  const set = Object.entries({ ...changes, proof: null }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  )
  const change = async (db: Db) => {
    await sql`update ${sql.table(table.table)} set ${sql.join(set)} where ${where}`.execute(db)
    await service.provenTables.proveAll(db, table)
  }
  await (db.isTransaction ? change(db) : db.transaction().execute(change))
}

/** The same of administrators: one of them, those of a condition, or all. */
export function changeAdministrators(
  server: { db: Db; service: Pick<Proving, 'provenTables'> },
  changes: Partial<Record<string, unknown>>,
  which: string | RawBuilder<SqlBool> = sql`true`,
): Promise<void> {
  return changeProven(
    server,
    administratorTable,
    changes,
    typeof which === 'string' ? sql`id = ${which}` : which,
  )
}

/** An account that somebody made what it is, and that nobody has confirmed. */
export async function givenLineage(
  server: { db: Db; service: Pick<Proving, 'provenTables'> },
  edge: { administrator_id: string; made_by: string; act: 'created' | 'reset'; made_at: Date },
): Promise<void> {
  await server.db
    .insertInto('administrator_lineage')
    .values({ id: randomUUID(), ...edge, confirmed_at: null, confirmed_by: null })
    .execute()
  await changeAdministrators(server, {}, edge.administrator_id)
}

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
