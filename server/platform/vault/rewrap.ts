import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Place } from './sealing.ts'
import { Unreadable, type Vault } from './vault.ts'

/** Where a feature keeps sealed records: enough to find each one and the place it was sealed for. */
export type SealedColumn = {
  table: string
  column: string
  /** Column with the id that the record was sealed under. */
  record: string
  /** Column with the organization; null for records of the system. */
  organization: string | null
}

export type RewrapProgress = { done: number; total: number }

const batchSize = 100

/**
 * Brings every record to the active key of its scope. What is left to do is read from the records themselves,
 * so it may be stopped at any moment and started again, also twice at once. Records that do not open are
 * left as they are and named.
 */
export async function rewrap(
  db: Db,
  vault: Pick<Vault, 'open' | 'seal'>,
  columns: readonly SealedColumn[],
  onProgress: (progress: RewrapProgress) => void,
  signal?: AbortSignal,
): Promise<{ done: number; unreadable: Place[] }> {
  const counts = await Promise.all(columns.map((column) => countOutdated(db, column)))
  const total = counts.reduce((sum, count) => sum + count, 0)
  const unreadable: Place[] = []
  let done = 0
  onProgress({ done, total })
  for (const column of columns) {
    let batch: Batch = { last: undefined, done: 0, unreadable: [] }
    do {
      batch = await rewrapBatch(db, vault, column, batch.last)
      done += batch.done
      unreadable.push(...batch.unreadable)
      onProgress({ done, total: Math.max(total, done) })
    } while (batch.last !== undefined && !signal?.aborted)
  }
  return { done, unreadable }
}

/** How many records are not yet under the active key of their scope. */
export async function countOutdated(db: Db, column: SealedColumn): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count ${outdated(column)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

type Batch = { last: string | undefined; done: number; unreadable: Place[] }

/** One short transaction, so that requests wait for a hundred records at most. */
function rewrapBatch(
  db: Db,
  vault: Pick<Vault, 'open' | 'seal'>,
  column: SealedColumn,
  after: string | undefined,
) {
  const name = sql.id(column.column)
  const record = sql.id(column.record)
  // Without a cast: the parameter takes the type of the id column, whose index then serves.
  const rest = after === undefined ? sql`` : sql`and t.${record} > ${after}`
  return db.transaction().execute(async (db): Promise<Batch> => {
    const { rows } = await sql<{ record: string; organization: string | null; sealed: Buffer }>`
      select t.${record}::text as record, ${organizationOf(column)} as organization, t.${name} as sealed
      ${outdated(column)} ${rest}
      order by t.${record} limit ${sql.lit(batchSize)} for update of t
    `.execute(db)
    const unreadable: Place[] = []
    for (const row of rows) {
      const place = {
        organizationId: row.organization,
        table: column.table,
        record: row.record,
        field: column.column,
      }
      const plaintext = await vault.open(db, place, row.sealed).catch(unlessUnreadable)
      if (plaintext === undefined) {
        unreadable.push(place)
        continue
      }
      const sealed = await vault.seal(db, place, plaintext)
      plaintext.fill(0)
      await sql`
        update ${sql.table(column.table)} set ${name} = ${sealed} where ${record} = ${row.record}
      `.execute(db)
    }
    return { last: rows.at(-1)?.record, done: rows.length - unreadable.length, unreadable }
  })
}

/** Only that leaves the others to go on with; a database that is away does not. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof Unreadable)) throw error
}

/** The header of a sealed record names the version of its key in bytes 2 to 5 (see sealing.ts). */
function outdated(column: SealedColumn) {
  return sql`
    from ${sql.table(column.table)} t
    join data_keys k on k.scope = coalesce(${organizationOf(column)}, 'system') and k.state = 'active'
    where t.${sql.id(column.column)} is not null
      and substring(t.${sql.id(column.column)} from 2 for 4) <> int4send(k.version)
  `
}

function organizationOf({ organization }: SealedColumn) {
  return organization === null ? sql`null::text` : sql`t.${sql.id(organization)}::text`
}
