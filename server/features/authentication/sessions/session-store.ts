import type { Selectable } from 'kysely'
import { type Permission, permissionsOf, type Role } from '../../../../contract/api/roles.ts'
import { noteRevision } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { RowChecks } from '../../../platform/proofs/row-proofs.ts'
import { accounts } from '../../administrators/accounts/accounts.ts'
import { type ProvenAccount, standingOf } from '../../administrators/accounts/proven-people.ts'
import type { SessionProofs } from './session-proofs.ts'
import type { RevokedBecause, SessionTables } from './session-tables.ts'

export type Session = Selectable<SessionTables['sessions']>
export type RefreshToken = Selectable<SessionTables['refresh_tokens']>

/** A session that has not ended, and the administrator it belongs to. */
export type ActiveSession = {
  id: string
  administratorId: string
  email: string
  permissions: ReadonlySet<Permission>
  authenticatedAt: Date
  passkeyAt: Date | null
  /** The role needs a second factor, and the administrator has none: they can only enrol one. */
  mayOnlyEnrol: boolean
  /** Unless the vault is sealed: then nobody knows. */
  isProven: boolean
  /** Milliseconds: the absolute end or the idle limit, whichever comes first. A refresh moves it. */
  until: number
}

/** What says whether the service wrote a session, and the account that it is of. */
export type Trust = { proofs: SessionProofs; provenTables: RowChecks }

/** What decides about sessions besides their rows. */
export type SessionRules = {
  idleSeconds: number
  /** Roles that need a second factor. */
  secondFactorRoles: ReadonlySet<Role>
}

/** A session that the service did not open as it is in the database, or that is of such an account, is not there. */
export async function findActiveSession(
  ...asked: Parameters<typeof readActiveSession>
): Promise<ActiveSession | undefined> {
  const found = await readActiveSession(...asked)
  if (found !== 'unproven') return found
  // It may have been read right before a change that this node knows of by now.
  const again = await readActiveSession(...asked)
  return again === 'unproven' ? undefined : again
}

async function readActiveSession(
  db: Db,
  { proofs, provenTables }: Trust,
  id: string,
  at: Date,
  { idleSeconds, secondFactorRoles }: SessionRules,
): Promise<ActiveSession | 'unproven' | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin(accounts(db).as('administrator'), 'administrator.id', 'sessions.administrator_id')
    .select([
      'sessions.id',
      'sessions.administrator_id',
      'sessions.created_at',
      'sessions.authenticated_at',
      'sessions.passkey_at',
      'sessions.last_used_at',
      'sessions.expires_at',
      'sessions.revision',
      'sessions.proof',
      'administrator.email',
      'administrator.role',
      'administrator.otp_confirmed_at',
      'administrator.passkeys',
      'administrator.proven',
    ])
    .where('sessions.id', '=', id)
    .where('sessions.revoked_at', 'is', null)
    .where('administrator.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row || endOf(row, idleSeconds) <= at.getTime()) return undefined
  const standings = [await proofs.checkSession(db, row), await standingOf(db, provenTables, row.proven)]
  if (standings.includes('unproven')) return 'unproven'
  return {
    id: row.id,
    administratorId: row.administrator_id,
    email: row.email,
    permissions: permissionsOf(row.role),
    authenticatedAt: row.authenticated_at,
    passkeyAt: row.passkey_at,
    mayOnlyEnrol: secondFactorRoles.has(row.role) && row.otp_confirmed_at === null && row.passkeys === 0,
    isProven: !standings.includes('unknown'),
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

/** For a change of what is proven, which must not prove what somebody else has just changed. */
export function lockSession(db: Db, id: string): Promise<Session | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks the session: every decision about its tokens is made under this lock. */
export async function lockSessionOfToken(
  db: Db,
  hash: Buffer,
): Promise<{ session: Session; token: RefreshToken; disabled: boolean; account: ProvenAccount } | undefined> {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', (query) =>
      query.selectFrom('refresh_tokens').select('session_id').where('hash', '=', hash),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!session) return undefined
  // Read after the lock was granted: the previous holder may have rotated the token.
  const row = await db
    .selectFrom('refresh_tokens')
    .innerJoin(accounts(db).as('administrator'), (join) =>
      join.on('administrator.id', '=', session.administrator_id),
    )
    .selectAll('refresh_tokens')
    .select(['administrator.disabled_at', 'administrator.proven as account'])
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  const { disabled_at, account, ...token } = row
  return { session, token, disabled: disabled_at !== null, account }
}

export async function insertRefreshToken(
  db: Db,
  token: Pick<RefreshToken, 'hash' | 'session_id' | 'channel' | 'created_at' | 'proof'>,
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({ ...token, rotated_at: null, successor_sealed: null })
    .execute()
}

/**
 * Spends the token for a successor, which the caller inserts, and makes older ones of its channel unable to return theirs.
 * The other channel goes on.
 */
export async function spendToken(
  db: Db,
  token: RefreshToken,
  sealedSuccessor: Buffer,
  at: Date,
): Promise<void> {
  const ofChannel = db
    .updateTable('refresh_tokens')
    .where('session_id', '=', token.session_id)
    .where('channel', '=', token.channel)
  await ofChannel.set({ successor_sealed: null }).where('successor_sealed', 'is not', null).execute()
  await ofChannel
    .set({ rotated_at: at, successor_sealed: sealedSuccessor })
    .where('hash', '=', token.hash)
    .execute()
  await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', token.session_id).execute()
}

export async function updateSession(
  db: Db,
  { id, ...changes }: Pick<Session, 'id' | 'authenticated_at' | 'passkey_at' | 'revision' | 'proof'>,
): Promise<void> {
  await db.updateTable('sessions').set(changes).where('id', '=', id).execute()
}

/** Ends one active session; false if it had already ended. */
export async function revokeSession(db: Db, id: string, because: RevokedBecause, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set({ revoked_at: at, revoked_because: because })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['id', 'expires_at'])
    .executeTakeFirst()
  if (row) noteEnd(db, row)
  return row !== undefined
}

/** Ends all active sessions of one administrator or of all, except one. Returns their number. */
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
    .returning(['id', 'expires_at'])
    .execute()
  for (const row of rows) noteEnd(db, row)
  return rows.length
}

/** Nodes remember it until the session would have expired. It only takes away, so that it needs no tag of the service. */
function noteEnd(db: Db, { id, expires_at }: Pick<Session, 'id' | 'expires_at'>): void {
  noteRevision(db, { kind: 'session', id, revision: 1, gone: true, until: expires_at.toISOString(), tag: '' })
}

export async function listActiveSessions(
  db: Db,
  filter: { administratorId: string | null; at: Date; usedAfter: Date; limit: number; offset: number },
) {
  const living = db
    .selectFrom('sessions')
    .innerJoin(accounts(db).as('administrator'), 'administrator.id', 'sessions.administrator_id')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', filter.at)
    .where('sessions.last_used_at', '>', filter.usedAfter)
    .where('administrator.disabled_at', 'is', null)
    .$if(filter.administratorId !== null, (query) =>
      query.where('sessions.administrator_id', '=', filter.administratorId as string),
    )
  const rows = await living
    .selectAll('sessions')
    .select('administrator.email')
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
