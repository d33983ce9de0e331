import type { Static, TSchema } from 'typebox'
import { downloadFile } from '../../client/src/download.ts'
import { ForeignAnswerError, isOutcomeUnknown } from '../../client/src/errors.ts'
import { newKey } from '../../client/src/idempotency-key.ts'
import type { Fetch, Input as Sent } from '../../client/src/wire.ts'
import type { Operation } from '../../contract/api/operation.ts'
import { wireOf } from '../../contract/api/wire.ts'
import { confirmed } from './confirmation.ts'
import { send } from './session.ts'
import { ConnectionLost } from './transport.ts'

export interface Input<P extends TSchema, Q extends TSchema, B extends TSchema> {
  params?: Static<P>
  query?: Partial<Static<Q>>
  body?: Static<B> | FormData
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  fetch?: Fetch
}

/** Calls an operation of the contract with the current session. */
export async function call<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
  operation: Operation<P, Q, B, A>,
  input: Input<P, Q, B> = {},
): Promise<Static<A>> {
  return request<Static<A>>(operation as unknown as Operation, input as Sent)
}

/** The same, for operations that are chosen at run time, and for responses that are not JSON. */
export function request<T>(operation: Operation, sent: Sent): Promise<T> {
  return confirmed((headers) => sendOnce<T>(operation, { ...sent, headers }), sent.headers)
}

async function sendOnce<T>(operation: Operation, sent: Sent): Promise<T> {
  const wire = wireOf(operation)
  if (!wire.keyed) return send<T>(wire, sent)
  const signature = JSON.stringify([operation.id, sent.params, contentOf(sent.body)])
  const idempotencyKey = unanswered.get(signature) ?? newKey()
  unanswered.set(signature, idempotencyKey)
  try {
    const created = await send<T>(wire, { ...sent, idempotencyKey })
    unanswered.delete(signature)
    return created
  } catch (error) {
    if (!hasNoAnswer(error)) unanswered.delete(signature)
    throw error
  }
}

/** Whether Kontor has not said if it was done. The page of a proxy says nothing of that either. */
function hasNoAnswer(error: unknown): boolean {
  return error instanceof ConnectionLost || error instanceof ForeignAnswerError || isOutcomeUnknown(error)
}

/** A form itself has no JSON: two files would look the same. */
function contentOf(body: unknown): unknown {
  if (!(body instanceof FormData)) return body
  return [...body].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
  )
}

/** The file behind a `download_url`. */
export const download = (url: string, signal: AbortSignal): Promise<Response> =>
  downloadFile(send, url, { signal })

/** Idempotency keys of creations whose outcome is unknown, by content, so that a repeat creates nothing twice. */
const unanswered = new Map<string, string>()
