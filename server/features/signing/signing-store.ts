import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { SigningTables } from './signing-tables.ts'

export type SigningState = Omit<Selectable<SigningTables['signing_state']>, 'only_row'>

const columns = ['stopped_at', 'stopped_by', 'stopped_by_name', 'reason'] as const
const lock = 'kontor signing'

/**
 * Held until the end of the transaction by whoever signs. Not a lock of the row: there, those who sign could keep coming
 * and a stop would wait for ever. Here whoever comes after the stop waits behind it.
 */
export async function holdSigning(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lock}, 0))`.execute(db)
}

/** Waits for everybody who is signing. */
export async function lockSigning(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db)
}

export function findSigningState(db: Db): Promise<SigningState> {
  return db.selectFrom('signing_state').select(columns).executeTakeFirstOrThrow()
}

export function updateSigningState(db: Db, state: SigningState): Promise<SigningState> {
  return db.updateTable('signing_state').set(state).returning(columns).executeTakeFirstOrThrow()
}
