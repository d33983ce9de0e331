import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { DeferredAudit } from '../../platform/audit/deferred-audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import { updateCredentials } from '../administrators/credentials.ts'
import type { ProvidedAccount, ProvidedAccounts } from '../administrators/provided-accounts.ts'
import type { SessionService } from '../authentication/sessions/session-service.ts'
import { sessionEnded } from './failures.ts'
import type { GroupRule } from './group-rule.ts'
import { identityOf } from './person.ts'
import type { Claims } from './provider/provider.ts'
import * as store from './single-sign-on-store.ts'

/** Of a session that was started at the provider, whatever it is used for. */
export const sessionLifetime = 12 * 3_600_000

export type Client = { actor: Actor; userAgent: string | null }
export type SignedIn = { kind: 'signed_in'; refreshToken: string; cookieSeconds: number }
export type RecordFailure = (
  action: 'auth.login' | 'auth.reauthenticated',
  failure: Failure,
  actor: Actor,
  administratorId?: string,
) => void

/** An attempt that failed, for the audit log. */
export function failureRecorder(audit: Pick<DeferredAudit, 'record'>): RecordFailure {
  return (action, { code }, actor, administratorId) =>
    audit.record({
      actor,
      action,
      object: administratorId === undefined ? null : { type: 'administrator', id: administratorId },
      outcome: 'failure',
      details: { reason: code, method: 'oidc' },
    })
}

/** The proof of a person is not newer than now, whatever the clock of the provider says. */
export function provenAt({ auth_time }: Claims, now: Date): Date {
  return new Date(Math.min(auth_time * 1000, now.getTime()))
}

function sidOf({ sid }: Claims): string | null {
  return typeof sid === 'string' && !sid.includes('\0') ? sid : null
}

/** A logout token may be faster than the sign-in that it is about. */
async function refuseLoggedOut(db: Db, claims: Claims): Promise<void> {
  const { issuer, subject } = identityOf(claims)
  const sid = sidOf(claims)
  if (sid !== null) await store.lockProviderSession(db, issuer, sid)
  const issuedAt = new Date((claims.iat as number) * 1000)
  if (await store.wasLoggedOut(db, { issuer, subject, sid, issuedAt })) throw sessionEnded()
}

/** What is needed to act on the word of the provider. */
export interface ProviderSignIn {
  db: Db
  now: () => Date
  applyGroups: GroupRule
  accounts: Pick<ProvidedAccounts, 'lock'>
  sessions: SessionService
  recordFailure: RecordFailure
}

/** Opens a session for somebody who has signed in at the provider. */
export function createSignIn({
  db: pool,
  now,
  applyGroups,
  accounts,
  sessions,
  recordFailure,
}: ProviderSignIn) {
  async function open(
    db: Db,
    account: ProvidedAccount,
    claims: Claims,
    { actor, userAgent }: Client,
  ): Promise<SignedIn> {
    await refuseLoggedOut(db, claims)
    const { session, refreshTokens } = await sessions.open(
      db,
      account.id,
      { address: actor.address, userAgent },
      { lifetime: sessionLifetime, authenticatedAt: provenAt(claims, now()) },
    )
    await store.insertProviderSession(db, {
      session_id: session.id,
      ...identityOf(claims),
      sid: sidOf(claims),
    })
    await updateCredentials(db, account.id, { last_login_at: session.created_at })
    const signedIn: Actor = {
      ...actor,
      kind: 'administrator',
      id: account.id,
      name: account.email,
      sessionId: session.id,
    }
    recordChange(db, signedIn, {
      action: 'auth.login',
      object: { type: 'session', id: session.id },
      details: { method: 'oidc' },
      at: session.created_at,
    })
    return {
      kind: 'signed_in',
      refreshToken: refreshTokens.cookie,
      cookieSeconds: sessions.secondsLeft(session),
    }
  }

  return async function signIn(claims: Claims, client: Client): Promise<SignedIn> {
    const outcome = await pool
      .transaction()
      .execute(async (db) => {
        const known = await accounts.lock(db, identityOf(claims))
        const decided = await applyGroups(db, known, claims, client.actor)
        return 'refused' in decided ? decided : open(db, decided, claims, client)
      })
      .catch((error: unknown) => {
        // No account could be made of this identity.
        if (error instanceof Failure && error.kind === 'conflict')
          recordFailure('auth.login', error, client.actor)
        throw error
      })
    if (!('refused' in outcome)) return outcome
    for (const id of outcome.ended) sessions.forget(id)
    recordFailure('auth.login', outcome.refused, client.actor, outcome.administratorId)
    throw outcome.refused
  }
}
