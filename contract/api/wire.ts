import { isIdempotent, type Operation } from './operation.ts'

/** What a client must know to send an operation, without its schemas: `Wire` in client/src/wire.ts. */
export function wireOf(
  operation: Pick<Operation, 'method' | 'path' | 'access' | 'success' | 'bodyType' | 'produces' | 'isKeyed'>,
) {
  return {
    method: operation.method,
    path: operation.path,
    ...(operation.access === 'anyone' && { open: true }),
    ...(isIdempotent(operation) && { keyed: true }),
    ...(isRepeatable(operation) && { repeatable: true }),
    ...(operation.bodyType === 'multipart' && { multipart: true }),
    ...(operation.produces !== undefined && { raw: true }),
  }
}

/**
 * Reads and uploads: the same file again changes nothing. A PATCH or a DELETE would answer its own success with 409 or
 * 404. A read of secrets is recorded each time, and may use up what a second administrator granted.
 */
function isRepeatable({ method, access }: Pick<Operation, 'method' | 'access'>): boolean {
  return method === 'PUT' || (method === 'GET' && access !== 'secrets:read')
}
