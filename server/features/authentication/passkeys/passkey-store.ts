import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { PasskeyTables } from './passkey-tables.ts'
import type { StoredAssertion } from './stored-assertion.ts'

export type Passkey = Selectable<PasskeyTables['passkeys']>
export type NewPasskey = Omit<
  Passkey,
  'sign_count' | 'last_used_at' | 'enrolment_signature' | 'proof' | 'proof_revision'
> & {
  sign_count: number
  enrolment_signature: StoredAssertion | null
}

export function listPasskeys(db: Db, administratorId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('administrator_id', '=', administratorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function listAllPasskeys(
  db: Db,
): Promise<Pick<Passkey, 'administrator_id' | 'credential_id' | 'spki'>[]> {
  return db.selectFrom('passkeys').select(['administrator_id', 'credential_id', 'spki']).execute()
}

export function findPasskey(db: Db, administratorId: string, id: string): Promise<Passkey | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('administrator_id', '=', administratorId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findOwner(db: Db, credentialId: Buffer): Promise<{ administrator_id: string } | undefined> {
  return db
    .selectFrom('passkeys')
    .select('administrator_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** Locks the passkey: its counter is compared and moved under this lock. */
export function lockPasskey(
  db: Db,
  administratorId: string,
  credentialId: Buffer,
): Promise<Passkey | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('administrator_id', '=', administratorId)
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()
}

/** Undefined when somebody has this credential already. */
export function insertPasskey(db: Db, passkey: NewPasskey): Promise<Passkey | undefined> {
  const { enrolment_signature, ...row } = passkey
  return db
    .insertInto('passkeys')
    .values({
      ...row,
      last_used_at: null,
      enrolment_signature: enrolment_signature && JSON.stringify(enrolment_signature),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updatePasskey(
  db: Db,
  id: string,
  changes: { sign_count?: number; backed_up?: boolean; last_used_at?: Date; name?: string },
): Promise<void> {
  await db.updateTable('passkeys').set(changes).where('id', '=', id).execute()
}

export async function deletePasskeys(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('passkeys').where('id', 'in', ids).execute()
}
