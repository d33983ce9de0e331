import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { idPattern } from '../../../contract/api/common.ts'
import { fault } from '../../../contract/api/faults.ts'
import { formats } from '../../../contract/api/formats.ts'
import { Invalid } from '../errors.ts'

/** A value that rows are ordered by. Never null. */
export interface OrderedBy {
  value: RawBuilder<unknown>
  type: keyof typeof types
}

export interface WantedPage {
  limit: number
  /** Where the page before ended. */
  cursor?: string | undefined
}

export interface Page<Row> {
  rows: Row[]
  next_cursor: string | null
}

/** Rows of any tables, before they are ordered. */
// biome-ignore lint/suspicious/noExplicitAny: the tables do not matter here
export type FoundRows<Row> = SelectQueryBuilder<any, any, Row>

/** Rows whose ids are chronological, and rows with a number of their own. */
export const byId: readonly OrderedBy[] = [{ value: sql.ref('id'), type: 'uuid' }]
export const bySeq: readonly OrderedBy[] = [{ value: sql.ref('seq'), type: 'bigint' }]

/** How a value is written in a cursor, and which texts can be one. */
const types = {
  uuid: { text: (value: RawBuilder<unknown>) => sql`${value}::text`, isValid: matching(idPattern) },
  bigint: { text: (value: RawBuilder<unknown>) => sql`${value}::text`, isValid: matching('^\\d{1,18}$') },
  date: { text: (value: RawBuilder<unknown>) => sql`${value}::text`, isValid: formats.date },
  text: { text: (value: RawBuilder<unknown>) => value, isValid: matching('^[^,]{1,200}$') },
  timestamptz: {
    text: (value: RawBuilder<unknown>) =>
      sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    isValid: isTime,
  },
} as const

/**
 * One page of the rows in this order. The cursor is made of the values that the last row is ordered by, so that the
 * next page begins there whatever became of that row.
 */
export async function readPage<Row>(
  found: FoundRows<Row>,
  order: readonly OrderedBy[],
  { limit, cursor }: WantedPage,
  isAscending = false,
): Promise<Page<Row>> {
  const direction = isAscending ? 'asc' : 'desc'
  let query = found.select(placeOf(order).as('place'))
  if (cursor !== undefined) query = query.where(isBeyond(order, cursor, isAscending))
  for (const { value } of order) query = query.orderBy(value, direction)
  const { rows, next_cursor } = await cutPage<Row & { place: string }>(
    limit,
    async (limit) => (await query.limit(limit).execute()) as (Row & { place: string })[],
    ({ place }) => place,
  )
  return { rows: rows.map(({ place: _, ...row }) => row as unknown as Row), next_cursor }
}

/** The same, with what is sent for each row. */
export async function readItems<Row, Item>(
  found: FoundRows<Row>,
  order: readonly OrderedBy[],
  wanted: WantedPage,
  toItem: (row: Row) => Item,
  isAscending = false,
): Promise<{ items: Item[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await readPage(found, order, wanted, isAscending)
  return { items: rows.map(toItem), next_cursor }
}

/** Reads one row more than is asked for: whether there is a next page is known without counting. */
export async function cutPage<Row>(
  limit: number,
  read: (limit: number) => Promise<Row[]>,
  cursorOf: (row: Row) => string,
): Promise<Page<Row>> {
  const found = await read(limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next_cursor: found.length > limit && last !== undefined ? cursorOf(last) : null }
}

function placeOf(order: readonly OrderedBy[]): RawBuilder<string> {
  return sql`concat_ws(',', ${sql.join(order.map(({ value, type }) => types[type].text(value)))})`
}

function isBeyond(order: readonly OrderedBy[], cursor: string, isAscending: boolean): RawBuilder<boolean> {
  const values = cursor.split(',')
  const isOfThisList =
    values.length === order.length &&
    order.every(({ type }, index) => types[type].isValid(values[index] ?? ''))
  if (!isOfThisList) throw invalidCursor()
  const places = order.map(({ type }, index) => sql`${values[index]}::${sql.raw(type)}`)
  const columns = sql.join(order.map(({ value }) => value))
  return sql`(${columns}) ${sql.raw(isAscending ? '>' : '<')} (${sql.join(places)})`
}

export function invalidCursor(): Invalid {
  return new Invalid([fault(['query', 'cursor'], 'invalid_cursor')])
}

function matching(pattern: string): (text: string) => boolean {
  const regExp = new RegExp(pattern)
  return (text) => regExp.test(text)
}

function isTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return false
  const time = new Date(text)
  // A day that a month does not have would be another day, or none at all.
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === text.slice(0, 19)
}
