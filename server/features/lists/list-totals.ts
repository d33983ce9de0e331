import { type RawBuilder, sql } from 'kysely'
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
  if (page.sums?.parts)
    return readPartTotals(db, {
      page,
      sums: page.sums,
      parts: page.sums.parts,
      conditions: conditions(withCaller(filter, actor), at),
    })
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

/** The same where a row has several amounts, each with a currency of its own, or none. */
async function readPartTotals(
  db: Db,
  {
    page,
    sums: { currency, amounts },
    parts,
    conditions,
  }: {
    page: NonNullable<ListRows['page']>
    sums: NonNullable<NonNullable<ListRows['page']>['sums']>
    parts: RawBuilder<unknown>
    conditions: readonly RawBuilder<boolean>[]
  },
): Promise<ListTotals> {
  let found = page
    .find(db)
    .clearSelect()
    .select('id')
    .limit(mostCounted + 1)
  for (const condition of conditions) found = found.where(condition)
  const fields = Object.keys(amounts)
  const totals = fields.map((field) => sql`sum(${amounts[field]})::text as ${sql.ref(field)}`)
  const { rows } = await sql<{ count: number; currency: string | null } & Record<string, string | null>>`
    with found as materialized (${found}), counted as (select count(*)::integer as count from found),
    summed as (select ${currency} as currency, ${sql.join(totals)} from found ${parts} group by 1)
    select counted.count, summed.* from counted left join summed on counted.count <= ${mostCounted}
    order by summed.currency
  `.execute(db)
  const count = rows[0]?.count ?? 0
  if (count > mostCounted) return { count: mostCounted, is_exact: false, sums: [] }
  const sums = fields.flatMap((field) =>
    rows.flatMap((row) =>
      row.currency === null ? [] : [{ field, currency: row.currency, amount: row[field] ?? '0' }],
    ),
  )
  return { count, is_exact: true, sums }
}
