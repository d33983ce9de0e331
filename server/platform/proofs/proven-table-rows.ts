import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idOf, keyColumns, keyOf, type ProvenRow, type ProvenTable } from './proven-table.ts'

/** How many rows are read at once. */
const batch = 1_000
export type Row = Record<string, unknown> & ProvenRow
export type Proven = { key: readonly string[]; revision: number; proof: Buffer }

/** One row of the table, whatever its proof says. */
export async function findProvenRow(db: Db, table: ProvenTable, id: string): Promise<Row | undefined> {
  const [row] = await readRows(db, table, [id.split('/')])
  return row
}

/** The next rows of the table in the order of their keys. */
export async function findProvenRows(db: Db, table: ProvenTable, after: string | undefined): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columnsOf(table)} from ${sql.table(table.table)} where ${inOrder(table, after)}`.execute(db)
  return rows
}

/** The condition, order and limit that find the next rows. */
export function inOrder(
  table: ProvenTable,
  after: string | undefined,
  where: RawBuilder<unknown> = sql`true`,
) {
  const [column, ...others] = keyColumns(table)
  // With one column, its index finds the next ones.
  const isSingle = others.length === 0
  const all = sql.join(keyColumns(table).map((one) => sql`${sql.ref(one)}::text`))
  const key = isSingle ? sql.ref(column as string) : sql`concat_ws('/', ${all})`
  const given = isSingle ? sql`${after}::${keyTypeOf(table)}` : sql`${after}`
  const isNext = after === undefined ? sql`true` : sql`${key} > ${given}`
  return sql`${where} and ${isNext} order by ${key} limit ${batch}`
}

function columnsOf(table: ProvenTable) {
  const { columns, later = [] } = table
  const all = [...new Set([...keyColumns(table), ...columns, ...later, 'proof', 'proof_revision'])]
  const parts = Object.entries(table.parts?.columns ?? {})
  return sql.join([
    ...all.map((column) => sql.ref(column)),
    ...parts.map(([name, part]) => sql`${part} as ${sql.ref(name)}`),
  ])
}

function areRows(table: ProvenTable, keys: readonly (readonly string[])[]) {
  const type = keyTypeOf(table)
  const columns = keyColumns(table)
  const values = columns.map((_, index) => sql`${keys.map((key) => key[index])}::${type}[]`)
  const tuple = sql.join(columns.map((column) => sql.ref(column)))
  return sql`(${tuple}) in (select * from unnest(${sql.join(values)}))`
}

export async function readRows(
  db: Db,
  table: ProvenTable,
  keys: readonly (readonly string[])[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columnsOf(table)} from ${sql.table(table.table)} where ${areRows(table, keys)}`.execute(db)
  return rows
}

export function lockRows(db: Db, table: ProvenTable, keys: readonly (readonly string[])[]): Promise<Row[]> {
  const order = sql.join(keyColumns(table).map((column) => sql.ref(column)))
  return lockWhere(db, table, sql`${areRows(table, keys)} order by ${order}`)
}

/**
 * The rows, locked together with their parts. What is selected from other tables is that of before a lock was waited for:
 * with parts, the rows are read once more when everything is locked.
 */
export async function lockWhere(db: Db, table: ProvenTable, where: RawBuilder<unknown>): Promise<Row[]> {
  const columns = table.parts
    ? sql.join(keyColumns(table).map((column) => sql.ref(column)))
    : columnsOf(table)
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(table.table)} where ${where} for update`.execute(db)
  if (!table.parts || rows.length === 0) return rows
  await table.parts.lock(
    db,
    rows.map((row) => idOf(table, row)),
  )
  const keys = rows.map((row) => keyOf(table, row))
  return readRows(db, table, keys)
}

export async function setProofs(db: Db, table: ProvenTable, proven: readonly Proven[]): Promise<void> {
  if (proven.length === 0) return
  const columns = keyColumns(table)
  const keys = columns.map((_column, index) => sql`${proven.map(({ key }) => key[index])}::text[]`)
  const names = columns.map((_column, index) => sql.ref(`key_${index}`))
  const revisions = proven.map(({ revision }) => revision)
  const made = proven.map(({ proof }) => proof)
  await sql`
    update ${sql.table(table.table)} as old set proof = new.proof, proof_revision = new.revision
    from unnest(${sql.join(keys)}, ${revisions}::int[], ${made}::bytea[]) as new (${sql.join(names)}, revision, proof)
    where ${sql.join(
      columns.map(
        (column, index) => sql`old.${sql.ref(column)} = new.${sql.ref(`key_${index}`)}::${keyTypeOf(table)}`,
      ),
      sql` and `,
    )}`.execute(db)
}

function keyTypeOf({ keyType = 'uuid' }: ProvenTable) {
  return sql.raw(keyType)
}
