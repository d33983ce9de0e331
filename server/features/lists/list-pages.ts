import type { ListSort } from '../../../contract/lists/list.ts'
import type { Db } from '../../platform/db/database.ts'
import { withCaller } from '../../platform/lists/conditions.ts'
import type { ListRows, Reading } from '../../platform/lists/list-rows.ts'
import { type Page, readPage, type WantedPage } from '../../platform/lists/page.ts'
import { cursorPageText, type JsonText } from '../../platform/stored-responses/json-text.ts'

export type ListQuery = WantedPage & { sort?: ListSort }
type RowPages = NonNullable<ListRows['page']>

/** A page of a list, for its operation. */
export async function readListPage(
  db: Db,
  list: ListRows,
  query: ListQuery,
  reading: Reading,
): Promise<{ items: object[]; next_cursor: string | null }> {
  const { page, rows, next_cursor } = await readRows(db, list, query, reading)
  if (!page.items) throw new Error(`The rows of ${list.list.name} are stored as text.`)
  return { items: rows.length === 0 ? [] : await page.items(db, rows, reading), next_cursor }
}

/** The same of a list whose rows are stored as JSON text. */
export async function readListText(
  db: Db,
  list: ListRows,
  query: ListQuery,
  reading: Reading,
): Promise<JsonText<unknown>> {
  const { page, rows, next_cursor, isAscending } = await readRows(db, list, query, reading)
  if (!page.texts) throw new Error(`The rows of ${list.list.name} are not stored as text.`)
  return cursorPageText(
    rows.length === 0 ? '' : await page.texts(db, rows, { ...reading, isAscending }),
    next_cursor,
  )
}

async function readRows(
  db: Db,
  { list, page, conditions }: ListRows,
  { limit, cursor, sort, ...given }: ListQuery,
  { actor, at }: Reading,
): Promise<Page<unknown> & { page: RowPages; isAscending: boolean }> {
  if (!page) throw new Error(`The list ${list.name} is not read in pages.`)
  const isAscending = sort ? sort === 'created_at' : (page.isAscending ?? false)
  let found = page.find(db)
  for (const condition of conditions(withCaller(given, actor), at)) found = found.where(condition)
  return {
    page,
    isAscending,
    ...(await readPage<unknown>(found, page.order, { limit, cursor }, isAscending)),
  }
}
