import { sql } from 'kysely'
import { type ListTotals, mostCounted } from '../../../contract/lists/list.ts'
import type { Db } from '../../platform/db/database.ts'
import { withCaller } from '../../platform/lists/conditions.ts'
import type { ListRows, Reading } from '../../platform/lists/list-rows.ts'

/** Counts the rows of a list and sums their amounts, unless there are too many to do so while somebody waits. */
export async function readListTotals(
  db: Db,
  { list, page, conditions }: ListRows,
  filter: object,
  { actor, at }: Reading,
): Promise<ListTotals> {
  if (!page) throw new Error(`The list ${list.name} is not read in pages.`)
  const { currency, amounts } = page.sums ?? { currency: sql<string>`''`, amounts: {} }
  const fields = Object.keys(amounts)
  let found = page
    .find(db)
    .clearSelect()
    .select([currency.as('currency'), ...Object.entries(amounts).map(([field, amount]) => amount.as(field))])
    .limit(mostCounted + 1)
  for (const condition of conditions(withCaller(filter, actor), at)) found = found.where(condition)
  const rows = (await db
    .selectFrom(found.as('found'))
    .select(['currency', sql`count(*)::integer`.as('count')])
    .select(fields.map((field) => sql`sum(${sql.ref(field)})::text`.as(field)))
    .groupBy('currency')
    .orderBy('currency')
    .execute()) as (Record<string, string> & { currency: string; count: number })[]
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  if (count > mostCounted) return { count: mostCounted, is_exact: false, sums: [] }
  const sums = fields.flatMap((field) =>
    rows.map((row) => ({ field, currency: row.currency, amount: row[field] as string })),
  )
  return { count, is_exact: true, sums }
}
