import { isId } from '../../../contract/common.ts'
import type { Actor } from '../../platform/actor.ts'
import { Failure } from '../../platform/errors.ts'
import type { AccessTokens } from './sessions/access-tokens.ts'
import { administrator, type SessionCheck } from './sessions/session-check.ts'

export type Caller = { address: string | null; requestId: string | null }
export type Authenticator = ReturnType<typeof createAuthenticator>
/** Keys of machines, which no session stands behind. */
export type Keys = {
  isKey(token: string): boolean
  authenticate(token: string, caller: Caller): Promise<Actor>
}

/** Turns the credential of a request into the one who sent it. */
export function createAuthenticator({
  tokens,
  sessions,
  keys,
}: {
  tokens: AccessTokens
  sessions: SessionCheck
  keys: Keys
}) {
  async function check(token: string, caller: Caller): Promise<Actor> {
    if (keys.isKey(token)) return keys.authenticate(token, caller)
    const claims = tokens.recall(token) ?? (await tokens.verify(token))
    const session = await sessions.find(claims.sessionId)
    if (session?.administratorId !== claims.administratorId) {
      throw new Failure('unauthorized', 'session_ended', 'The session has ended. Sign in again.')
    }
    return administrator(session, caller)
  }

  /** Who stands behind a session, while it lives: for what carries a credential of its own, such as a signed path. */
  async function findSession(sessionId: string, caller: Caller): Promise<Actor | undefined> {
    const session = isId(sessionId)
      ? (sessions.recall(sessionId) ?? (await sessions.find(sessionId)))
      : undefined
    return session && administrator(session, caller)
  }

  return {
    findSession,
    /** Answers at once, without a promise, when token and session are both remembered: the usual case. */
    authenticate(token: string, caller: Caller): Actor | Promise<Actor> {
      const claims = tokens.recall(token)
      const session = claims && sessions.recall(claims.sessionId)
      const remembered = session !== undefined && session.administratorId === claims?.administratorId
      return remembered ? administrator(session, caller) : check(token, caller)
    },
  }
}
