import { permissionsOf } from '../../contract/roles.ts'
import type { Db } from '../db/database.ts'
import type { LivingSession } from './session-check.ts'

export async function findLivingSession(
  db: Db,
  id: string,
  at: Date,
  idleSeconds: number,
): Promise<LivingSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
    .select([
      'sessions.id',
      'sessions.administrator_id',
      'sessions.authenticated_at',
      'sessions.last_used_at',
      'sessions.expires_at',
      'administrators.email',
      'administrators.role',
    ])
    .where('sessions.id', '=', id)
    .where('sessions.revoked_at', 'is', null)
    .where('administrators.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const until = Math.min(row.expires_at.getTime(), row.last_used_at.getTime() + idleSeconds * 1000)
  if (until <= at.getTime()) return undefined
  return {
    id: row.id,
    administratorId: row.administrator_id,
    email: row.email,
    permissions: permissionsOf(row.role),
    authenticatedAt: row.authenticated_at,
    until,
  }
}
