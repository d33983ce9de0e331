import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Fault } from '../../../../contract/api/faults.ts'
import { patternMismatch } from '../../../../contract/api/schema-faults.ts'
import type { IdempotencyKey, IdempotencyKeys } from '../../idempotency/idempotency-key.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body without its secret fields, for operations that honour an Idempotency-Key. */
    withoutSecrets?: (body: unknown) => unknown
  }
  interface FastifyInstance {
    idempotencyKeys: IdempotencyKeys
  }
  interface FastifyRequest {
    /** The key of this request, once its handler has asked for it. */
    idempotencyKey?: IdempotencyKey
  }
}

const header = 'idempotency-key'
export const idempotencyKeyPattern = '^[!-~]{1,255}$'
const wellFormedKey = new RegExp(idempotencyKeyPattern)

export function decorateWithIdempotencyKeys(app: FastifyInstance, keys: IdempotencyKeys): void {
  app.decorate('idempotencyKeys', keys)
}

export function idempotencyKeyFaults(request: FastifyRequest): Fault[] {
  const key = request.headers[header]
  if (key === undefined || wellFormedKey.test(String(key))) return []
  return [patternMismatch(['header', header], idempotencyKeyPattern)]
}

/** A handler that reads the body itself passes what identifies it. */
export function idempotencyKey(request: FastifyRequest, body: unknown = request.body): IdempotencyKey | null {
  const key = request.headers[header]
  if (key === undefined) return null
  const { withoutSecrets } = request.routeConfig
  // Without it the operation does not honour keys, and its body might contain secrets.
  if (!withoutSecrets) throw new Error('This operation does not honour an Idempotency-Key.')
  const identity = { method: request.method, path: matchedPath(request), key: String(key) }
  const made = request.server.idempotencyKeys(request.actor, identity, withoutSecrets(body))
  request.idempotencyKey = made
  return made
}

/** The keys of the rows of a bulk operation: a row that was done is not done again. Null without a key. */
export function rowKey(request: FastifyRequest, index: number, row: unknown): IdempotencyKey | null {
  const whole = request.idempotencyKey
  if (!whole) return null
  const { method, path, key } = whole.identity
  return request.server.idempotencyKeys(request.actor, { method, path: `${path}/${index}`, key }, row)
}

/** The path of the route that matched, with its parameters: a URL can be written in several ways and mean the same. */
function matchedPath({ routeOptions, params }: FastifyRequest): string {
  const values = params as Record<string, string>
  return String(routeOptions.url).replaceAll(/:(\w+)/g, (_, name) =>
    encodeURIComponent(values[name] as string),
  )
}
