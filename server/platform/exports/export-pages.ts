import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db, PooledDb } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/primary/availability.ts'
import { withLiterals } from '../db/primary/literals.ts'
import type { ExportedTable, RowFormat } from './exported-list.ts'

/** Pages are about so large, whatever the rows are: three of them are in memory at a time. */
const pageBytes = 2 * 1024 ** 2
const firstRows = 5_000
const mostAttempts = 5
/** Keeps PostgreSQL from putting the values into each place where a cell uses them. */
const evaluatedOnce = sql`offset 0`
const [fewestRows, mostRows] = [100, 20_000]

/** Pages that are fetched while the client reads one: a second connection uses a second core of the database. */
const ahead = 2

/** The file of a list, with the conditions of a filter. */
export type Exported = ExportedTable & { conditions: readonly RawBuilder<boolean>[] }

/** A page that is being fetched. */
interface Page {
  text: Promise<Uint8Array<ArrayBuffer>>
  /** The key of its last row; undefined if there is no page behind it. */
  last: string | undefined
  /** How many rows were asked for. */
  rows: number
}

/**
 * The rows newest first, in pages as COPY writes them. While one page is read by the client, the next ones are fetched,
 * and no more: a slow reader needs neither memory nor a connection.
 */
export async function* exportPages(
  db: PooledDb,
  { columns, from, key, keyType, conditions: found }: Exported,
  format: RowFormat,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const values = sql.join(columns.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`))
  const cells = sql.join(columns.map((column) => format.cell({ ...column, value: sql.ref(column.name) })))
  const type = sql.raw(keyType)

  /** Finds where the page ends, and begins to fetch it. */
  async function beginPage(after: string | undefined, rows: number, attempts: number): Promise<Page> {
    const before = after === undefined ? [] : [sql<boolean>`${key} < ${after}::${type}`]
    const last = await patiently(() => findKey(db, from, [...found, ...before], key, rows), attempts)
    const since = last === undefined ? [] : [sql<boolean>`${key} >= ${last}::${type}`]
    // COPY takes no parameters.
    const copy = withLiterals(
      sql`copy (
        select ${cells} from (
          select ${values} from ${from} where ${all([...found, ...before, ...since])} order by ${key} desc
          ${evaluatedOnce}
        ) as page
      ) to stdout (format ${sql.raw(format.copyFormat)})`.compile(db),
    )
    const text = patiently(() => db.copyOut(copy), attempts)
    // Reported when it is waited for.
    text.catch(() => {})
    return { text, last, rows }
  }

  // The first page fails at once, so that the response says that the database is away.
  const pages = [await beginPage(undefined, firstRows, 1)]
  for (let page = pages.shift(); page; page = pages.shift()) {
    const text = await page.text
    const fitting = Math.ceil((page.rows * pageBytes) / Math.max(text.length, 1))
    const rows = Math.min(Math.max(fitting, fewestRows), mostRows)
    for (let last = (pages.at(-1) ?? page).last; last !== undefined && pages.length < ahead; ) {
      const next = await beginPage(last, rows, mostAttempts)
      pages.push(next)
      last = next.last
    }
    if (text.length > 0) yield text
  }
}

/** A page can be read again: a failover, or a moment in which no connection is free, does not cut the file off. */
async function patiently<T>(work: () => Promise<T>, attempts: number): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isDatabaseUnavailable(error)) throw error
      await wait(attempt * 1000)
    }
  }
}

/** The key of the row with this number, counted from the newest one; undefined if there are fewer. */
async function findKey(
  db: Db,
  from: RawBuilder<unknown>,
  conditions: readonly RawBuilder<boolean>[],
  key: RawBuilder<unknown>,
  number: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    select ${key}::text as key from ${from} where ${all(conditions)} order by ${key} desc offset ${number - 1} limit 1
  `.execute(db)
  return rows[0]?.key
}

/** Whether the list has more rows than this. */
export async function hasMoreThan(
  db: Db,
  { from, conditions }: Pick<Exported, 'from' | 'conditions'>,
  most: number,
): Promise<boolean> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (
      select from ${from} where ${all(conditions)} limit ${most + 1}
    ) as counted
  `.execute(db)
  return Number(rows[0]?.count) > most
}

function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`${sql.join([sql`true`, ...conditions], sql` and `)}`
}
