import { sql } from 'kysely'
import type { ListFilter } from '../../../contract/list-filters.ts'
import { columnsOf } from '../../platform/exports/declare.ts'
import type { ExportedList } from '../../platform/exports/exported-list.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'
import { creditConditions } from './facts/credit-store.ts'

/** Money that belongs to no request yet, and what became of it. */
export const creditExport: ExportedList<ListFilter<'credits'>> = {
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
    left_amount: ['number', sql`credit.amount - credit.allocated_amount - credit.refunded_amount`],
    received_at: 'time',
    reference: 'text',
    payer_inn: 'text',
    payer_account: 'text',
    bank_account: 'text',
    statement_line_id: 'code',
    recorded_by: ['text', sql`credit.actor_name`],
    recorded_at: ['time', sql`credit.at`],
  }),
  conditions: creditConditions,
}
