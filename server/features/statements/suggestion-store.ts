import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { organizationSummary } from '../organizations/organization-summary.ts'
import { invoicesByNumber } from '../papers/invoices-by-number.ts'
import { paymentsWithoutLine, requestsForMatching } from '../purchase-requests/requests-for-matching.ts'
import type { Candidate } from './suggestions/score.ts'

export interface Sought {
  id: string
  inn: string | null
  amount: string
  currency: string
  /** The own account that received it. */
  account: string
  /** What a payment that was entered by hand would be known by. */
  reference: string
  booked_on: string
}

export interface Mention {
  id: string
  number: string
  is_full: boolean
}

export interface MentionedInvoice {
  id: string
  number: string
  issued_on: string | null
}

/**
 * The requests that lines may belong to, for all of them at once: those whose number, or whose invoice, the purpose names, those of the payer
 * that miss exactly this amount, the oldest ones of the payer that miss something, for a payer without an INN the few that
 * miss exactly this amount, and those with a payment that was entered by hand and is the same. What is open of a payer is read once, however many lines they have.
 */
export async function findCandidates(
  db: Db,
  lines: readonly Sought[],
  mentions: readonly Mention[],
  invoices: readonly MentionedInvoice[],
): Promise<(Candidate & { line_id: string })[]> {
  const requests = requestsForMatching(db)
  const organizations = organizationSummary(db)
  const payments = paymentsWithoutLine(db)
  const issued = invoicesByNumber(db)
  const { rows } = await sql<Candidate & { line_id: string }>`
    with line as materialized (
      select * from json_to_recordset(${JSON.stringify(lines)}::json)
        as given (id uuid, inn text, amount numeric, currency text, account text, reference text, booked_on date)
    ), mention as materialized (
      select * from json_to_recordset(${JSON.stringify(mentions)}::json)
        as given (id uuid, number text, is_full boolean)
    ), invoice as materialized (
      -- Companies have the same numbers: the one whose account received the money goes first.
      select named.id, issued.request_id,
        rank() over (partition by named.id, named.number order by line.account = any (issued.accounts) desc) as place
      from json_to_recordset(${JSON.stringify(invoices)}::json) as named (id uuid, number text, issued_on text)
      join line on line.id = named.id
      join ${issued.as('issued')} on issued.number = named.number
        and (named.issued_on is null or named.issued_on = issued.issued_on)
    ), payer as materialized (
      select organization.id, organization.inn
      from ${organizations.as('organization')}
      where organization.inn in (select inn from line)
    ), oldest as materialized (
      select payer.inn, request.id, request.currency
      from payer cross join lateral (
        select request.id, request.currency from ${requests.as('request')}
        where request.organization_id = payer.id and request.takes_money and request.missing_amount > 0
        order by request.seq limit 3
      ) as request
    ), found as (
      select invoice.id as line_id, invoice.request_id, null::boolean as is_named, true as is_invoiced
      from invoice where invoice.place = 1
      union all
      select mention.id, request.id, mention.is_full, false
      from mention join ${requests.as('request')} on request.number = mention.number
      union all
      select line.id, request.id, null, false
      from line join payer on payer.inn = line.inn cross join lateral (
        select request.id from ${requests.as('request')}
        where request.missing_amount = line.amount and request.organization_id = payer.id and request.takes_money
          and request.currency = line.currency
        order by request.seq limit 3
      ) as request
      union all
      select line.id, oldest.id, null, false from line join oldest on oldest.inn = line.inn and oldest.currency = line.currency
      union all
      select line.id, request.id, null, false
      from line cross join lateral (
        select request.id from ${requests.as('request')}
        where line.inn is null and request.missing_amount = line.amount and request.takes_money
          and request.currency = line.currency
        limit 3
      ) as request
      union all
      select line.id, payment.request_id, null, false
      from line join ${payments.as('payment')}
        on payment.reference = line.reference and payment.amount = line.amount and payment.day = line.booked_on
    ), candidate as (
      select line_id, request_id, bool_or(is_named) as is_named, bool_or(is_invoiced) as is_invoiced
      from found group by line_id, request_id
    )
    select candidate.line_id, candidate.request_id, candidate.is_named, candidate.is_invoiced, request.number, request.status,
      request.currency, request.organization_id, request.total_amount, request.received_amount,
      request.takes_money or request.is_owing as takes_money,
      organization.short_name as organization_name, organization.inn as organization_inn, (
        select payment.id from ${payments.as('payment')}
        where payment.request_id = candidate.request_id and payment.reference = line.reference
          and payment.amount = line.amount and payment.day = line.booked_on
        order by payment.seq limit 1
      ) as payment_id
    from candidate
    join line on line.id = candidate.line_id
    join ${requests.as('request')} on request.id = candidate.request_id
    join ${organizations.as('organization')} on organization.id = request.organization_id
  `.execute(db)
  return rows
}
