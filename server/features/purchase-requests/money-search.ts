import { type RawBuilder, sql } from 'kysely'
import type { FoundItem } from '../../../contract/work/search.ts'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import { accountOf } from '../../platform/search/accounts.ts'
import { amountsOf } from '../../platform/search/amounts.ts'
import type { SearchSource } from '../../platform/search/search-source.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

type FoundRow = { id: string; number: string; organization_id: string; name: string }

/** Requests with this total. Each amount is looked up by itself: for several at once PostgreSQL may go through all requests. */
const byTotal: SearchSource = {
  permission: 'requests:read',
  waitsFor: { index: 'purchase_requests_by_total', kind: 'purchase_request', by: 'amount' },
  async find(db, { text }, limit) {
    const amounts = amountsOf(text)
    if (amounts.length === 0) return []
    const found = sql`select one.id from unnest(${amounts}::numeric[]) as wanted (amount) cross join lateral (
      select id from purchase_requests where total_amount = wanted.amount order by seq desc limit ${limit}
    ) as one`
    return readFound(db, found, 'amount', limit)
  },
}

/** Requests that got a payment of this amount. */
const byPayment: SearchSource = {
  permission: 'requests:read',
  waitsFor: { index: 'payments_by_amount', kind: 'purchase_request', by: 'amount' },
  async find(db, { text }, limit) {
    const amounts = amountsOf(text)
    if (amounts.length === 0) return []
    const found = sql`select one.id from unnest(${amounts}::numeric[]) as wanted (amount) cross join lateral (
      select request_id as id from payments where amount = wanted.amount order by seq desc limit ${limit}
    ) as one`
    return readFound(db, found, 'amount', limit)
  },
}

/** Requests that were paid from this account. */
const byPayerAccount: SearchSource = {
  permission: 'requests:read',
  waitsFor: { index: 'payments_by_payer_account', kind: 'purchase_request', by: 'account' },
  async find(db, { text }, limit) {
    const account = accountOf(text)
    if (account === undefined) return []
    const found = sql`select request_id as id from payments where payer_account = ${account}
      order by seq desc limit ${limit}`
    return readFound(db, found, 'account', limit)
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
