import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import { accounts } from '../../administrators/accounts.ts'
import type { Counter } from './throttle-rules.ts'

export type Subjects = { pair: Buffer; account: Buffer; address: Buffer }

export function subjectsOf(account: string, address: string): Subjects {
  return {
    pair: subject('pair', account, address),
    account: subject('account', account),
    address: subject('address', address),
  }
}

function subject(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/** Reads and locks the three counters; missing ones are created. */
export async function lockCounters(
  db: Db,
  subjects: Subjects,
  at: Date,
): Promise<{ pair: Counter; account: Counter; address: Counter }> {
  // Always in this order, so that two sign-ins cannot deadlock.
  return {
    pair: await lockCounter(db, subjects.pair, at),
    account: await lockCounter(db, subjects.account, at),
    address: await lockCounter(db, subjects.address, at),
  }
}

function lockCounter(db: Db, subject: Buffer, at: Date): Promise<Counter> {
  return db
    .insertInto('sign_in_counters')
    .values({ subject, failures: 0, since: at, last_failure_at: null })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ subject }))
    .returning(['failures', 'since', 'last_failure_at'])
    .executeTakeFirstOrThrow()
}

export async function saveCounter(db: Db, subject: Buffer, counter: Counter): Promise<void> {
  await db.updateTable('sign_in_counters').set(counter).where('subject', '=', subject).execute()
}

export async function deleteCounter(db: Db, subject: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_counters').where('subject', '=', subject).execute()
}

/** Reverts the failure that was counted for an attempt. */
export async function removeFailure(db: Db, subject: Buffer): Promise<void> {
  await db
    .updateTable('sign_in_counters')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()
}

export async function isKnownAddress(
  db: Db,
  account: string,
  address: string,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_addresses')
    .innerJoin(accounts(db).as('administrator'), 'administrator.id', 'sign_in_addresses.administrator_id')
    .select('administrator.id')
    .where('administrator.email', '=', account)
    .where('sign_in_addresses.address', '=', address)
    .where('sign_in_addresses.last_sign_in_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberAddress(
  db: Db,
  administratorId: string,
  address: string,
  at: Date,
): Promise<void> {
  await db
    .insertInto('sign_in_addresses')
    .values({ administrator_id: administratorId, address, last_sign_in_at: at })
    .onConflict((conflict) =>
      conflict.columns(['administrator_id', 'address']).doUpdateSet({ last_sign_in_at: at }),
    )
    .execute()
}
