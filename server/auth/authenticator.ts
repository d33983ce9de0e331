import type { Actor } from '../actor.ts'
import { Failure } from '../errors.ts'
import type { AccessClaims, AccessTokens } from './access-tokens.ts'
import type { LivingSession, SessionCheck } from './session-check.ts'

export type Caller = { address: string | null; requestId: string | null }
export type Authenticator = ReturnType<typeof createAuthenticator>

/** Turns the credential of a request into the one who sent it. */
export function createAuthenticator({ tokens, sessions }: { tokens: AccessTokens; sessions: SessionCheck }) {
  function actorOf(claims: AccessClaims, session: LivingSession | undefined, caller: Caller): Actor {
    if (!session || session.administratorId !== claims.administratorId) {
      throw new Failure('unauthorized', 'session_ended', 'The session has ended. Sign in again.')
    }
    return {
      kind: 'administrator',
      id: session.administratorId,
      name: session.email,
      permissions: session.permissions,
      sessionId: session.id,
      authenticatedAt: session.authenticatedAt,
      address: caller.address,
      requestId: caller.requestId,
    }
  }

  async function check(token: string, caller: Caller): Promise<Actor> {
    const claims = tokens.recall(token) ?? (await tokens.verify(token))
    return actorOf(claims, await sessions.find(claims.sessionId), caller)
  }

  return {
    /** Answers at once, without a promise, when token and session are both remembered: the usual case. */
    authenticate(token: string, caller: Caller): Actor | Promise<Actor> {
      const claims = tokens.recall(token)
      const session = claims && sessions.recall(claims.sessionId)
      return session ? actorOf(claims, session, caller) : check(token, caller)
    },
  }
}
