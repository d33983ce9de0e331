import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface OwnCredentials {
  /** By an identity provider, which has the credentials. */
  isManaged: boolean
  /** Nobody but the person knows the password: that of the first owner was printed or set in the environment. */
  hasChosenPassword: boolean
  hasSecondFactor: boolean
}

/** What an account has, for the set-up. It allows nothing, so it is not proven. */
export async function findOwnCredentials(db: Db, id: string): Promise<OwnCredentials> {
  const { managed_by, chosen, has_factor } = await db
    .selectFrom('administrators')
    .select([
      'managed_by',
      sql<boolean>`password_changed_at > created_at`.as('chosen'),
      sql<boolean>`otp_confirmed_at is not null or passkeys > 0`.as('has_factor'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { isManaged: managed_by !== null, hasChosenPassword: chosen, hasSecondFactor: has_factor }
}

/** Whether somebody else has an account that is not disabled. */
export async function hasColleague(db: Db, id: string): Promise<boolean> {
  const other = await db
    .selectFrom('administrators')
    .select('id')
    .where('id', '<>', id)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
