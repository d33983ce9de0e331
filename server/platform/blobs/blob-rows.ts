import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { BlobRow } from './sealed-content.ts'

type Tables = readonly string[]
type Part = { after?: string | undefined; notIn?: string | undefined }

/** A row that names a blob, and its table. */
export type FoundBlob = BlobRow & { table: string }

/** Rows of all these tables in the order of their ids, which is chronological. `notIn` excludes one store. */
export async function listBlobRows(
  db: Db,
  tables: Tables,
  { limit, after, notIn }: Part & { limit: number },
): Promise<FoundBlob[]> {
  const beginning = after === undefined ? sql`` : sql`and id > ${after}`
  const { rows } = await sql<FoundBlob>`
    ${inEach(tables, (from) => sql`${from} where ${elsewhere(notIn)} ${beginning}`)} order by id limit ${limit}
  `.execute(db)
  return rows
}

export async function countBlobRows(db: Db, tables: Tables, { after, notIn }: Part): Promise<number> {
  const beginning = after === undefined ? sql`` : sql`and id > ${after}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from (${inEach(tables, (from) => sql`${from} where ${elsewhere(notIn)} ${beginning}`)}) as stored
  `.execute(db)
  return rows[0]?.count ?? 0
}

export async function findBlobRow(db: Db, tables: Tables, id: string): Promise<FoundBlob | undefined> {
  const { rows } = await sql<FoundBlob>`${inEach(tables, (from) => sql`${from} where id = ${id}`)}`.execute(
    db,
  )
  return rows[0]
}

export async function listBlobStores(db: Db, tables: Tables): Promise<string[]> {
  const { rows } = await sql<{ store: string }>`
    select distinct store from (${inEach(tables, (from) => from)}) as stored
  `.execute(db)
  return rows.map(({ store }) => store)
}

/** Those of the given blobs that a row names in this store. */
export async function knownBlobs(
  db: Db,
  tables: Tables,
  store: string,
  names: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    ${inEach(tables, (from) => sql`${from} where store = ${store} and id = any(${names}::uuid[])`)}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** False if another process has moved it in the meantime. */
export async function moveBlobRow(db: Db, { id, store, table }: FoundBlob, to: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set store = ${to} where id = ${id} and store = ${store}
  `.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

function inEach(
  tables: Tables,
  query: (selected: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const queries = tables.map((table) =>
    query(
      sql`select ${sql.lit(table)} as "table", id, organization_id, content_key, store, size, sha256 from ${sql.table(table)}`,
    ),
  )
  return sql.join(queries, sql` union all `)
}

function elsewhere(store: string | undefined): RawBuilder<unknown> {
  return store === undefined ? sql`true` : sql`store <> ${store}`
}
