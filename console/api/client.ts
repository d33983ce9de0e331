import type { Static, TSchema } from 'typebox'
import { isIdempotent, type Operation } from '../../contract/operation.ts'
import { accessToken, refusesToken, renew } from './session.ts'
import { fetchOperation, readResponse, type Sent } from './transport.ts'

export interface Input<P extends TSchema, Q extends TSchema, B extends TSchema> {
  params?: Static<P>
  query?: Partial<Static<Q>>
  body?: Static<B> | FormData
  signal?: AbortSignal
}

/** Calls an operation of the contract with the current session. */
export async function call<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
  operation: Operation<P, Q, B, A>,
  input: Input<P, Q, B> = {},
): Promise<Static<A>> {
  return readResponse<Static<A>>(await request(operation as unknown as Operation, input as Sent))
}

/** The same, for responses that are not JSON. */
export async function request(operation: Operation, sent: Sent): Promise<Response> {
  const creating = isIdempotent(operation)
  const signature = creating ? JSON.stringify([operation.id, sent.params, sent.body]) : ''
  const headers: Record<string, string> = creating ? { 'idempotency-key': keyFor(signature) } : {}
  const response = await authorized(operation, { ...sent, headers })
  // Any response ends the attempt; without a response, the next attempt uses the same key.
  unanswered.delete(signature)
  return response
}

async function authorized(operation: Operation, sent: Sent): Promise<Response> {
  const token = await accessToken()
  const response = await fetchOperation(operation, { ...sent, token: token ?? undefined })
  if (response.status !== 401 || token === null || !(await isTokenRefused(response))) return response
  // The token was revoked or has expired; renewing it shows which.
  if (!(await renew())) return response
  return fetchOperation(operation, { ...sent, token: (await accessToken()) ?? undefined })
}

async function isTokenRefused(response: Response): Promise<boolean> {
  const content = await response
    .clone()
    .json()
    .catch(() => ({}))
  return refusesToken(content.code)
}

/** Idempotency keys of create requests without a response, by content, so that a repeat creates nothing twice. */
const unanswered = new Map<string, string>()

function keyFor(signature: string): string {
  const known = unanswered.get(signature)
  if (known) return known
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  unanswered.set(signature, key)
  return key
}
