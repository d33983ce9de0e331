import type { Selectable } from 'kysely'
import { permissionsOf } from '../../../../contract/roles.ts'
import type { Db, Tables } from '../../../platform/db/database.ts'
import type { Channel, RevokedBecause } from '../auth-tables.ts'
import type { LivingSession } from './session-check.ts'

export type Session = Selectable<Tables['sessions']>
export type RefreshToken = Selectable<Tables['refresh_tokens']>

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
  if (!row || endOf(row, idleSeconds) <= at.getTime()) return undefined
  return {
    id: row.id,
    administratorId: row.administrator_id,
    email: row.email,
    permissions: permissionsOf(row.role),
    authenticatedAt: row.authenticated_at,
    until: endOf(row, idleSeconds),
  }
}

/** The absolute end or the idle limit, whichever is first. */
export function endOf(session: { expires_at: Date; last_used_at: Date }, idleSeconds: number): number {
  return Math.min(session.expires_at.getTime(), session.last_used_at.getTime() + idleSeconds * 1000)
}

export async function insertSession(db: Db, session: Session): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export function findSession(db: Db, id: string): Promise<Session | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Holds the session: every decision about its tokens is made under this lock. */
export async function lockSessionOfToken(
  db: Db,
  hash: Buffer,
): Promise<{ session: Session; token: RefreshToken; disabled: boolean } | undefined> {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', (query) =>
      query.selectFrom('refresh_tokens').select('session_id').where('hash', '=', hash),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!session) return undefined
  // Read after the lock was granted: whoever held it before may have rotated the token.
  const row = await db
    .selectFrom('refresh_tokens')
    .selectAll('refresh_tokens')
    .select((query) =>
      query
        .selectFrom('administrators')
        .select('disabled_at')
        .where('administrators.id', '=', session.administrator_id)
        .as('disabled_at'),
    )
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  const { disabled_at, ...token } = row
  return { session, token, disabled: disabled_at !== null }
}

export async function insertRefreshToken(
  db: Db,
  token: { hash: Buffer; session_id: string; channel: Channel },
  at: Date,
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({ ...token, created_at: at, rotated_at: null, successor_sealed: null, ended_at: null })
    .execute()
}

/** The token is spent; its successor's successor is no longer to be had from its predecessor; the other channel ends. */
export async function rotate(
  db: Db,
  token: RefreshToken,
  successor: { hash: Buffer; sealed: Buffer },
  at: Date,
): Promise<void> {
  const ofSession = db.updateTable('refresh_tokens').where('session_id', '=', token.session_id)
  await ofSession.set({ successor_sealed: null }).where('successor_sealed', 'is not', null).execute()
  await ofSession
    .set({ ended_at: at })
    .where('channel', '!=', token.channel)
    .where('ended_at', 'is', null)
    .execute()
  await ofSession
    .set({ rotated_at: at, successor_sealed: successor.sealed })
    .where('hash', '=', token.hash)
    .execute()
  await insertRefreshToken(
    db,
    { hash: successor.hash, session_id: token.session_id, channel: token.channel },
    at,
  )
  await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', token.session_id).execute()
}

export async function setAuthenticatedAt(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ authenticated_at: at }).where('id', '=', id).execute()
}

/** Ends one living session; false when it had ended already. */
export async function revokeSession(db: Db, id: string, because: RevokedBecause, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set({ revoked_at: at, revoked_because: because })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends every living session, of one administrator or of all, but for one; answers how many. */
export async function revokeSessionsOf(
  db: Db,
  {
    administratorId,
    because,
    at,
    except,
  }: { administratorId: string | null; because: RevokedBecause; at: Date; except: string | null },
): Promise<number> {
  const rows = await db
    .updateTable('sessions')
    .set({ revoked_at: at, revoked_because: because })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .$if(administratorId !== null, (query) => query.where('administrator_id', '=', administratorId as string))
    .$if(except !== null, (query) => query.where('id', '!=', except as string))
    .returning('id')
    .execute()
  return rows.length
}

export async function listLivingSessions(
  db: Db,
  filter: { administratorId: string | null; at: Date; usedAfter: Date; limit: number; offset: number },
) {
  const living = db
    .selectFrom('sessions')
    .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', filter.at)
    .where('sessions.last_used_at', '>', filter.usedAfter)
    .where('administrators.disabled_at', 'is', null)
    .$if(filter.administratorId !== null, (query) =>
      query.where('sessions.administrator_id', '=', filter.administratorId as string),
    )
  const rows = await living
    .selectAll('sessions')
    .select('administrators.email')
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
  const { total } = await living
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
