import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import { anonymous } from '../actor.ts'
import type { Authenticator } from '../auth/authenticator.ts'
import { Failure } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
}

/**
 * Deny by default: a route is for signed-in administrators unless its `access` says otherwise. Authentication comes
 * before anything is read, permission after the body could be read and before its content is checked.
 */
export function guard(
  app: FastifyInstance,
  { authenticator }: { authenticator: Pick<Authenticator, 'authenticate'> },
): void {
  app.decorateRequest('actor', null as never)

  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404 || request.routeOptions.config.access === 'anyone') {
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

  app.addHook('preValidation', (request, _reply, done) => {
    const { access = 'signed_in' } = request.routeOptions.config
    if (
      request.is404 ||
      access === 'anyone' ||
      access === 'signed_in' ||
      request.actor.permissions.has(access)
    ) {
      return done()
    }
    done(new Failure('forbidden', 'forbidden', 'Your role does not allow this.', { permission: access }))
  })
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
