import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type SealedColumn, scopeInSql } from './purposes.ts'
import { type Format, formats, type Place } from './sealing.ts'
import { Unreadable, type Vault } from './vault.ts'

export type RewrapProgress = { done: number; total: number }

/** Chooses records of a column: rows `t` of its table. */
export type Chosen = (column: SealedColumn) => RawBuilder<unknown>

const batchSize = 100

/**
 * Seals records again with the active key of their scope. The records themselves show what remains to be done, so it can be
 * interrupted, restarted, and run twice at the same time. Records that cannot be opened are not changed and are returned.
 */
export async function rewrap(
  db: Db,
  vault: Pick<Vault, 'open' | 'seal'>,
  columns: readonly SealedColumn[],
  {
    chosen = outdated,
    onProgress = () => {},
    signal,
  }: {
    chosen?: Chosen
    onProgress?: (progress: RewrapProgress) => void
    signal?: AbortSignal
  } = {},
): Promise<{ done: number; unreadable: Place[] }> {
  const total = await countRecords(db, columns, chosen)
  const unreadable: Place[] = []
  let done = 0
  onProgress({ done, total })
  for (const column of columns) {
    let batch: Batch = { last: undefined, done: 0, unreadable: [] }
    do {
      batch = await rewrapBatch(db, vault, column, chosen, batch.last)
      done += batch.done
      unreadable.push(...batch.unreadable)
      onProgress({ done, total: Math.max(total, done) })
    } while (batch.last !== undefined && !signal?.aborted)
  }
  return { done, unreadable }
}

export async function countRecords(
  db: Db,
  columns: readonly SealedColumn[],
  chosen: Chosen,
): Promise<number> {
  let count = 0
  for (const column of columns) {
    const { rows } = await sql<{ count: string }>`select count(*) as count ${chosen(column)}`.execute(db)
    count += Number(rows[0]?.count ?? 0)
  }
  return count
}

export type SealedRow = { place: Place; sealed: Buffer }

/** The next of the chosen records in the order of their ids. */
export async function readRecords(
  db: Db,
  column: SealedColumn,
  chosen: Chosen,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<SealedRow[]> {
  const record = sql.id(column.record)
  // No cast: the parameter gets the type of the id column, so that its index is used.
  const rest = after === undefined ? sql`` : sql`and t.${record} > ${after}`
  const organization = column.organization === null ? sql`null` : sql`t.${sql.id(column.organization)}`
  const { rows } = await sql<{ record: string; organization: string | null; sealed: Buffer }>`
    select t.${record}::text as record, ${organization}::text as organization, t.${sql.id(column.column)} as sealed
    ${chosen(column)} ${rest}
    order by t.${record} limit ${sql.lit(limit)}
  `.execute(db)
  return rows.map(({ record, organization, sealed }) => ({
    place: { organizationId: organization, table: column.table, record, field: column.column },
    sealed,
  }))
}

type Batch = { last: string | undefined; done: number; unreadable: Place[] }

/** A short transaction: requests wait for at most a hundred records. */
function rewrapBatch(
  db: Db,
  vault: Pick<Vault, 'open' | 'seal'>,
  column: SealedColumn,
  chosen: Chosen,
  after: string | undefined,
) {
  return db.transaction().execute(async (db): Promise<Batch> => {
    const rows = await readRecords(db, column, chosen, { after, limit: batchSize })
    const unreadable: Place[] = []
    let done = 0
    for (const { place, sealed } of rows) {
      const plaintext = await vault.open(db, place, sealed).catch(unlessUnreadable)
      if (plaintext === undefined) {
        unreadable.push(place)
        continue
      }
      const again = await vault.seal(db, place, plaintext)
      plaintext.fill(0)
      done += await replace(db, column, place.record, sealed, again)
    }
    return { last: rows.at(-1)?.place.record, done, unreadable }
  })
}

/** Only if it is still what was read: somebody else may have sealed, changed or erased it. Returns how many it replaced. */
async function replace(
  db: Db,
  { table, column, record }: SealedColumn,
  id: string,
  before: Buffer,
  sealed: Buffer,
): Promise<number> {
  const name = sql.id(column)
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${name} = ${sealed} where ${sql.id(record)} = ${id} and ${name} = ${before}
  `.execute(db)
  return Number(numAffectedRows)
}

/** Only unreadable records are skipped; any other error, such as a lost connection, ends the run. */
export function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof Unreadable)) throw error
}

export const all: Chosen = (column) => sql`
  from ${sql.table(column.table)} t where t.${sql.id(column.column)} is not null
`

/** Of columns of organizations: those that the one key of their organization seals. */
export const underSingleKey: Chosen = (column) => sql`
  ${all(column)} and ${formatOf(column)} = ${bytes(formats.single)}
`

/** Those that are not sealed with the active key of their scope. Bytes 2 to 5 are the version of the key. */
export const outdated: Chosen = (column) => {
  const version = sql`substring(t.${sql.id(column.column)} from 2 for 4)`
  const format = column.organization === null ? formats.single : formats.byPurpose
  return sql`
    from ${sql.table(column.table)} t
    left join data_keys k on k.scope = ${scopeInSql(column)} and k.state = 'active'
    where t.${sql.id(column.column)} is not null
      and (${formatOf(column)} <> ${bytes(format)} or ${version} <> int4send(k.version))
  `
}

/** The first byte (see sealing.ts). */
function formatOf({ column }: SealedColumn) {
  return sql`substring(t.${sql.id(column)} from 1 for 1)`
}

function bytes(format: Format) {
  return sql`${sql.lit(`\\x0${format}`)}::bytea`
}
