import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { duplicatePayment } from '../purchase-requests/facts/deal-failures.ts'
import { differentPayers, type Payer } from '../purchase-requests/facts/payer.ts'
import { isSameReference } from '../purchase-requests/facts/same-payment.ts'
import type { Line } from './lines/statement-store.ts'

/** Locks the line and those that may be the same money, so that two of them are not matched at the same time. */
export async function lockAlike(db: Db, line: Line): Promise<void> {
  await sql`
    select id from statement_lines
    where account = ${line.account} and booked_on = ${line.booked_on} and direction = ${line.direction}
      and currency = ${line.currency} and amount = ${line.amount}
    order by id for update
  `.execute(db)
}

/**
 * Throws if the money of an incoming line was matched already, with a line that spells its payer in another way: banks
 * export the same day differently. Lines that one statement has both are two payments.
 */
export async function demandNoTwin(db: Db, line: Line): Promise<void> {
  if (line.direction !== 'incoming') return
  const { rows } = await sql<Alike>`
    select other.document_number, other.payer_inn, other.payer_name, other.payer_account, match.kind, match.fact_id
    from statement_lines as other
    join statement_matches as match on match.line_id = other.id and match.released_at is null
    where other.account = ${line.account} and other.booked_on = ${line.booked_on} and other.direction = ${line.direction}
      and other.currency = ${line.currency} and other.amount = ${line.amount} and other.id <> ${line.id} and not exists (
        select from statement_contents as first
        join statement_contents as second on second.statement_id = first.statement_id
        where first.line_id = other.id and second.line_id = ${line.id}
      )
    order by other.id, match.position
  `.execute(db)
  const twin = rows.find(
    (other) =>
      isSameReference(other.document_number, line.document_number) &&
      !differentPayers(payerOf(other), payerOf(line)),
  )
  if (twin) throw duplicatePayment(twin.kind, twin.fact_id)
}

type Alike = Pick<Line, 'document_number' | 'payer_inn' | 'payer_name' | 'payer_account'> & {
  kind: 'payment' | 'credit'
  fact_id: string
}

function payerOf({ payer_inn, payer_name, payer_account }: Alike | Line): Payer {
  return { payerInn: payer_inn, payerName: payer_name, payerAccount: payer_account || null }
}
