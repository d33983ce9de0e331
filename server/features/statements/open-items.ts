import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface OpenLine {
  id: string
  status: 'new' | 'set_aside'
  title: string
  booked_on: string
  account: string
  /** Negative for money that has left. */
  amount: string
  currency: string
  /** Of all such lines. */
  total: number
}

/** Lines of these days that end in no posting, oldest first. */
export async function linesWithoutPosting(
  db: Db,
  {
    status,
    after,
    through,
    limit,
  }: { status: readonly OpenLine['status'][]; after: string | null; through: string; limit: number },
): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select id, status, booked_on::text as booked_on, account, currency, count(*) over ()::integer as total,
      case direction when 'incoming' then amount else -amount end::text as amount,
      coalesce(
        case direction when 'incoming' then payer_name else receiver_name end, nullif(left(purpose, 200), ''),
        nullif(document_number, ''), account
      ) as title
    from statement_lines
    where status = any(${status}) and booked_on <= ${through} and (${after}::date is null or booked_on > ${after}::date)
    order by booked_on, id limit ${limit}
  `.execute(db)
  return rows
}

export interface OpenStatement {
  id: string
  file_name: string
  day: string | null
  total: number
}

/** Statements up to this day that do not follow from the others, and nobody has said why. */
export async function unexplainedStatements(
  db: Db,
  { through, limit }: { through: string; limit: number },
): Promise<OpenStatement[]> {
  const { rows } = await sql<OpenStatement>`
    select statement.id, statement.file_name, statement.period_from::text as day, count(*) over ()::integer as total
    from statement_exceptions as exception join statements as statement on statement.id = exception.statement_id
    where exception.explained_at is null and (statement.period_from is null or statement.period_from <= ${through})
    order by statement.period_from, statement.id limit ${limit}
  `.execute(db)
  return rows
}
