import { sql } from 'kysely'
import type { StatementWarning } from '../../../contract/books/statements.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PeriodRow } from './lines/statement-tables.ts'

export async function insertPeriods(db: Db, rows: readonly PeriodRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('statement_periods')
    .values([...rows])
    .execute()
}

/** What the period of a statement is compared with. Numbers are decimal. */
export interface Comparison {
  account: string
  currency: string
  /** Null if the file states no balances: then only lines are compared. */
  opening: string | null
  /** What the last earlier statement that has the first day too gives for the balance before it. */
  same: { opening: string; is_equal: boolean } | null
  /** The latest statement before the first day. */
  before: { closing: string; last_day: string; is_equal: boolean; is_adjacent: boolean } | null
  /** Lines of these days that only this statement has, and that only earlier ones have. */
  added: number
  missing: number
}

/**
 * Compares the periods of a statement with those of the other statements of its accounts. Lines and opening balances of
 * the same days are compared with earlier imports only: of two that differ, the later one has the warning.
 */
export async function comparePeriods(db: Db, statementId: string): Promise<Comparison[]> {
  const { rows } = await sql<Comparison>`
    select period.account, period.currency, period.opening::text, (
        select json_build_object('opening', known.opening::text, 'is_equal', known.opening = period.opening)
        from (
          select same.opening + coalesce((
            select sum(case line.direction when 'incoming' then line.amount else -line.amount end)
            from statement_contents as content join statement_lines as line on line.id = content.line_id
            where content.statement_id = same.statement_id and line.account = same.account
              and line.currency = same.currency and line.booked_on < period.first_day
          ), 0) as opening
          from statement_periods as same
          where same.account = period.account and same.currency = period.currency and same.statement_id < period.statement_id
            and same.opening is not null and period.opening is not null and same.first_day <= period.first_day and same.last_day >= period.first_day
          order by same.statement_id desc limit 1
        ) as known
      ) as same, (
        select json_build_object('closing', previous.closing::text, 'last_day', previous.last_day,
          'is_equal', previous.closing = period.opening, 'is_adjacent', previous.is_over and previous.last_day + 1 = period.first_day)
        from statement_periods as previous
        where previous.account = period.account and previous.currency = period.currency and previous.last_day < period.first_day
          and previous.closing is not null and period.opening is not null
        order by previous.last_day desc, previous.statement_id desc limit 1
      ) as before, (
        select count(*)::integer from statement_lines as line
        where line.account = period.account and line.currency = period.currency
          and line.statement_id = period.statement_id and exists (
            select from statement_periods as same
            where same.account = period.account and same.currency = period.currency and same.statement_id < period.statement_id
              and line.booked_on between same.first_day and same.last_day
              and (same.is_over or line.booked_on < same.last_day)
          )
      ) as added, (
        select count(*)::integer from statement_lines as line
        where line.account = period.account and line.currency = period.currency and line.booked_on between period.first_day and period.last_day
          and line.statement_id < period.statement_id and not exists (
            select from statement_contents as content
            where content.statement_id = period.statement_id and content.line_id = line.id
          )
      ) as missing
    from statement_periods as period
    where period.statement_id = ${statementId}
    order by period.account, period.currency
  `.execute(db)
  return rows
}

/** Statements whose opening balance is compared with the closing balance of this one. */
export async function listFollowing(db: Db, statementId: string): Promise<string[]> {
  const { rows } = await sql<{ statement_id: string }>`
    select distinct next.statement_id
    from statement_periods as period
    join statement_periods as next on next.account = period.account and next.currency = period.currency
      and next.first_day > period.last_day
    where period.statement_id = ${statementId} and period.closing is not null and next.opening is not null and not exists (
      select from statement_periods as between
      where between.account = period.account and between.currency = period.currency
        and between.last_day > period.last_day
        and between.last_day < next.first_day and between.closing is not null
    )
    order by next.statement_id
  `.execute(db)
  return rows.map(({ statement_id }) => statement_id)
}

/** Keeps what does not follow; an explanation of something else no longer holds. False if nothing has changed. */
export async function putException(
  db: Db,
  statementId: string,
  warnings: readonly StatementWarning[],
  at: Date,
): Promise<boolean> {
  if (warnings.length === 0) {
    const { numDeletedRows } = await db
      .deleteFrom('statement_exceptions')
      .where('statement_id', '=', statementId)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
  const { rows } = await sql<{ statement_id: string }>`
    insert into statement_exceptions as kept (statement_id, warnings, waiting_since)
    values (${statementId}, ${JSON.stringify(warnings)}::jsonb, ${at})
    on conflict (statement_id) do update set warnings = excluded.warnings, waiting_since = excluded.waiting_since,
      explanation = null, explained_by = null, explained_at = null
    where kept.warnings <> excluded.warnings
    returning statement_id
  `.execute(db)
  return rows.length > 0
}

export function lockException(db: Db, statementId: string) {
  return db
    .selectFrom('statement_exceptions')
    .selectAll()
    .where('statement_id', '=', statementId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateExplanation(
  db: Db,
  statementId: string,
  explained: { explanation: string; explained_by: string; explained_at: Date },
): Promise<void> {
  await db
    .updateTable('statement_exceptions')
    .set(explained)
    .where('statement_id', '=', statementId)
    .execute()
}
