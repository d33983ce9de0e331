import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/** X-Forwarded-For counts only from trusted proxies. Without any, the first one that is ignored is logged. */
export function createForwardingNotice({
  hasTrustedProxies,
  log,
}: {
  hasTrustedProxies: boolean
  log: Logger
}) {
  let isDone = hasTrustedProxies
  return function noteIgnoredForwarding(request: FastifyRequest): void {
    if (isDone || request.headers['x-forwarded-for'] === undefined) return
    isDone = true
    log.warn(
      { peer: request.ip },
      'X-Forwarded-For was ignored: if this peer is your proxy, name it in KONTOR_TRUSTED_PROXIES',
    )
  }
}
