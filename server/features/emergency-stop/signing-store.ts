import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { ProvenRow, ProvenTable } from '../../platform/proofs/proven-table.ts'
import type { SigningTables, StoppingActor } from './signing-tables.ts'

export type RecordedSigning = Selectable<SigningTables['signing_state']>
export type SigningState = Omit<RecordedSigning, 'only_row' | keyof ProvenRow>

/** That signing is on must be proven. A stop counts without a proof: it can be written while the vault is sealed. */
export const signingTable: ProvenTable = {
  kind: 'stop',
  table: 'signing_state',
  name: 'Emergency stop',
  key: ['only_row'],
  keyType: 'boolean',
  columns: ['only_row', 'stopped_at', 'stopped_by', 'stopped_by_name', 'reason'],
  always: 'true',
  mayLackProof: ({ stopped_at }) => stopped_at !== null,
}

export const running: SigningState = {
  stopped_at: null,
  stopped_by: null,
  stopped_by_name: null,
  reason: null,
}

const lock = 'kontor signing'
/** Anybody can write a stop into the database, of any form, and it counts. */
const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** Whoever records a stop or starts signing again takes turns. Nobody who stops or signs waits for it. */
export async function lockSigning(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db)
}

/** What is recorded, and the first of the stops that are not. In one statement, so that none is missed in between. */
export async function findSigning(
  db: Db,
): Promise<{ recorded: RecordedSigning | undefined; waiting: SigningState | undefined }> {
  const { rows } = await sql<RecordedSigning & { is_recorded: boolean }>`
    select true as is_recorded, only_row, stopped_at, stopped_by, stopped_by_name, reason, proof, proof_revision
    from signing_state
    union all (
      select false, true, stopped_at, case when actor ->> 'id' ~* ${uuid} then (actor ->> 'id')::uuid end,
        actor ->> 'name', reason, null, 0
      from signing_stops order by stopped_at limit 1
    )
  `.execute(db)
  return {
    recorded: rows.find(({ is_recorded }) => is_recorded),
    waiting: rows.find(({ is_recorded }) => !is_recorded),
  }
}

/**
 * Waits for no lock. It is a statement of its own, and in no transaction: it counts as soon as it is there. Returns the
 * revision of what is recorded, which this stop ends.
 */
export async function insertStop(
  pool: Db,
  { at, actor, reason }: { at: Date; actor: StoppingActor; reason: string | null },
): Promise<number> {
  const { kind, id, name, sessionId, address, requestId } = actor
  const named = JSON.stringify({ kind, id, name, sessionId, address, requestId })
  const { rows } = await sql<{ revision: number | null }>`
    insert into signing_stops (id, stopped_at, actor, reason) values (${newId()}, ${at}, ${named}, ${reason})
    returning (select proof_revision from signing_state) as revision
  `.execute(pool)
  return rows[0]?.revision ?? 0
}

/** Takes the stops that wait to be recorded, the first one first. The caller has locked signing. */
export async function takeStops(db: Db): Promise<Selectable<SigningTables['signing_stops']>[]> {
  const stops = await db.deleteFrom('signing_stops').returningAll().execute()
  return stops.sort((a, b) => a.stopped_at.getTime() - b.stopped_at.getTime())
}

/** Also if somebody has removed the row. */
export async function writeSigning(db: Db, state: SigningState & ProvenRow): Promise<void> {
  await db
    .insertInto('signing_state')
    .values(state)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(state))
    .execute()
}
