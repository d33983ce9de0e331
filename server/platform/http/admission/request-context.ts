import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { RequestScope } from '../../request-scope.ts'
import type { ServiceResponse } from '../responses/service-response.ts'

type RouteConfig = FastifyRequest['routeOptions']['config']

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is an operation of the interface, that is, below /v1. Set for every route. */
    isOperation?: boolean
  }
  // Set by the first hook. Declared to Fastify, each would be set by name on every request, in a loop.
  interface FastifyRequest {
    /** The configuration of the matched route. Fastify's `routeOptions` is built anew on each access. */
    routeConfig: RouteConfig
    actor: Actor
    scope: RequestScope
  }
}

const notFound = { access: 'anyone', isOperation: false } as RouteConfig

/** Marks the routes that are operations. */
export function markOperations(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isOperation: route.url.startsWith('/v1/') }
  })
}

/**
 * Later hooks decide by the route that matched, never by the URL as it was sent: a path can be written in several ways
 * (percent-encoded, with a host before it) and still match.
 */
export function findRouteConfig(request: FastifyRequest): RouteConfig {
  return request.is404 ? notFound : request.routeOptions.config
}

const wellFormedId = /^[A-Za-z0-9._-]{1,64}$/

/**
 * The id that the client sent, so that its logs and ours name the same request, or one of our own. Ids are written to
 * headers and log lines as they are, so no other character is accepted.
 */
export function requestId({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && wellFormedId.test(sent) ? sent : randomUUID()
}

export function sendRequestId(request: FastifyRequest, reply: FastifyReply): void {
  ;(reply.raw as ServiceResponse).added.push('x-request-id', request.id)
}
