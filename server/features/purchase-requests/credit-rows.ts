import { sql } from 'kysely'
import { creditList } from '../../../contract/lists/credits.ts'
import { columnsOf, equals } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'
import { toCreditResponse } from './credits/credit-response.ts'

/** Written as the index of open credits is. */
const isOpen = sql<boolean>`credit.allocated_amount + credit.refunded_amount < credit.amount`

const left = sql`credit.amount - credit.allocated_amount - credit.refunded_amount`

/** Money that belongs to no request yet, and what became of it. */
export const creditRows = rowsOf(creditList, {
  conditions: ({ organization_id, status }) => [
    ...equals('credit', { organization_id }),
    ...(status === undefined ? [] : [status === 'open' ? isOpen : sql<boolean>`not (${isOpen})`]),
  ],
  page: {
    find: (db) => db.selectFrom('credits as credit').selectAll(),
    order: [{ value: sql`credit.seq`, type: 'bigint' }],
    sums: { currency: sql`credit.currency`, amounts: { amount: sql`credit.amount`, left_amount: left } },
    items: (_db, rows) => rows.map(toCreditResponse),
  },
  file: {
    from: sql`credits as credit
      join ${organizationSummaries} as organization on organization.id = credit.organization_id
      left join purchase_requests as request on request.id = credit.request_id`,
    key: sql`credit.seq`,
    keyType: 'bigint',
    columns: columnsOf('credit', {
      id: 'code',
      organization_id: 'code',
      organization_inn: ['code', sql`organization.inn`],
      organization_name: ['text', sql`organization.name`],
      request_number: ['code', sql`request.number`],
      request_id: 'code',
      amount: 'number',
      currency: 'code',
      allocated_amount: 'number',
      refunded_amount: 'number',
      left_amount: ['number', left],
      received_at: 'time',
      reference: 'text',
      payer_inn: 'text',
      payer_account: 'text',
      bank_account: 'text',
      statement_line_id: 'code',
      recorded_by: ['text', sql`credit.actor_name`],
      recorded_at: ['time', sql`credit.at`],
    }),
  },
})
