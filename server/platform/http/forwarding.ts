import type { FastifyInstance } from 'fastify'

/** X-Forwarded-For is believed only from trusted proxies. From anyone else it is ignored, and that is said once. */
export function noteIgnoredForwarding(app: FastifyInstance): void {
  const { trustProxy } = app.initialConfig as { trustProxy?: unknown }
  if (trustProxy) return
  let noted = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!noted && request.headers['x-forwarded-for'] !== undefined) {
      noted = true
      request.log.warn(
        { peer: request.ip },
        'X-Forwarded-For was ignored: if this peer is your proxy, name it in KONTOR_TRUSTED_PROXIES',
      )
    }
    done()
  })
}
