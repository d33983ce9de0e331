import { setTimeout as wait } from 'node:timers/promises'
import type { Victim } from './victim.ts'

export const account = { email: 'owner@example.com', password: 'correct horse battery staple' }

export interface Response {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every operation
  body: any
}

/** The response never came: it may have been done, and it may not. */
export class NoResponse extends Error {}

/** A client of the service that may be dead at any moment. */
export function createCaller(victim: Pick<Victim, 'url'>) {
  const counts = { acknowledged: 0, refused: 0, unanswered: 0 }
  let token = ''

  async function send(method: string, path: string, body?: unknown, key?: string): Promise<Response> {
    const isForm = body instanceof FormData
    try {
      const response = await fetch(victim.url + path, {
        method,
        signal: AbortSignal.timeout(60_000),
        headers: {
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      })
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return {
        status: response.status,
        body: isJson ? await response.json() : Buffer.from(await response.arrayBuffer()),
      }
    } catch {
      throw new NoResponse()
    }
  }

  async function signIn(): Promise<void> {
    const { status, body } = await insist('POST', '/v1/auth/login', account)
    if (status !== 200) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`)
    token = body.access_token
  }

  /** Sends until there is a response that is neither silence nor 503: for what may be sent twice. */
  async function insist(method: string, path: string, body?: unknown, key?: string): Promise<Response> {
    for (;;) {
      try {
        const response = await send(method, path, body, key)
        if (response.status === 401 && path !== '/v1/auth/login') {
          await signIn()
          continue
        }
        if (response.status !== 503) return response
        counts.refused += 1
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error
        counts.unanswered += 1
      }
      await wait(50)
    }
  }

  return {
    counts,
    signIn,
    get: (path: string) => insist('GET', path),
    /** A write that is repeated until it is answered; any other response than these is a defect. */
    async write(method: string, path: string, body: unknown, key: string | undefined, expected: number[]) {
      const response = await insist(method, path, body, key)
      if (!expected.includes(response.status)) {
        throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
      }
      counts.acknowledged += 1
      return response
    },
  }
}

export type Caller = ReturnType<typeof createCaller>
