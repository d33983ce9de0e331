import { type RawBuilder, sql } from 'kysely'
import type { StatementDirection } from '../../../../contract/books/statements.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type OpenLine, openLine } from './open-items.ts'
import type { SettlementRow } from './statement-tables.ts'

/** A line that is posted as one side of an exchange. */
export interface ExchangeSide {
  line_id: string
  posting_id: string
  account: string
  currency: string
  direction: StatementDirection
  amount: string
  booked_on: string
}

const columns = sql`
  line.id as line_id, posting.id as posting_id, line.account, line.currency, line.direction, line.amount::text as amount,
  line.booked_on::text as booked_on`

const sides = sql`
  statement_postings as posting join statement_lines as line on line.id = posting.line_id`

const isSide = sql`posting.account = 'exchange' and posting.reversed_at is null`

/** Whether a settlement of these holds for a posting. */
function isSettled(holds: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return sql`(
    exists (select from exchange_settlements where given_id = posting.id and reversed_at is null and ${holds})
    or exists (select from exchange_settlements where taken_id = posting.id and reversed_at is null and ${holds})
  )`
}

export async function findSide(db: Db, lineId: string): Promise<ExchangeSide | undefined> {
  const { rows } = await sql<ExchangeSide>`
    select ${columns} from ${sides} where ${isSide} and line.id = ${lineId}::uuid
  `.execute(db)
  return rows[0]
}

/** The sides within these days that are not settled, the oldest first. */
export async function listOpenSides(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<ExchangeSide[]> {
  const { rows } = await sql<ExchangeSide>`
    select ${columns} from ${sides}
    where ${isSide} and line.booked_on between ${from}::date and ${to}::date and not ${isSettled()}
    order by line.booked_on, line.id
  `.execute(db)
  return rows
}

/** The lines that are sides up to a day and were not settled up to it, or by these settlements; the oldest first. */
export async function listOpenLines(
  db: Db,
  { through, wrong, limit }: { through: string; wrong: readonly string[]; limit: number },
): Promise<OpenLine[]> {
  const holds = sql`day <= ${through}::date and id <> all(${wrong}::uuid[])`
  const { rows } = await sql<OpenLine>`
    select ${openLine} from ${sides}
    where ${isSide} and line.booked_on <= ${through}::date and not ${isSettled(holds)}
    order by line.booked_on, line.id limit ${limit}
  `.execute(db)
  return rows
}

/** A settlement as one of its lines sees it. */
export type OwnSettlement = SettlementRow & { other_line_id: string; other_posting_id: string }

/** The settlements that hold for postings of lines, by the posting. */
export async function listSettlements(
  db: Db,
  postingIds: readonly string[],
): Promise<Map<string, OwnSettlement>> {
  if (postingIds.length === 0) return new Map()
  const { rows } = await sql<OwnSettlement & { posting_id: string }>`
    select settlement.*, own.id as posting_id, other.id as other_posting_id, other.line_id as other_line_id
    from unnest(${postingIds}::uuid[]) as own (id)
    join exchange_settlements as settlement on own.id in (settlement.given_id, settlement.taken_id)
    join statement_postings as other
      on other.id = case own.id when settlement.given_id then settlement.taken_id else settlement.given_id end
    where settlement.reversed_at is null
  `.execute(db)
  return new Map(rows.map((row) => [row.posting_id, row]))
}

/** Both sides of what was settled on these days. */
export async function listSettledWithin(
  db: Db,
  { after, through }: { after: string | null; through: string },
): Promise<(ExchangeSide & Pick<SettlementRow, 'id' | 'day' | 'result'>)[]> {
  const { rows } = await sql<ExchangeSide & Pick<SettlementRow, 'id' | 'day' | 'result'>>`
    select settlement.id, settlement.day::text as day, settlement.result::text as result, ${columns}
    from exchange_settlements as settlement
    join statement_postings as posting on posting.id in (settlement.given_id, settlement.taken_id)
    join statement_lines as line on line.id = posting.line_id
    where settlement.reversed_at is null and settlement.day <= ${through}::date
      and (${after}::date is null or settlement.day > ${after}::date)
    order by settlement.day, settlement.id, line.direction
  `.execute(db)
  return rows
}

export async function insertSettlement(
  db: Db,
  row: Omit<SettlementRow, 'reversed_at' | 'reversed_on'>,
): Promise<void> {
  await db.insertInto('exchange_settlements').values(row).execute()
}

export async function updateSettlement(
  db: Db,
  id: string,
  change: Pick<SettlementRow, 'reversed_at' | 'reversed_on'>,
): Promise<void> {
  await db.updateTable('exchange_settlements').set(change).where('id', '=', id).execute()
}
