import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ExportedList, RowFormat } from './exported-list.ts'

/** A page of rows is about a megabyte of text. */
const rowsAtOnce = 4_000

/**
 * The rows as text, newest first. PostgreSQL writes them; the service only passes them on. The next page is read when it
 * is asked for, so that a slow reader needs neither memory nor a connection.
 */
export async function* exportRows<Filter>(
  db: Db,
  { columns, from, key, keyType, conditions }: ExportedList<Filter>,
  filter: Filter,
  format: RowFormat,
): AsyncGenerator<string> {
  const found = conditions(filter)
  const row = format.row(columns.map((column) => ({ ...column, value: sql.ref(column.name) })))
  const values = sql.join(columns.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`))
  let after: string | undefined
  while (true) {
    const before = after === undefined ? [] : [sql<boolean>`${key} < ${after}::${sql.raw(keyType)}`]
    const { rows } = await sql<{ text: string | null; last: string | null; count: string }>`
      with page as materialized (
        select ${key} as export_key, ${values} from ${from}
        where ${sql.join([sql`true`, ...found, ...before], sql` and `)}
        order by ${key} desc limit ${rowsAtOnce}
      )
      select string_agg(${row}, '' order by export_key desc) as text, count(*) as count,
        (select export_key::text from page order by export_key limit 1) as last
      from page
    `.execute(db)
    const page = rows[0]
    if (!page?.text || page.last === null) return
    yield format.finish(page.text)
    if (Number(page.count) < rowsAtOnce) return
    after = page.last
  }
}

/** Whether the list has more rows than this. */
export async function hasMoreThan<Filter>(
  db: Db,
  { from, conditions }: ExportedList<Filter>,
  filter: Filter,
  most: number,
): Promise<boolean> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (
      select from ${from} where ${sql.join([sql`true`, ...conditions(filter)], sql` and `)} limit ${most + 1}
    ) as counted
  `.execute(db)
  return Number(rows[0]?.count) > most
}
