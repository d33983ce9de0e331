import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { SigningTables, StoppingActor } from './signing-tables.ts'

export type SigningState = Omit<Selectable<SigningTables['signing_state']>, 'only_row'>

export const running: SigningState = {
  stopped_at: null,
  stopped_by: null,
  stopped_by_name: null,
  reason: null,
}

const columns = ['stopped_at', 'stopped_by', 'stopped_by_name', 'reason'] as const
const lock = 'kontor signing'

/** Whoever records a stop or starts signing again takes turns. Nobody who stops or signs waits for it. */
export async function lockSigning(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db)
}

/** A stop that is recorded, or the first of those that are not. In one statement, so that none is missed in between. */
export async function findSigningState(db: Db): Promise<SigningState> {
  const { rows } = await sql<SigningState>`
    select stopped_at, stopped_by, stopped_by_name, reason from (
      select 1 as place, stopped_at, stopped_by, stopped_by_name, reason from signing_state
      where stopped_at is not null
      union all
      select 2, stopped_at, (actor ->> 'id')::uuid, actor ->> 'name', reason from signing_stops
    ) as stops order by place, stopped_at limit 1
  `.execute(db)
  return rows[0] ?? running
}

/** Waits for no lock. It is a statement of its own, and in no transaction: it counts as soon as it is there. */
export async function insertStop(
  pool: Db,
  { at, actor, reason }: { at: Date; actor: StoppingActor; reason: string | null },
): Promise<void> {
  const { kind, id, name, sessionId, address, requestId } = actor
  const named = JSON.stringify({ kind, id, name, sessionId, address, requestId })
  await pool
    .insertInto('signing_stops')
    .values({ id: newId(), stopped_at: at, actor: named, reason })
    .execute()
}

/** Takes the stops that wait to be recorded, the first one first. The caller has locked signing. */
export async function takeStops(db: Db): Promise<Selectable<SigningTables['signing_stops']>[]> {
  const stops = await db.deleteFrom('signing_stops').returningAll().execute()
  return stops.sort((a, b) => a.stopped_at.getTime() - b.stopped_at.getTime())
}

export async function hasStops(db: Db): Promise<boolean> {
  return (await db.selectFrom('signing_stops').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Of what is recorded. */
export function findRecordedState(db: Db): Promise<SigningState> {
  return db.selectFrom('signing_state').select(columns).executeTakeFirstOrThrow()
}

export function updateSigningState(db: Db, state: SigningState): Promise<SigningState> {
  return db.updateTable('signing_state').set(state).returning(columns).executeTakeFirstOrThrow()
}
