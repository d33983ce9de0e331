import { isId } from '../../../contract/api/common.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Caller } from '../../platform/http/admission/authenticate.ts'
import type { AccessTokens } from './sessions/access-tokens.ts'
import { administrator, type SessionCheck } from './sessions/session-check.ts'
import { sessionEnded } from './sessions/session-service.ts'

export type SessionAuthenticator = ReturnType<typeof createAuthenticator>
/** API keys, which have no session. */
export type Keys = {
  isKey(token: string): boolean
  authenticate(token: string, caller: Caller, mayAsk: () => boolean): Promise<Actor>
}

/** Turns the access token or API key of a request into its actor. */
export function createAuthenticator({
  tokens,
  sessions,
  keys,
}: {
  tokens: AccessTokens
  sessions: SessionCheck
  keys: Keys
}) {
  async function check(token: string, caller: Caller, mayAsk: () => boolean): Promise<Actor> {
    if (keys.isKey(token)) return keys.authenticate(token, caller, mayAsk)
    const claims = tokens.getCached(token) ?? (await tokens.verify(token, mayAsk))
    // Only what a node has signed gets here, so a stranger causes no query.
    const session = await sessions.find(claims.sessionId)
    if (session?.administratorId !== claims.administratorId) {
      throw sessionEnded()
    }
    return administrator(session, caller)
  }

  /** The actor of a living session, for requests with a credential of their own, such as a signed path. */
  async function findSession(sessionId: string, caller: Caller): Promise<Actor | undefined> {
    const session = isId(sessionId)
      ? (sessions.getCached(sessionId) ?? (await sessions.find(sessionId)))
      : undefined
    return session && administrator(session, caller)
  }

  return {
    findSession,
    /** Returns the actor without a promise when token and session are both cached, which is the usual case. */
    authenticate(token: string, caller: Caller, mayAsk = () => true): Actor | Promise<Actor> {
      const claims = tokens.getCached(token)
      const session = claims && sessions.getCached(claims.sessionId)
      const isCached = session !== undefined && session.administratorId === claims?.administratorId
      return isCached ? administrator(session, caller) : check(token, caller, mayAsk)
    },
  }
}
