import type { Operation } from '../../contract/operation.ts'
import { fieldErrors } from '../i18n/fault-text.ts'
import { ApiError, ConnectionLost } from './api-error.ts'
import { connection } from './connection.ts'

export interface Sent {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  token?: string | undefined
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

/** The URL of an operation with its path parameters and query. */
export function addressOf(operation: Pick<Operation, 'path'>, { params = {}, query = {} }: Sent): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/** Sends one request of the contract. */
export async function fetchOperation(operation: Operation, sent: Sent): Promise<Response> {
  const { body, token, signal, headers } = sent
  const form = body instanceof FormData
  try {
    const response = await fetch(addressOf(operation, sent), {
      method: operation.method,
      signal: signal ?? null,
      cache: 'no-store',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    })
    connection.works()
    return response
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    connection.failed()
    throw new ConnectionLost()
  }
}

export async function readResponse<T>(response: Response): Promise<T> {
  const content: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new ApiError(response.status, content, fieldErrors)
  return content as T
}
