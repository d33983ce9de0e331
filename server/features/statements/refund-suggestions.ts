import { sql } from 'kysely'
import type { StatementSuggestion } from '../../../contract/books/statements.ts'
import type { PurchaseRequestStatus } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Db } from '../../platform/db/database.ts'
import { organizationSummary } from '../organizations/organization-summary.ts'
import { isSameReference } from '../purchase-requests/facts/same-payment.ts'
import { refundsOfClients, requestsForMatching } from '../purchase-requests/requests-for-matching.ts'
import type { Line } from './lines/statement-store.ts'
import { isSameAccount, mayBeAccount } from './outgoing-refunds.ts'
import { scoredRefunds } from './suggestions/score.ts'

/** Of refunds with the same amount, so many of the newest are compared with a line. */
const mostCompared = 20

interface FoundRefund {
  line_id: string
  request_id: string
  number: string
  status: PurchaseRequestStatus
  organization_id: string
  organization_name: string | null
  account: string | null
  reference: string | null
}

/** The requests whose refunds lines that went out may prove: the amount is the same, and no line proves them yet. */
export async function suggestRefunds(
  db: Db,
  lines: readonly Line[],
): Promise<Map<string, StatementSuggestion[]>> {
  const open = lines.filter(({ status, direction }) => status === 'new' && direction === 'outgoing')
  if (open.length === 0) return new Map()
  const sought = open.map(({ id, amount, currency }) => ({ id, amount, currency }))
  const { rows } = await sql<FoundRefund>`
    with found as materialized (
      -- One pass over the refunds, however many lines there are.
      select line.id as line_id, refund.*, row_number() over (partition by line.id order by refund.seq desc) as place
      from json_to_recordset(${JSON.stringify(sought)}::json) as line (id uuid, amount numeric, currency text)
      join ${refundsOfClients(db).as('refund')} on refund.amount = line.amount and refund.currency = line.currency
      where not exists (
        select from statement_matches as match where match.fact_id = refund.id and match.released_at is null
      )
    )
    select refund.line_id, request.id as request_id, request.number, request.status, request.organization_id,
      organization.short_name as organization_name, refund.account, refund.reference
    from found as refund
    join ${requestsForMatching(db).as('request')} on request.id = refund.request_id
    join ${organizationSummary(db).as('organization')} on organization.id = request.organization_id
    where refund.place <= ${mostCompared}
    order by refund.seq
  `.execute(db)
  const byLine = Map.groupBy(rows, ({ line_id }) => line_id)
  return new Map(
    open.map((line) => [
      line.id,
      scoredRefunds(
        (byLine.get(line.id) ?? [])
          .filter(({ account }) => mayBeAccount(account, line.receiver_account))
          .map(({ line_id: _, account, reference, ...request }) => ({
            ...request,
            amount: line.amount,
            isAccount: isSameAccount(account, line.receiver_account),
            isNumber: isSameReference(reference ?? '', line.document_number),
          })),
      ),
    ]),
  )
}
