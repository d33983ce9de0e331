import { createHash } from 'node:crypto'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ProvidedAccounts } from '../administrators/provided-accounts.ts'
import type { SessionService } from '../authentication/sessions/session-service.ts'
import { endSessions } from './end-sessions.ts'
import { logoutTokenInvalid } from './failures.ts'
import { type Provider, toleranceSeconds } from './provider/provider.ts'
import * as store from './single-sign-on-store.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Seconds after which a logout token is refused, so that used ones need not be remembered for ever. */
const maxTokenAge = 300

export type BackchannelLogout = ReturnType<typeof createBackchannelLogout>

/** Ends the sessions that a logout token of the provider names (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
export function createBackchannelLogout({
  db: pool,
  now,
  provider,
  accounts,
  sessions,
}: {
  db: Db
  now: () => Date
  provider: Pick<Provider, 'readLogoutToken'>
  accounts: Pick<ProvidedAccounts, 'lock'>
  sessions: SessionService
}) {
  return async function logout(token: string, caller: Pick<Actor, 'address' | 'requestId'>): Promise<void> {
    const { iss, ...claims } = await provider.readLogoutToken(token, maxTokenAge)
    const events = claims.events as Record<string, unknown> | null
    const subject = text(claims.sub)
    const sid = text(claims.sid)
    const isLogout = typeof events === 'object' && isObject(events?.[logoutEvent])
    // An ID token has a nonce and no such event; it must not end sessions.
    if (!isLogout || 'nonce' in claims || (subject === null && sid === null) || !text(claims.jti)) {
      throw logoutTokenInvalid()
    }
    const hash = createHash('sha256')
      .update(JSON.stringify([iss, claims.jti]))
      .digest()
    const used = {
      hash,
      issuer: iss,
      subject,
      sid,
      issued_at: new Date((claims.iat as number) * 1000),
      expires_at: new Date(now().getTime() + (maxTokenAge + 2 * toleranceSeconds) * 1000),
    }
    const ended = await pool.transaction().execute(async (db) => {
      // The locks of a sign-in, in its order: it is either seen here, or sees this token.
      if (subject !== null) await accounts.lock(db, { issuer: iss, subject })
      if (sid !== null) await store.lockProviderSession(db, iss, sid)
      if (!(await store.useLogoutToken(db, used))) throw logoutTokenInvalid()
      const ids = await store.listProviderSessions(db, { issuer: iss, subject, sid })
      const details = { reason: 'backchannel_logout', issuer: iss, subject, sid }
      return endSessions(db, sessions, ids, { because: 'logout', details, caller, at: now() })
    })
    for (const id of ended) sessions.forget(id)
  }
}

function text(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' && !claim.includes('\0') ? claim : null
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
