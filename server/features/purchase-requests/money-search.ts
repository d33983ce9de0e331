import { type RawBuilder, sql } from 'kysely'
import type { FoundItem } from '../../../contract/work/search.ts'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import { accountOf } from '../../platform/search/accounts.ts'
import { amountsOf } from '../../platform/search/amounts.ts'
import { inOrder } from '../../platform/search/beginning.ts'
import type { SearchSource } from '../../platform/search/search-source.ts'
import { isAmong, mostSought, soughtOf } from '../../platform/search/sought.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'
import { numbersOf, requestsFound } from './purchase-request-search.ts'

type FoundRow = { id: string; number: string; organization_id: string; name: string }

/** Each amount is looked up by itself: for several at once PostgreSQL may go through all requests. */
function requestsWithTotal(amounts: readonly string[], limit: number): RawBuilder<unknown> {
  return sql`select one.id from unnest(${amounts}::numeric[]) as wanted (amount) cross join lateral (
      select id from purchase_requests where total_amount = wanted.amount order by seq desc limit ${limit}
    ) as one`
}

/** `id` is that of the payment or of its request. */
function paymentsOfAmount(
  amounts: readonly string[],
  limit: number,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select one.id from unnest(${amounts}::numeric[]) as wanted (amount) cross join lateral (
      select ${id} as id from payments where amount = wanted.amount order by seq desc limit ${limit}
    ) as one`
}

function paymentsFrom(account: string, limit: number, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${id} as id from payments where payer_account = ${account} order by seq desc limit ${limit}`
}

/** Requests with this total. */
const byTotal: SearchSource = {
  permission: 'requests:read',
  waitsFor: { index: 'purchase_requests_by_total', kind: 'purchase_request', by: 'amount' },
  async find(db, { text }, limit) {
    const amounts = amountsOf(text)
    if (amounts.length === 0) return []
    return readFound(db, requestsWithTotal(amounts, limit), 'amount', limit)
  },
}

/** Requests that got a payment of this amount. */
const byPayment: SearchSource = {
  permission: 'requests:read',
  waitsFor: { index: 'payments_by_amount', kind: 'purchase_request', by: 'amount' },
  async find(db, { text }, limit) {
    const amounts = amountsOf(text)
    if (amounts.length === 0) return []
    return readFound(db, paymentsOfAmount(amounts, limit, sql`request_id`), 'amount', limit)
  },
}

/** Requests that were paid from this account. */
const byPayerAccount: SearchSource = {
  permission: 'requests:read',
  waitsFor: { index: 'payments_by_payer_account', kind: 'purchase_request', by: 'account' },
  async find(db, { text }, limit) {
    const account = accountOf(text)
    if (account === undefined) return []
    return readFound(db, paymentsFrom(account, limit, sql`request_id`), 'account', limit)
  },
}

export const moneySearches: readonly SearchSource[] = [byTotal, byPayment, byPayerAccount]

async function readFound(
  db: Db,
  found: RawBuilder<unknown>,
  matched: 'amount' | 'account',
  limit: number,
): Promise<FoundItem[]> {
  const { rows } = await sql<FoundRow>`${keptPlan}
    with found as materialized (${found})
    select request.id, request.number, request.organization_id, organization.name
    from purchase_requests as request
      join ${organizationSummaries} as organization on organization.id = request.organization_id
    where request.id in (select id from found)
    order by request.seq desc limit ${limit}
  `.execute(db)
  return rows.map(({ id, number, organization_id, name }) => ({
    kind: 'purchase_request',
    id,
    organization_id,
    title: number,
    subtitle: name,
    matched,
  }))
}

/** Whether the search would find `purchase_requests as request` by this text. */
export function isSoughtRequest(q: string, at: Date): RawBuilder<boolean> {
  const sought = soughtOf(q, at)
  return isAmong(sql`request.id`, [requestsFound(sought, mostSought), ...requestsByMoney(sought.text)])
}

function requestsByMoney(text: string): RawBuilder<unknown>[] {
  const amounts = amountsOf(text)
  const account = accountOf(text)
  return [
    ...(amounts.length === 0
      ? []
      : [requestsWithTotal(amounts, mostSought), paymentsOfAmount(amounts, mostSought, sql`request_id`)]),
    ...(account === undefined ? [] : [paymentsFrom(account, mostSought, sql`request_id`)]),
  ]
}

/** Whether `payments as payment` is found: by its request, its reference, its amount, or the account of the payer. */
export function isSoughtPayment(q: string, at: Date): RawBuilder<boolean> {
  const sought = soughtOf(q, at)
  const amounts = amountsOf(sought.text)
  const account = accountOf(sought.text)
  return isAmong(sql`payment.id`, [
    sql`select id from payments where id = ${sought.id ?? null}::uuid`,
    sql`select paid.id from purchase_requests as asked join payments as paid on paid.request_id = asked.id
      where asked.number = any(${numbersOf(sought)})`,
    sql`select id from payments
      where ${inOrder(sql`search_reference(reference)`)} = search_reference(${sought.text})
        and search_reference(${sought.text}) <> ''
      order by seq desc limit ${mostSought}`,
    ...(amounts.length === 0 ? [] : [paymentsOfAmount(amounts, mostSought, sql`id`)]),
    ...(account === undefined ? [] : [paymentsFrom(account, mostSought, sql`id`)]),
  ])
}
