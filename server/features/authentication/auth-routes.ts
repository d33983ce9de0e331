import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AdminLoginResponse } from '../../../contract/administrators/auth.ts'
import * as account from '../../../contract/operations/administrators/account.ts'
import * as auth from '../../../contract/operations/administrators/auth.ts'
import type { Actor } from '../../platform/actor.ts'
import { Failure } from '../../platform/errors.ts'
import { type Authenticator, bearerToken } from '../../platform/http/admission/authenticate.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { AccountService } from './account-service.ts'
import { isPlainLoopback } from './plain-loopback.ts'
import { isSameOrigin } from './same-origin.ts'
import type { AccessTokens } from './sessions/access-tokens.ts'
import { clearedCookies, readRefreshCookie, refreshCookies } from './sessions/refresh-cookie.ts'
import type { SessionService } from './sessions/session-service.ts'
import type { SetPasswordService } from './sign-in/set-password-service.ts'
import type { SignInService } from './sign-in/sign-in-service.ts'

export type AuthParts = {
  signIn: SignInService
  passwordLinks: SetPasswordService
  sessions: SessionService
  account: AccountService
  authenticator: Authenticator
  tokens: AccessTokens
  publicUrl: string | null
}

export function authRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { signIn, sessions } = parts

  route(app, auth.login, async (request, reply) => {
    const userAgent = request.headers['user-agent'] ?? null
    return sendSignedIn(reply, await signIn.login(request.body, { actor: request.actor, userAgent }), parts)
  })

  route(app, auth.refresh, async (request, reply) => {
    neverCache(reply)
    const { refresh_token, access } = await sessions.refresh(
      request.body.refresh_token,
      'body',
      request.actor,
    )
    return { ...access, refresh_token }
  })

  route(app, auth.cookieRefresh, async (request, reply) => {
    neverCache(reply)
    const token = cookieOf(request, parts.publicUrl)
    const isLoopback = isPlainLoopback(request, parts.publicUrl)
    try {
      const { refresh_token, access, secondsLeft } = await sessions.refresh(token, 'cookie', request.actor)
      reply.header('set-cookie', refreshCookies(isLoopback, refresh_token, secondsLeft))
      return access
    } catch (error) {
      // A cookie that is no longer valid is cleared.
      if (error instanceof Failure && error.kind === 'unauthorized')
        reply.header('set-cookie', clearedCookies(isLoopback))
      throw error
    }
  })

  route(app, auth.logout, async (request, reply) => {
    const { sessionId, actor } = await findSessionToEnd(request, parts)
    await sessions.logout(sessionId, actor)
    neverCache(reply).header('set-cookie', clearedCookies(isPlainLoopback(request, parts.publicUrl)))
    return { status: 'ok' }
  })

  route(app, auth.setPassword, async (request, reply) => {
    neverCache(reply)
    await parts.passwordLinks.setPassword(request.body, request.actor)
    return { status: 'ok' }
  })

  route(app, auth.readLink, async (request, reply) => {
    neverCache(reply)
    return parts.passwordLinks.readLink(request.body)
  })

  route(app, auth.me, async (request) => signIn.me(request.actor))

  app.get('/.well-known/jwks.json', { config: { access: 'anyone' } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    return { keys: await parts.tokens.publicKeys() }
  })

  accountRoutes(app, parts)
}

function accountRoutes(app: FastifyInstance, { signIn, sessions, account: service }: AuthParts): void {
  route(app, account.reauthenticate, async (request, reply) => {
    neverCache(reply)
    return signIn.reauthenticate(request.body, request.actor)
  })

  route(app, account.changePassword, async (request) => service.changePassword(request.body, request.actor))

  route(app, account.enrolOtp, async (request, reply) => {
    neverCache(reply)
    return service.enrolOtp(request.body, request.actor)
  })

  route(app, account.confirmOtp, async (request, reply) => {
    neverCache(reply)
    return service.confirmOtp(request.body, request.actor)
  })

  route(app, account.disableOtp, async (request) => service.disableOtp(request.body, request.actor))

  route(app, account.listSessions, async (request) => sessions.list(request.query, request.actor))

  route(app, account.revokeSession, async (request) => {
    await sessions.revoke(request.params.session_id, request.actor)
    return { status: 'ok' }
  })
}

/** The response of every sign-in: tokens in the body, and the refresh token of the cookie. */
export function sendSignedIn(
  reply: FastifyReply,
  { response, cookie, cookieSeconds }: Awaited<ReturnType<SignInService['login']>>,
  { publicUrl }: Pick<AuthParts, 'publicUrl'>,
): AdminLoginResponse {
  const isLoopback = isPlainLoopback(reply.request, publicUrl)
  neverCache(reply).header('set-cookie', refreshCookies(isLoopback, cookie, cookieSeconds))
  return response
}

/** Tokens and codes must not be cached on the way. */
export function neverCache(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store')
}

/** The token of the cookie, when the request comes from our own pages. */
function cookieOf(request: FastifyRequest, publicUrl: string | null): string {
  const token = readRefreshCookie(request.headers.cookie, isPlainLoopback(request, publicUrl))
  if (token === undefined) throw new Failure('unauthorized', 'token_missing', 'Sign in first.')
  if (!isSameOrigin(request.headers, request.host, publicUrl)) {
    throw new Failure('forbidden', 'cross_site', 'The cookie is accepted only from our own pages.')
  }
  return token
}

/** By the Bearer token or the cookie: a browser whose access token has expired must still be able to sign out. */
async function findSessionToEnd(
  request: FastifyRequest,
  { authenticator, sessions, publicUrl }: AuthParts,
): Promise<{ sessionId: string; actor: Actor }> {
  const isLoopback = isPlainLoopback(request, publicUrl)
  const hasCookie = readRefreshCookie(request.headers.cookie, isLoopback) !== undefined
  if (request.headers.authorization !== undefined || !hasCookie) {
    const caller = { address: request.ip, requestId: request.id }
    try {
      const actor = await authenticator.authenticate(bearerToken(request), caller)
      if (actor.sessionId === null) {
        throw new Failure('unauthorized', 'token_invalid', 'An API key has no session to sign out of.')
      }
      return { sessionId: actor.sessionId, actor }
    } catch (error) {
      if (!hasCookie || !(error instanceof Failure)) throw error
    }
  }
  const owner = await sessions.findByCookie(cookieOf(request, publicUrl))
  if (!owner) throw new Failure('unauthorized', 'session_ended', 'The session has already ended.')
  const { address, requestId } = request.actor
  return { sessionId: owner.sessionId, actor: { ...owner.actor, address, requestId } }
}
