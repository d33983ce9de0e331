import type { Db } from '../../../platform/db/database.ts'
import { accounts } from '../../administrators/accounts/accounts.ts'

/** An administrator together with one of their sessions. */
export function findProfile(db: Db, administratorId: string, sessionId: string) {
  return db
    .selectFrom('sessions')
    .innerJoin(accounts(db).as('administrator'), 'administrator.id', 'sessions.administrator_id')
    .select([
      'administrator.id',
      'administrator.email',
      'administrator.name',
      'administrator.role',
      'administrator.managed_by',
      'administrator.otp_confirmed_at',
      'administrator.created_at',
      'administrator.last_login_at',
      'sessions.created_at as session_created_at',
      'sessions.expires_at',
      'sessions.authenticated_at',
    ])
    .select((query) =>
      query
        .selectFrom('passkeys')
        .whereRef('passkeys.administrator_id', '=', 'sessions.administrator_id')
        .select((count) => count.fn.countAll<number>().as('total'))
        .as('passkeys'),
    )
    .where('administrator.id', '=', administratorId)
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
}
