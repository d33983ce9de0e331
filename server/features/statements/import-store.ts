import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { OccurrenceShifts } from './lines/occurrences.ts'
import type { StatementTables } from './lines/statement-tables.ts'

/** The columns of a line in a batch, with their types. */
const columns = sql.raw(`
  id uuid, position integer, account text, currency text, booked_on date, direction text, document_number text,
  payer_account text, amount numeric, occurrence integer, payer_name text, payer_inn text, payer_bic text,
  receiver_name text, receiver_inn text, receiver_account text, receiver_bic text, purpose text`)

/**
 * Held until the transaction ends: statements of an account are imported one after the other. So no two of them wait for
 * each other's lines in a circle, and each is compared with all that were imported before.
 */
export async function lockAccounts(db: Db, accounts: readonly string[]): Promise<void> {
  for (const account of [...new Set(accounts)].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`statements of ${account}`}, 0))`.execute(db)
}

/** The lines of a batch, with the occurrences that tell them apart. */
export function linesOf(batch: Uint8Array, shifts: OccurrenceShifts) {
  const given = sql`json_to_recordset(${json(batch)}::json) as given (${columns})`
  if (shifts.size === 0) return given
  const added = JSON.stringify(Object.fromEntries(shifts))
  return sql`(
    select id, position, account, currency, booked_on, direction, document_number, payer_account, amount,
      occurrence + coalesce((${added}::jsonb ->> (account || ' ' || currency))::integer, 0) as occurrence,
      payer_name, payer_inn, payer_bic, receiver_name, receiver_inn, receiver_account, receiver_bic, purpose
    from ${given}
  ) as given`
}

export interface Added {
  account: string
  currency: string
  added: number
}

/**
 * Adds the lines of a batch that are not known yet. The caller holds their accounts. Returns how many were added to each
 * account.
 */
export async function insertLines(
  db: Db,
  { statementId, at, shifts }: { statementId: string; at: Date; shifts: OccurrenceShifts },
  batch: Uint8Array,
): Promise<Added[]> {
  const { rows } = await sql<Added>`
    with added as (
      insert into statement_lines
        (id, statement_id, account, currency, booked_on, direction, document_number, payer_account, amount, occurrence,
         payer_name, payer_inn, payer_bic, receiver_name, receiver_inn, receiver_account, receiver_bic, purpose,
         waiting_since)
      select id, ${statementId}::uuid, account, currency, booked_on, direction, document_number, payer_account, amount,
        occurrence, payer_name, payer_inn, payer_bic, receiver_name, receiver_inn, receiver_account, receiver_bic, purpose,
        ${at}::timestamptz
      from ${linesOf(batch, shifts)}
      on conflict do nothing
      returning account, currency
    )
    select account, currency, count(*)::integer as added from added group by account, currency
  `.execute(db)
  return rows
}

/** Says which lines the statement has. A statement of its own: it sees what other imports have added meanwhile. */
export async function insertContents(
  db: Db,
  { statementId, shifts }: { statementId: string; shifts: OccurrenceShifts },
  batch: Uint8Array,
): Promise<void> {
  await sql`
    insert into statement_contents (statement_id, position, line_id)
    select ${statementId}::uuid, given.position, line.id
    from ${linesOf(batch, shifts)}
    join statement_lines as line using (account, booked_on, direction, document_number, payer_account, amount, occurrence)
    where line.payer_inn is not distinct from given.payer_inn and line.payer_name is not distinct from given.payer_name
  `.execute(db)
}

export async function insertStatement(db: Db, row: Insertable<StatementTables['statements']>): Promise<void> {
  await db.insertInto('statements').values(row).execute()
}

/** Sent as it is: PostgreSQL takes the bytes of JSON for a parameter of this type. */
function json(batch: Uint8Array): Buffer {
  return Buffer.from(batch.buffer, batch.byteOffset, batch.byteLength)
}
