import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Place } from './sealing.ts'
import { Unreadable, type Vault } from './vault.ts'

/** A column with sealed records, and what is needed to compute the place each record was sealed for. */
export type SealedColumn = {
  table: string
  column: string
  /** Column with the record id that is part of the authenticated data. */
  record: string
  /** Column with the organization; null for records of the system scope. */
  organization: string | null
}

export type RewrapProgress = { done: number; total: number }

const batchSize = 100

/**
 * Seals all records again with the active key of their scope. The records themselves show what remains to be done, so
 * it can be interrupted, restarted, and run twice at the same time. Records that cannot be opened are not changed and
 * are returned.
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

/** The number of records that are not yet sealed with the active key of their scope. */
export async function countOutdated(db: Db, column: SealedColumn): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count ${outdated(column)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

type Batch = { last: string | undefined; done: number; unreadable: Place[] }

/** A short transaction: requests wait for at most a hundred records. */
function rewrapBatch(
  db: Db,
  vault: Pick<Vault, 'open' | 'seal'>,
  column: SealedColumn,
  after: string | undefined,
) {
  const name = sql.id(column.column)
  const record = sql.id(column.record)
  // No cast: the parameter gets the type of the id column, so that its index is used.
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

/** Only unreadable records are skipped; any other error, such as a lost connection, ends the run. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof Unreadable)) throw error
}

/** Bytes 2 to 5 of a sealed record are the version of its key (see sealing.ts). */
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
