import type { Db } from '../../../platform/db/database.ts'

/** An administrator together with one of their sessions. */
export function findProfile(db: Db, administratorId: string, sessionId: string) {
  return db
    .selectFrom('administrators')
    .innerJoin('sessions', 'sessions.administrator_id', 'administrators.id')
    .select([
      'administrators.id',
      'administrators.email',
      'administrators.name',
      'administrators.role',
      'administrators.otp_confirmed_at',
      'administrators.created_at',
      'administrators.last_login_at',
      'sessions.created_at as session_created_at',
      'sessions.expires_at',
      'sessions.authenticated_at',
    ])
    .where('administrators.id', '=', administratorId)
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
}
