import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import { accounts } from '../../administrators/accounts/accounts.ts'
import type { Counter } from './throttle-rules.ts'

export type Subjects = { pair: Buffer; account: Buffer; address: Buffer }
export type LockedCounters = { pair: Counter; account: Counter; address: Counter }

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

/** What the throttle reads and writes, in the pool or in a transaction. A simulation passes its own. */
export interface ThrottleStore {
  transaction<T>(work: (store: ThrottleStore) => Promise<T>): Promise<T>
  lockCounters(subjects: Subjects, at: Date): Promise<LockedCounters>
  saveCounter(subject: Buffer, counter: Counter): Promise<void>
  deleteCounter(subject: Buffer): Promise<void>
  removeFailure(subject: Buffer): Promise<void>
  isKnownAddress(account: string, address: string, since: Date): Promise<boolean>
  rememberAddress(administratorId: string, address: string, at: Date): Promise<void>
}

export function createThrottleStore(db: Db): ThrottleStore {
  return {
    transaction: (work) => db.transaction().execute((db) => work(createThrottleStore(db))),
    lockCounters: (subjects, at) => lockCounters(db, subjects, at),
    saveCounter: (subject, counter) => saveCounter(db, subject, counter),
    deleteCounter: (subject) => deleteCounter(db, subject),
    removeFailure: (subject) => removeFailure(db, subject),
    isKnownAddress: (account, address, since) => isKnownAddress(db, account, address, since),
    rememberAddress: (administratorId, address, at) => rememberAddress(db, administratorId, address, at),
  }
}

/** Reads and locks the three counters; missing ones are created. */
async function lockCounters(db: Db, subjects: Subjects, at: Date): Promise<LockedCounters> {
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

async function saveCounter(db: Db, subject: Buffer, counter: Counter): Promise<void> {
  await db.updateTable('sign_in_counters').set(counter).where('subject', '=', subject).execute()
}

async function deleteCounter(db: Db, subject: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_counters').where('subject', '=', subject).execute()
}

/** Reverts the failure that was counted for an attempt. */
async function removeFailure(db: Db, subject: Buffer): Promise<void> {
  await db
    .updateTable('sign_in_counters')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()
}

async function isKnownAddress(db: Db, account: string, address: string, since: Date): Promise<boolean> {
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

async function rememberAddress(db: Db, administratorId: string, address: string, at: Date): Promise<void> {
  await db
    .insertInto('sign_in_addresses')
    .values({ administrator_id: administratorId, address, last_sign_in_at: at })
    .onConflict((conflict) =>
      conflict.columns(['administrator_id', 'address']).doUpdateSet({ last_sign_in_at: at }),
    )
    .execute()
}
