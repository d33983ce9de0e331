import type { onRequestHookHandler } from 'fastify'
import type { Operation } from '../../../../contract/api/operation.ts'

/** Sends `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) with every response of a deprecated operation. */
export function deprecationHeaders({
  since,
  sunset,
}: NonNullable<Operation['deprecated']>): onRequestHookHandler {
  const headers = {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
  }
  return (_request, reply, done) => {
    reply.headers(headers)
    done()
  }
}
