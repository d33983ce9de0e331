import { type SqlBool, sql } from 'kysely'
import type { StatementFormat } from '../../../contract/books/statements.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Added, linesOf } from './import-store.ts'
import type { OccurrenceShifts } from './lines/occurrences.ts'
import type { AnnouncedRow } from './lines/statement-tables.ts'

/** Adds the announced lines of a batch that are not known yet. The caller holds their accounts. */
export async function insertAnnounced(
  db: Db,
  { statementId, shifts }: { statementId: string; shifts: OccurrenceShifts },
  batch: Uint8Array,
): Promise<Added[]> {
  const { rows } = await sql<Added>`
    with added as (
      insert into announced_lines
        (id, statement_id, position, account, currency, booked_on, direction, document_number, payer_account, amount,
         occurrence, payer_name, payer_inn, payer_bic, receiver_name, receiver_inn, receiver_account, receiver_bic, purpose)
      select id, ${statementId}::uuid, position, account, currency, booked_on, direction, document_number, payer_account,
        amount, occurrence, payer_name, payer_inn, payer_bic, receiver_name, receiver_inn, receiver_account, receiver_bic,
        purpose
      from ${linesOf(batch, shifts)}
      on conflict do nothing
      returning account, currency
    )
    select account, currency, count(*)::integer as added from added group by account, currency
  `.execute(db)
  return rows
}

/** How long after its day a line may be booked that was announced. */
const daysToBook = 10
/** How far statements must go beyond its day before a line counts as one that was never booked. */
const daysToWait = 5

/**
 * Replaces announced lines by the lines that have booked them, and ends those that statements of later days do not have.
 * The surest pairs first: the same day and number; the same number within some days; the same day and party. The caller
 * holds the accounts.
 */
export async function settleAnnounced(db: Db, accounts: readonly string[], at: Date): Promise<void> {
  const [number, party] = [
    sql<SqlBool>`announced.document_number <> '' and line.document_number = announced.document_number`,
    sql<SqlBool>`(announced.payer_account, announced.payer_inn, announced.receiver_account)
      is not distinct from (line.payer_account, line.payer_inn, line.receiver_account)`,
  ]
  for (const [days, isSame] of [
    [0, sql<SqlBool>`${number} and announced.occurrence = line.occurrence`],
    [daysToBook, number],
    [0, party],
  ] as const) {
    await sql`
      with pair as (
        select announced.id, line.id as line_id, line.booked_on
        from announced_lines as announced
        join statement_lines as line on line.account = announced.account and line.currency = announced.currency
          and line.direction = announced.direction and line.amount = announced.amount
          and line.booked_on between announced.booked_on and announced.booked_on + ${days}::integer and ${isSame}
        where announced.account = any (${accounts}) and announced.line_id is null and not exists (
          select from announced_lines as other where other.line_id = line.id
        )
      ), nearest as (
        select distinct on (line_id) id, line_id from (
          select distinct on (id) id, line_id from pair order by id, booked_on, line_id
        ) as chosen order by line_id, id
      )
      update announced_lines as announced set line_id = nearest.line_id, ended_at = ${at}::timestamptz
      from nearest where announced.id = nearest.id
    `.execute(db)
  }
  await sql`
    update announced_lines as announced set ended_at = ${at}::timestamptz
    where announced.account = any (${accounts}) and announced.ended_at is null and exists (
      select from statement_periods as period
      where period.account = announced.account and period.currency = announced.currency
        and announced.booked_on between period.first_day and period.last_day
    ) and exists (
      select from statement_periods as period
      where period.account = announced.account and period.currency = announced.currency and period.is_over
        and period.last_day >= announced.booked_on + ${daysToWait}::integer
    )
  `.execute(db)
}

/** Statements of the same account, currency and days in another format: both number their lines differently. */
export async function findOtherFormat(
  db: Db,
  format: StatementFormat,
  periods: readonly { account: string; currency: string; first_day: string; last_day: string }[],
): Promise<{ account: string; format: StatementFormat; id: string; from: string; to: string } | undefined> {
  const { rows } = await sql<{
    account: string
    format: StatementFormat
    id: string
    from: string
    to: string
  }>`
    select period.account, statement.format, statement.id, period.first_day as "from", period.last_day as "to"
    from json_to_recordset(${JSON.stringify(periods)}::json) as given (account text, currency text, first_day date, last_day date)
    join statement_periods as period on period.account = given.account and period.currency = given.currency
      and period.first_day <= given.last_day and period.last_day >= given.first_day
    join statements as statement on statement.id = period.statement_id and statement.format <> ${format}
    order by period.last_day desc, statement.id desc limit 1
  `.execute(db)
  return rows[0]
}

export type Announced = AnnouncedRow & { announced_at: Date }

export function announcedLines(db: Db) {
  return db
    .selectFrom('announced_lines as line')
    .innerJoin('statements as statement', 'statement.id', 'line.statement_id')
    .selectAll('line')
    .select('statement.imported_at as announced_at')
}

/** How many lines of each import are still announced. */
export async function countAnnounced(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('announced_lines')
    .select(({ fn }) => ['statement_id', fn.countAll<number>().as('open')])
    .where('statement_id', 'in', ids)
    .where('ended_at', 'is', null)
    .groupBy('statement_id')
    .execute()
  return new Map(rows.map(({ statement_id, open }) => [statement_id, open]))
}
