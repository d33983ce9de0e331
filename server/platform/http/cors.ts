import type { FastifyInstance } from 'fastify'

/**
 * Off unless origins are configured. Cookies are never allowed across origins: the refresh cookie is for the console on
 * our own origin alone, everyone else sends a Bearer.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    reply.header('vary', 'origin')
    if (!origin || !origins.includes(origin)) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'x-request-id, retry-after, ratelimit, ratelimit-policy',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.method !== 'OPTIONS') return done()
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization, content-type, idempotency-key',
        'access-control-max-age': '600',
      })
      .send()
  })
}
