import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Permission } from '../../../contract/roles.ts'
import type { Actor } from '../actor.ts'
import { administratorsOnly, anonymous } from '../actor.ts'
import { Failure } from '../errors.ts'

/** Where a request comes from, as the audit log records it. */
export type Caller = Pick<Actor, 'address' | 'requestId'>

/** Turns the Bearer token of a request into its actor. Implemented by the authentication feature. */
export interface Authenticator {
  authenticate(token: string, caller: Caller): Actor | Promise<Actor>
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
    /** What the route says of itself. Fastify makes `routeOptions` anew at each look, so it is looked at once. */
    rules: FastifyRequest['routeOptions']['config']
  }
}

/**
 * Deny by default: a route is for signed-in administrators unless its `access` says otherwise. Authentication comes
 * before anything is read, permission after the body could be read and before its content is checked.
 */
export function guard(app: FastifyInstance, { authenticator }: { authenticator: Authenticator }): void {
  app.decorateRequest('actor', null as never)
  app.decorateRequest('rules', null as never)

  app.addHook('onRequest', (request, _reply, done) => {
    request.rules = request.routeOptions.config
    if (request.is404 || request.rules.access === 'anyone') {
      request.actor = anonymous(request.ip, request.id)
      return done()
    }
    const actor = authenticator.authenticate(bearerToken(request), {
      address: request.ip,
      requestId: request.id,
    })
    if (!(actor instanceof Promise)) {
      request.actor = actor
      return done()
    }
    actor.then((actor) => {
      request.actor = actor
      done()
    }, done)
  })

  app.addHook('preValidation', (request, _reply, done) => done(refusal(request)))
}

/** Why the caller may not: there is no session, or a permission is missing. */
function refusal(request: FastifyRequest): Failure | undefined {
  if (request.rules.access === 'session' && request.actor.sessionId === null) {
    return administratorsOnly()
  }
  const permission = missingPermission(request)
  return permission && new Failure('forbidden', 'forbidden', 'Your role does not allow this.', { permission })
}

/** The first permission that the request needs, for itself or for a key of its body, and that the actor lacks. */
function missingPermission(request: FastifyRequest): Permission | undefined {
  const { access = 'signed_in', fieldAccess } = request.rules
  if (request.is404 || access === 'anyone') return undefined
  const { permissions } = request.actor
  if (access !== 'signed_in' && access !== 'session' && !permissions.has(access)) return access
  const body = request.body
  if (!fieldAccess || typeof body !== 'object' || body === null) return undefined
  return Object.keys(fieldAccess)
    .filter((key) => Object.hasOwn(body, key))
    .map((key) => fieldAccess[key] as Permission)
    .find((permission) => !permissions.has(permission))
}

/** The token of `Authorization: Bearer …`. */
export function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined) throw new Failure('unauthorized', 'token_missing', 'Sign in first.')
  const match = /^bearer +([^\s]+) *$/i.exec(header)
  if (!match)
    throw new Failure('unauthorized', 'token_invalid', 'The Authorization header is not a Bearer token.')
  return match[1] as string
}
