import { sql } from 'kysely'
import type { FilteredPaymentsQuery, FilteredPaymentsResponse } from '../../../contract/lists.ts'
import { cursorPageOf } from '../../platform/cursor-page.ts'
import type { Db } from '../../platform/db/database.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'
import type { PaymentRow } from './facts/deal-tables.ts'
import { paymentConditions } from './purchase-request-export.ts'

type Row = PaymentRow & { request_number: string; organization_id: string; organization_name: string }

export type PaymentList = ReturnType<typeof createPaymentList>

/** The payments of all requests, what was received last first, with the filters of the export. */
export function createPaymentList({ db }: { db: Db }) {
  return async function filter({
    limit,
    cursor,
    ...given
  }: FilteredPaymentsQuery): Promise<FilteredPaymentsResponse> {
    // Two values and no subquery of a row, which no index serves.
    const after =
      cursor === undefined
        ? []
        : [
            sql`(payment.received_at, payment.id) < ((select received_at from payments where id = ${cursor}), ${cursor}::uuid)`,
          ]
    const { rows } = await sql<Row>`
      with page as (
        select payment.*, request.number as request_number, request.organization_id
        from payments as payment join purchase_requests as request on request.id = payment.request_id
        where ${sql.join([sql`true`, ...paymentConditions(given), ...after], sql` and `)}
        order by payment.received_at desc, payment.id desc limit ${limit + 1}
      )
      select page.*, organization.name as organization_name
      from page join ${organizationSummaries} as organization on organization.id = page.organization_id
      order by page.received_at desc, page.id desc
    `.execute(db)
    return cursorPageOf(rows, limit, (row) => ({
      id: row.id,
      request_id: row.request_id,
      request_number: row.request_number,
      organization_id: row.organization_id,
      organization_name: row.organization_name,
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
  }
}
