import { type RawBuilder, sql } from 'kysely'
import type { ListFilter } from '../../../contract/lists/list.ts'
import { purchaseRequestList } from '../../../contract/lists/purchase-requests.ts'
import { columnsOf, equals, withinDays } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { administratorNames } from '../administrators/administrator-names.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'
import { isSoughtRequest } from './money-search.ts'
import { isAwaiting, isOwing } from './open-amounts.ts'
import { renderRequests } from './purchase-request-list.ts'
import { hasReached } from './request-reports.ts'

function purchaseRequestConditions(
  {
    q,
    organization_id,
    status,
    asset,
    network,
    fiat_currency,
    reached,
    debt,
    awaits,
    assignee_id,
    from,
    to,
  }: ListFilter<typeof purchaseRequestList>,
  at: Date,
): RawBuilder<boolean>[] {
  const isUnassigned = assignee_id === 'none'
  return [
    ...(q?.trim() ? [isSoughtRequest(q, at)] : []),
    ...equals('request', { organization_id, status, asset, network, fiat_currency }),
    ...(reached === undefined ? [] : [hasReached(reached)]),
    ...(debt === undefined ? [] : [isOwing]),
    ...(awaits === undefined ? [] : [isAwaiting[awaits]]),
    ...(isUnassigned ? [sql<boolean>`request.assignee_id is null`] : equals('request', { assignee_id })),
    ...placesWithinDays(from, to),
  ]
}

/** Places grow with time, but for the rows of the same moment. */
const sameMoment = 1_000

/** Days are looked up once, and then every index that ends in seq serves them. */
function placesWithinDays(from: string | undefined, to: string | undefined): RawBuilder<boolean>[] {
  const place = (side: RawBuilder<boolean>[], order: RawBuilder<unknown>) =>
    sql`(select seq from purchase_requests where ${sql.join(side)} order by created_at ${order} limit 1)`
  const time = sql.ref('created_at')
  const first = place(withinDays(time, from, undefined), sql`asc`)
  const last = place(withinDays(time, undefined, to), sql`desc`)
  return [
    ...(from === undefined ? [] : [sql<boolean>`request.seq >= ${first} - ${sameMoment}`]),
    ...(to === undefined ? [] : [sql<boolean>`request.seq <= ${last} + ${sameMoment}`]),
    ...withinDays(sql.ref('request.created_at'), from, to),
  ]
}

export const purchaseRequestRows = rowsOf(purchaseRequestList, {
  conditions: purchaseRequestConditions,
  page: {
    find: (db) => db.selectFrom('purchase_requests as request').select('request.seq'),
    order: [{ value: sql`request.seq`, type: 'bigint' }],
    sums: { currency: sql`request.fiat_currency`, amounts: { total_amount: sql`request.total_amount` } },
    texts: (db, rows, { actor, isAscending }) =>
      renderRequests(
        db,
        rows.map(({ seq }) => seq),
        actor.permissions,
        isAscending,
      ),
  },
  file: {
    from: sql`purchase_requests as request
      join ${organizationSummaries} as organization on organization.id = request.organization_id
      left join ${administratorNames} as assignee on assignee.id = request.assignee_id`,
    key: sql`request.seq`,
    keyType: 'bigint',
    columns: columnsOf('request', {
      number: 'code',
      id: 'code',
      organization_id: 'code',
      organization_inn: ['code', sql`organization.inn`],
      organization_name: ['text', sql`organization.name`],
      status: 'code',
      status_since: 'time',
      asset: 'code',
      network: 'code',
      crypto_amount: 'number',
      fiat_currency: 'code',
      fiat_amount: 'number',
      rate: 'number',
      fee_amount: 'number',
      total_amount: 'number',
      quote_expires_at: 'time',
      destination_address: 'text',
      payment_reference: 'text',
      received_amount: 'number',
      received_at: 'time',
      payment_exception: 'code',
      refunded_amount: 'number',
      moved_amount: 'number',
      delivered_amount: 'number',
      exception_since: 'time',
      tx_hash: 'text',
      reason_code: 'code',
      reason_comment: 'text',
      assignee: ['text', sql`assignee.name`],
      external_id: 'text',
      created_at: 'time',
      updated_at: 'time',
    }),
  },
})
