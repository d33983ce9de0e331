import { sql } from 'kysely'
import { type ListedPayment, paymentList } from '../../../contract/lists/payments.ts'
import { columnsOf, equals, withinDays } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { namesOfOrganizations, organizationSummaries } from '../organizations/organization-summary.ts'
import { isSoughtPayment } from './money-search.ts'

/** The payments of all requests, what was received last first. */
export const paymentRows = rowsOf(paymentList, {
  conditions: ({ q, organization_id, request_id, from, to }, at) => [
    ...(q?.trim() ? [isSoughtPayment(q, at)] : []),
    ...equals('request', { organization_id }),
    ...equals('payment', { request_id }),
    ...withinDays(sql`payment.received_at`, from, to),
  ],
  page: {
    find: (db) =>
      db
        .selectFrom('payments as payment')
        .innerJoin('purchase_requests as request', 'request.id', 'payment.request_id')
        .selectAll('payment')
        .select(['request.number as request_number', 'request.organization_id']),
    order: [
      { value: sql`payment.received_at`, type: 'timestamptz' },
      { value: sql`payment.id`, type: 'uuid' },
    ],
    // What was reversed is in the list, and does not count.
    sums: {
      currency: sql`payment.currency`,
      amounts: { amount: sql`case when payment.reversed_at is null then payment.amount else 0 end` },
    },
    async items(db, rows): Promise<ListedPayment[]> {
      const names = await namesOfOrganizations(
        db,
        rows.map(({ organization_id }) => organization_id),
      )
      return rows.map((row) => ({
        id: row.id,
        request_id: row.request_id,
        request_number: row.request_number,
        organization_id: row.organization_id,
        organization_name: names.get(row.organization_id) ?? '',
        amount: row.amount,
        currency: row.currency,
        received_at: row.received_at.toISOString(),
        reference: row.reference,
        payer_inn: row.payer_inn,
        payer_account: row.payer_account,
        is_foreign_payer: row.is_foreign_payer,
        payer_accepted_at: row.payer_accepted_at?.toISOString() ?? null,
        reversed_at: row.reversed_at?.toISOString() ?? null,
        recorded_at: row.at.toISOString(),
      }))
    },
  },
  file: {
    from: sql`payments as payment
      join purchase_requests as request on request.id = payment.request_id
      join ${organizationSummaries} as organization on organization.id = request.organization_id`,
    key: sql`payment.seq`,
    keyType: 'bigint',
    columns: columnsOf('payment', {
      id: 'code',
      request_number: ['code', sql`request.number`],
      request_id: 'code',
      organization_id: ['code', sql`request.organization_id`],
      organization_inn: ['code', sql`organization.inn`],
      organization_name: ['text', sql`organization.name`],
      amount: 'number',
      currency: 'code',
      received_at: 'time',
      reference: 'text',
      payer_inn: 'text',
      payer_account: 'text',
      bank_account: 'text',
      reversed_at: 'time',
      reversed_reason: 'text',
      recorded_by: ['text', sql`payment.actor_name`],
      recorded_at: ['time', sql`payment.at`],
    }),
  },
})
