import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

export interface OpenLine {
  id: string
  title: string
  booked_on: string
  account: string
  /** Negative for money that has left. */
  amount: string
  currency: string
  /** Of all such lines. */
  total: number
}

export const openLine = sql`
  line.id, line.booked_on::text as booked_on, line.account, line.currency, count(*) over ()::integer as total,
  case line.direction when 'incoming' then line.amount else -line.amount end::text as amount,
  coalesce(
    case line.direction when 'incoming' then line.payer_name else line.receiver_name end,
    nullif(left(line.purpose, 200), ''), nullif(line.document_number, ''), line.account
  ) as title`

/** Lines of these days that end in no posting, oldest first. */
export async function linesWithoutPosting(
  db: Db,
  {
    status,
    after,
    through,
    limit,
  }: { status: readonly ('new' | 'set_aside')[]; after: string | null; through: string; limit: number },
): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select ${openLine} from statement_lines as line
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
