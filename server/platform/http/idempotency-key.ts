import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Fault } from '../../../contract/faults.ts'
import type { Operation } from '../../../contract/operation.ts'
import { patternMismatch } from '../../../contract/schema-faults.ts'
import { actorKey, type IdempotencyKey } from '../idempotency/idempotency.ts'

const header = 'idempotency-key'
const pattern = '^[!-~]{1,255}$'

/** Every POST that creates honours the key. */
export function isIdempotent(operation: Operation): boolean {
  return operation.method === 'POST' && operation.success === 201
}

export function idempotencyKeyFaults(request: FastifyRequest): Fault[] {
  const key = request.headers[header]
  if (key === undefined || new RegExp(pattern).test(String(key))) return []
  return [patternMismatch(['header', header], pattern)]
}

export function idempotencyKey(request: FastifyRequest): IdempotencyKey | null {
  const key = request.headers[header]
  if (key === undefined) return null
  return {
    actor: actorKey(request.actor),
    method: request.method,
    path: request.url.split('?', 1)[0] as string,
    key: String(key),
    bodyHash: createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest(),
  }
}
