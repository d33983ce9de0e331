import { type RawBuilder, sql } from 'kysely'
import { currencyDecimals } from '../../../contract/money/currencies.ts'
import { toPlaces } from '../../../contract/money/decimal.ts'
import type { FoundItem } from '../../../contract/work/search.ts'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import { accountOf } from '../../platform/search/accounts.ts'
import { amountsOf } from '../../platform/search/amounts.ts'
import type { SearchSource } from '../../platform/search/search-source.ts'
import { isAmong, mostSought, soughtOf } from '../../platform/search/sought.ts'

type FoundRow = { id: string; party: string; amount: string; currency: string; booked_on: string }

const byAmount: SearchSource = {
  permission: 'requests:read',
  waitsFor: { index: 'statement_lines_by_amount', kind: 'statement_line', by: 'amount' },
  async find(db, { text }, limit) {
    const amounts = amountsOf(text)
    if (amounts.length === 0) return []
    return readLines(db, sql`amount`, sql`${amounts}::numeric[]`, 'amount', limit)
  },
}

/** The account of the payer, or of the receiver of what went out; written as the index is. */
const otherAccount = sql`(case direction when 'incoming' then payer_account else receiver_account end)`

const byAccount: SearchSource = {
  permission: 'requests:read',
  waitsFor: { index: 'statement_lines_by_account', kind: 'statement_line', by: 'account' },
  async find(db, { text }, limit) {
    const account = accountOf(text)
    return account === undefined
      ? []
      : readLines(db, otherAccount, sql`array[${account}]::text[]`, 'account', limit)
  },
}

/** Lines of statements, the newest first. */
export const lineSearches: readonly SearchSource[] = [byAmount, byAccount]

/** Each value is looked up by itself: for several at once PostgreSQL may go through all lines. */
async function readLines(
  db: Db,
  value: RawBuilder<unknown>,
  wanted: RawBuilder<unknown>,
  matched: 'amount' | 'account',
  limit: number,
): Promise<FoundItem[]> {
  const { rows } = await sql<FoundRow>`${keptPlan}
    select line.* from unnest(${wanted}) as wanted (value) cross join lateral (
      select id, amount::text, currency, booked_on::text,
        coalesce(case direction when 'incoming' then payer_name else receiver_name end,
          nullif(document_number, ''), account) as party
      from statement_lines where ${value} = wanted.value order by id desc limit ${limit}
    ) as line
    order by line.id desc limit ${limit}
  `.execute(db)
  return rows.map(({ id, party, amount, currency, booked_on }) => ({
    kind: 'statement_line',
    id,
    organization_id: null,
    title: party,
    subtitle: `${toPlaces(amount, currencyDecimals(currency))} ${currency} · ${booked_on}`,
    matched,
  }))
}

/** Whether the search would find `statement_lines as line` by this text. */
export function isSoughtLine(q: string, at: Date): RawBuilder<boolean> {
  const { text, id } = soughtOf(q, at)
  const amounts = amountsOf(text)
  const account = accountOf(text)
  return isAmong(sql`line.id`, [
    sql`select id from statement_lines where id = ${id ?? null}::uuid`,
    ...(amounts.length === 0
      ? []
      : [
          sql`select one.id from unnest(${amounts}::numeric[]) as wanted (amount) cross join lateral (
            select id from statement_lines where amount = wanted.amount order by id desc limit ${mostSought}
          ) as one`,
        ]),
    ...(account === undefined
      ? []
      : [
          sql`select id from statement_lines where ${otherAccount} = ${account} order by id desc limit ${mostSought}`,
        ]),
  ])
}
