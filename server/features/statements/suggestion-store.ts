import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { organizationSummary } from '../organizations/organization-summary.ts'
import { paymentsWithoutLine, requestsForMatching } from '../purchase-requests/requests-for-matching.ts'
import type { Candidate } from './suggestions/score.ts'

export interface Sought {
  id: string
  inn: string | null
  amount: string
  currency: string
  /** What a payment that was entered by hand would be known by. */
  reference: string
  booked_on: string
}

export interface Mention {
  id: string
  number: string
  is_full: boolean
}

/**
 * The requests that lines may belong to, for all of them at once: those whose number the purpose names, those of the payer
 * that miss exactly this amount, the oldest ones of the payer that miss something, for a payer without an INN the few that
 * miss exactly this amount, and those with a payment that was entered by hand and is the same. What is open of a payer is read once, however many lines they have.
 */
export async function findCandidates(
  db: Db,
  lines: readonly Sought[],
  mentions: readonly Mention[],
): Promise<(Candidate & { line_id: string })[]> {
  const requests = requestsForMatching(db)
  const organizations = organizationSummary(db)
  const payments = paymentsWithoutLine(db)
  const { rows } = await sql<Candidate & { line_id: string }>`
    with line as materialized (
      select * from json_to_recordset(${JSON.stringify(lines)}::json)
        as given (id uuid, inn text, amount numeric, currency text, reference text, booked_on date)
    ), mention as materialized (
      select * from json_to_recordset(${JSON.stringify(mentions)}::json)
        as given (id uuid, number text, is_full boolean)
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
      select mention.id as line_id, request.id as request_id, mention.is_full as is_named
      from mention join ${requests.as('request')} on request.number = mention.number
      union all
      select line.id, request.id, null
      from line join payer on payer.inn = line.inn cross join lateral (
        select request.id from ${requests.as('request')}
        where request.missing_amount = line.amount and request.organization_id = payer.id and request.takes_money
          and request.currency = line.currency
        order by request.seq limit 3
      ) as request
      union all
      select line.id, oldest.id, null from line join oldest on oldest.inn = line.inn and oldest.currency = line.currency
      union all
      select line.id, request.id, null
      from line cross join lateral (
        select request.id from ${requests.as('request')}
        where line.inn is null and request.missing_amount = line.amount and request.takes_money
          and request.currency = line.currency
        limit 3
      ) as request
      union all
      select line.id, payment.request_id, null
      from line join ${payments.as('payment')}
        on payment.reference = line.reference and payment.amount = line.amount and payment.day = line.booked_on
    ), candidate as (
      select line_id, request_id, bool_or(is_named) as is_named from found group by line_id, request_id
    )
    select candidate.line_id, candidate.request_id, candidate.is_named, request.number, request.status, request.currency,
      request.organization_id, request.total_amount, request.received_amount, request.takes_money,
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
