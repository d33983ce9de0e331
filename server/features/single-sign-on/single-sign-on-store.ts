import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { SingleSignOnTables } from './single-sign-on-tables.ts'

export type Flow = Selectable<SingleSignOnTables['oidc_flows']>
type LogoutToken = Selectable<SingleSignOnTables['oidc_logout_tokens']>
type ProviderSession = Selectable<SingleSignOnTables['oidc_sessions']>

export async function insertFlow(db: Db, flow: Omit<Flow, 'used_at'>): Promise<void> {
  await db
    .insertInto('oidc_flows')
    .values({ ...flow, used_at: null })
    .execute()
}

/** Uses the flow up. Undefined if this browser did not start it, if it is too old, or if it was used before. */
export function takeFlow(
  db: Db,
  { stateHash, browserHash }: { stateHash: Buffer; browserHash: Buffer },
  at: Date,
): Promise<Flow | undefined> {
  return db
    .updateTable('oidc_flows')
    .set({ used_at: at })
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()
}

export async function insertProviderSession(db: Db, session: ProviderSession): Promise<void> {
  await db.insertInto('oidc_sessions').values(session).execute()
}

/** The sessions that a logout token names: those of a subject, those of a session of the provider, or those of both. */
export async function listProviderSessions(
  db: Db,
  { issuer, subject, sid }: { issuer: string; subject: string | null; sid: string | null },
): Promise<string[]> {
  const rows = await db
    .selectFrom('oidc_sessions')
    .select('session_id')
    .where('issuer', '=', issuer)
    .$if(subject !== null, (query) => query.where('subject', '=', subject as string))
    .$if(sid !== null, (query) => query.where('sid', '=', sid as string))
    .execute()
  return rows.map(({ session_id }) => session_id)
}

/** A sign-in and a logout of one session of the provider run one after the other. */
export async function lockProviderSession(db: Db, issuer: string, sid: string): Promise<void> {
  const key = JSON.stringify(['oidc session', issuer, sid])
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

/** False if the token was used before. */
export async function useLogoutToken(db: Db, token: LogoutToken): Promise<boolean> {
  const row = await db
    .insertInto('oidc_logout_tokens')
    .values(token)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the provider has ended the session of an ID token that was issued then, or all sessions of its subject since. */
export async function wasLoggedOut(
  db: Db,
  { issuer, subject, sid, issuedAt }: { issuer: string; subject: string; sid: string | null; issuedAt: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_logout_tokens')
    .select('hash')
    .where('issuer', '=', issuer)
    .where((token) =>
      token.or([
        token.and([
          token('sid', 'is', null),
          token('subject', '=', subject),
          token('issued_at', '>=', issuedAt),
        ]),
        ...(sid === null ? [] : [token('sid', '=', sid)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What no decision depends on any more. Links of sessions go with their session. */
export async function deleteExpired(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('oidc_flows').where('expires_at', '<', at).execute()
  await db.deleteFrom('oidc_logout_tokens').where('expires_at', '<', at).execute()
}
