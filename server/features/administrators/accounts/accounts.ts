import type { Db } from '../../../platform/db/database.ts'
import { provenAccount } from './proven-people.ts'

/**
 * The accounts of all administrators, a subquery for features that join them. Who relies on one checks `proven`; who does
 * not read it pays nothing for it.
 */
export function accounts(db: Db) {
  return db
    .selectFrom('administrators')
    .select([
      'id',
      'email',
      'name',
      'role',
      'managed_by',
      'otp_confirmed_at',
      'disabled_at',
      'last_login_at',
      'created_at',
      'passkeys',
      provenAccount.as('proven'),
    ])
}

export async function isActiveAdministrator(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('administrators')
    .select('id')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The form in which e-mail addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Who can be named by other people. */
export function listActiveNames(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('administrators')
    .select(['id', 'name'])
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute()
}
