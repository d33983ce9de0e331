import type { FastifyInstance } from 'fastify'

/**
 * One line per request. Only what we choose is written: no header, no query and no body ever is, because tokens,
 * signatures, names and passwords travel there.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      request_id: request.id,
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      actor: request.actor?.id ?? undefined,
    }
    if (reply.statusCode >= 500) request.log.warn(line, 'request')
    else request.log.info(line, 'request')
    done()
  })
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
