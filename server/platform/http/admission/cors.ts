import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Lets pages of the named origins call the interface. Cookies are never allowed across origins: the refresh cookie is
 * only for the console on the service's own origin; everyone else sends a Bearer token.
 */
export function createCors(origins: readonly string[]) {
  /** Returns true if the request was a preflight, which is answered here. */
  return function allowOrigin(request: FastifyRequest, reply: FastifyReply): boolean {
    if (origins.length === 0) return false
    const { origin } = request.headers
    reply.header('vary', 'origin, accept-encoding')
    if (!origin || !origins.includes(origin)) return false
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers':
        'x-request-id, retry-after, ratelimit, ratelimit-policy, location, etag, idempotency-replayed, content-disposition',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.method !== 'OPTIONS') return false
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          'authorization, content-type, idempotency-key, if-match, if-none-match, range, x-request-id, traceparent, kontor-approval, kontor-reason',
        'access-control-max-age': '600',
      })
      .send()
    return true
  }
}
