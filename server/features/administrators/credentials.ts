import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Place } from '../../platform/vault/vault.ts'
import type { AdministratorTables } from './administrator-tables.ts'

/** What an administrator signs in with. Read and changed by the authentication feature. */
export type Credentials = Pick<
  Selectable<AdministratorTables['administrators']>,
  | 'id'
  | 'email'
  | 'name'
  | 'role'
  | 'password_hash'
  | 'otp_secret'
  | 'otp_confirmed_at'
  | 'otp_last_step'
  | 'disabled_at'
  | 'last_login_at'
  | 'managed_by'
  | 'version'
>

const columns = [
  'id',
  'email',
  'name',
  'role',
  'password_hash',
  'otp_secret',
  'otp_confirmed_at',
  'otp_last_step',
  'disabled_at',
  'last_login_at',
  'managed_by',
  'version',
] as const

export function findCredentialsByEmail(db: Db, email: string): Promise<Credentials | undefined> {
  return db.selectFrom('administrators').select(columns).where('email', '=', email).executeTakeFirst()
}

export function findCredentials(db: Db, id: string): Promise<Credentials | undefined> {
  return db.selectFrom('administrators').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Reads the credentials and locks the row: a one-time code is checked and used up under this lock. */
export function lockCredentials(db: Db, id: string): Promise<Credentials | undefined> {
  return db.selectFrom('administrators').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateCredentials(
  db: Db,
  id: string,
  changes: Partial<
    Omit<Credentials, 'id' | 'email' | 'name' | 'role' | 'disabled_at' | 'managed_by' | 'version'>
  > & {
    password_changed_at?: Date
  },
): Promise<void> {
  await db.updateTable('administrators').set(changes).where('id', '=', id).execute()
}

/** Restarts the age of the credentials: to be called with every change of what a person signs in with. */
export async function credentialsChanged(db: Db, administratorId: string, at: Date): Promise<void> {
  await db
    .updateTable('administrators')
    .set({ credentials_since: at })
    .where('id', '=', administratorId)
    .execute()
}

/** How many passkeys the person has: to be called when one is added or removed. */
export async function setPasskeyCount(db: Db, administratorId: string, passkeys: number): Promise<void> {
  await db.updateTable('administrators').set({ passkeys }).where('id', '=', administratorId).execute()
}

/** A new password, and with it new credentials. */
export async function setPassword(
  db: Db,
  administratorId: string,
  password_hash: string,
  at: Date,
): Promise<void> {
  await updateCredentials(db, administratorId, { password_hash, password_changed_at: at })
  await credentialsChanged(db, administratorId, at)
}

export async function replaceRecoveryCodes(db: Db, administratorId: string, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('administrator_id', '=', administratorId).execute()
  if (hashes.length === 0) return
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ administrator_id: administratorId, hash, used_at: null })))
    .execute()
}

/** Removes seed and recovery codes in the caller's transaction. */
export async function removeOtp(db: Db, administratorId: string): Promise<void> {
  await updateCredentials(db, administratorId, {
    otp_secret: null,
    otp_confirmed_at: null,
    otp_last_step: null,
  })
  await replaceRecoveryCodes(db, administratorId, [])
}

/** Where the seed of the one-time codes is sealed. */
export function otpSeedPlace(administratorId: string): Place {
  return { organizationId: null, table: 'administrators', record: administratorId, field: 'otp_secret' }
}

/** True for the one caller who used the code; false when it is wrong or already used. */
export async function useRecoveryCode(
  db: Db,
  administratorId: string,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('administrator_id', '=', administratorId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}
