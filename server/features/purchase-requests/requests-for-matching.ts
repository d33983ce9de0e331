import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The statuses in which a request takes money. Not parameters, so that the index of what is missing fits. */
const takesMoney = sql<boolean>`status in ('approved', 'expired', 'paid', 'failed')`

/** A completed request of which something is still owed takes money, too. Written as its index is. */
const isOwing = sql<boolean>`status = 'completed' and coalesce(received_amount, 0) - refunded_amount - moved_amount < total_amount`

/** What the lines of bank statements are matched with: a subquery to join. */
export function requestsForMatching(db: Db) {
  return db
    .selectFrom('purchase_requests')
    .select(['id', 'seq', 'number', 'status', 'organization_id', 'total_amount'])
    .select('fiat_currency as currency')
    .select(sql<string>`coalesce(received_amount, 0)`.as('received_amount'))
    .select(sql<string>`(total_amount - coalesce(received_amount, 0))`.as('missing_amount'))
    .select(takesMoney.as('takes_money'))
    .select(isOwing.as('is_owing'))
}

/** Payments that were entered by hand and that no line proves yet: a subquery to join. The day is that of UTC. */
export function paymentsWithoutLine(db: Db) {
  return db
    .selectFrom('payments')
    .select(['id', 'seq', 'request_id', 'reference', 'amount'])
    .select(sql<string>`(received_at at time zone 'UTC')::date`.as('day'))
    .where('statement_line_id', 'is', null)
    .where('reversed_at', 'is', null)
}

/** Money that was paid back, for requests and of credits, and holds: a subquery to join. */
export function refundsOfClients(db: Db) {
  return db
    .selectFrom('refunds as refund')
    .leftJoin('purchase_requests as request', 'request.id', 'refund.request_id')
    .leftJoin('credits as credit', 'credit.id', 'refund.credit_id')
    .select(['refund.id', 'refund.seq', 'refund.request_id', 'refund.credit_id', 'refund.amount'])
    .select(['refund.currency', 'refund.account', 'refund.reference', 'refund.paid_at'])
    .select('refund.at as recorded_at')
    .select(sql<Date>`coalesce(refund.paid_at, refund.at)`.as('at'))
    .select(sql<string>`coalesce(request.organization_id, credit.organization_id)`.as('organization_id'))
    .select(sql<string>`coalesce(request.number, credit.reference)`.as('title'))
    .select(sql<Date | null>`credit.received_at`.as('credit_received_at'))
    .where('refund.reversed_at', 'is', null)
}

/** Whether there is such a refund at all, which may be reversed. */
export async function areRefunds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('refunds').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** What refunds belong to, locked in one order: first the requests, then the credits. */
export async function lockOwnersOfRefunds(
  db: Db,
  owners: { requests: readonly string[]; credits: readonly string[] },
): Promise<void> {
  if (owners.requests.length > 0) await lockRequestsForMatching(db, owners.requests)
  if (owners.credits.length > 0)
    await db
      .selectFrom('credits')
      .select('id')
      .where('id', 'in', owners.credits)
      .orderBy('id')
      .forUpdate()
      .execute()
}

/** The credits of the organization with a refund of this amount. */
export async function creditsWithRefund(
  db: Db,
  { organizationId, amount, currency }: { organizationId: string; amount: string; currency: string },
): Promise<string[]> {
  const rows = await refundsOfClients(db)
    .where('credit.organization_id', '=', organizationId)
    .where('refund.amount', '=', amount)
    .where('refund.currency', '=', currency)
    .execute()
  return rows.flatMap(({ credit_id }) => credit_id ?? [])
}

/** Requests that money is about to be recorded for, locked in one order. */
export function lockRequestsForMatching(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('purchase_requests')
    .select(['id', 'number', 'organization_id', 'fiat_currency as currency'])
    .select(sql<boolean>`(${takesMoney} or ${isOwing})`.as('takes_money'))
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}
