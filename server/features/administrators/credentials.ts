import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { ProvenTables, RowChecks } from '../../platform/proofs/row-proofs.ts'
import type { Place } from '../../platform/vault/vault.ts'
import type { AdministratorTables } from './accounts/administrator-tables.ts'
import { type ProvenAccount, provenAccount, recoveryCodeTable, standingOf } from './accounts/proven-people.ts'

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
  | 'passkeys'
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
  'passkeys',
  'version',
] as const

/** Of an account that the service did not write as it is there are none. */
async function trusted(
  db: Db,
  provenTables: RowChecks,
  row: (Credentials & { proven: ProvenAccount }) | undefined,
): Promise<Credentials | undefined> {
  if (!row || (await standingOf(db, provenTables, row.proven)) === 'unproven') return undefined
  const { proven: _, ...credentials } = row
  return credentials
}

function credentialsOf(db: Db) {
  return db.selectFrom('administrators').select([...columns, provenAccount.as('proven')])
}

export async function findCredentialsByEmail(
  db: Db,
  provenTables: RowChecks,
  email: string,
): Promise<Credentials | undefined> {
  const row = await credentialsOf(db).where('email', '=', email).executeTakeFirst()
  return trusted(db, provenTables, row)
}

export async function findCredentials(
  db: Db,
  provenTables: RowChecks,
  id: string,
): Promise<Credentials | undefined> {
  const row = await credentialsOf(db).where('id', '=', id).executeTakeFirst()
  return trusted(db, provenTables, row)
}

/** Reads the credentials and locks the row: a one-time code is checked and used up under this lock. */
export async function lockCredentials(
  db: Db,
  provenTables: RowChecks,
  id: string,
): Promise<Credentials | undefined> {
  await db.selectFrom('administrators').select('id').where('id', '=', id).forUpdate().execute()
  // In another statement: who made the account is read from another table, as it was when the statement began.
  return findCredentials(db, provenTables, id)
}

/** In a change of the administrator, unless it is only the last sign-in. */
export async function updateCredentials(
  db: Db,
  id: string,
  changes: Partial<
    Omit<
      Credentials,
      'id' | 'email' | 'name' | 'role' | 'disabled_at' | 'managed_by' | 'passkeys' | 'version'
    >
  > & {
    password_changed_at?: Date
  },
): Promise<void> {
  await db.updateTable('administrators').set(changes).where('id', '=', id).execute()
}

/** Restarts the age of the credentials: with every change of what a person signs in with, in a change of the administrator. */
export async function credentialsChanged(db: Db, administratorId: string, at: Date): Promise<void> {
  await db
    .updateTable('administrators')
    .set({ credentials_since: at })
    .where('id', '=', administratorId)
    .execute()
}

/** How many passkeys the person has: to be called when one is added or removed, in a change of the administrator. */
export async function setPasskeyCount(db: Db, administratorId: string, passkeys: number): Promise<void> {
  await db.updateTable('administrators').set({ passkeys }).where('id', '=', administratorId).execute()
}

/** A new password, and with it new credentials, in a change of the administrator. */
export async function setPassword(
  db: Db,
  administratorId: string,
  password_hash: string,
  at: Date,
): Promise<void> {
  await updateCredentials(db, administratorId, { password_hash, password_changed_at: at })
  await credentialsChanged(db, administratorId, at)
}

export async function replaceRecoveryCodes(
  db: Db,
  provenTables: Pick<ProvenTables, 'changeMany' | 'takeAway'>,
  administratorId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  const old = await db
    .selectFrom('recovery_codes')
    .select('id')
    .where('administrator_id', '=', administratorId)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length > 0)
    await provenTables.takeAway(db, recoveryCodeTable, ids, () =>
      db.deleteFrom('recovery_codes').where('id', 'in', ids).execute(),
    )
  if (hashes.length === 0) return
  const codes = hashes.map((hash) => ({
    id: newId(),
    administrator_id: administratorId,
    hash,
    used_at: null,
  }))
  const added = codes.map(({ id }) => id)
  await provenTables.changeMany(db, recoveryCodeTable, added, () =>
    db.insertInto('recovery_codes').values(codes).execute(),
  )
}

/** Removes seed and recovery codes, in a change of the administrator. */
export async function removeOtp(
  db: Db,
  provenTables: Pick<ProvenTables, 'changeMany' | 'takeAway'>,
  administratorId: string,
): Promise<void> {
  await updateCredentials(db, administratorId, {
    otp_secret: null,
    otp_confirmed_at: null,
    otp_last_step: null,
  })
  await replaceRecoveryCodes(db, provenTables, administratorId, [])
}

/** Where the seed of the one-time codes is sealed. */
export function otpSeedPlace(administratorId: string): Place {
  return { organizationId: null, table: 'administrators', record: administratorId, field: 'otp_secret' }
}

/**
 * True for the one caller who used the code; false when it is wrong, already used, or not of the service. While the vault is
 * sealed, it loses its proof: it cannot be proven that it was used, so it must be worth nothing when somebody says it was not.
 */
export async function useRecoveryCode(
  db: Db,
  provenTables: Pick<ProvenTables, 'check' | 'change'>,
  administratorId: string,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const code = await db
    .selectFrom('recovery_codes')
    .selectAll()
    .where('administrator_id', '=', administratorId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const standing = code && (await provenTables.check(db, recoveryCodeTable, code))
  if (!code || standing === 'unproven') return false
  const use = (lost: { proof?: null } = {}) =>
    db
      .updateTable('recovery_codes')
      .set({ used_at: at, ...lost })
      .where('id', '=', code.id)
      .execute()
  if (standing === 'unknown') await use({ proof: null })
  else await provenTables.change(db, recoveryCodeTable, code.id, () => use())
  return true
}
