import { setTimeout as wait } from 'node:timers/promises'
import type { Victim } from './victim.ts'

export const account = { email: 'owner@example.com', password: 'correct horse battery staple' }

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every operation
  body: any
}

/** The answer never came: it may have been done, and it may not. */
export class NoAnswer extends Error {}

/** A client of the service that may be dead at any moment. */
export function createCaller(victim: Pick<Victim, 'url'>) {
  const counts = { acknowledged: 0, refused: 0, unanswered: 0 }
  let token = ''

  async function send(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
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
      throw new NoAnswer()
    }
  }

  async function signIn(): Promise<void> {
    const { status, body } = await insist('POST', '/v1/auth/login', account)
    if (status !== 200) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`)
    token = body.access_token
  }

  /** Sends until there is an answer that is neither silence nor 503: for what may be sent twice. */
  async function insist(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
    for (;;) {
      try {
        const answer = await send(method, path, body, key)
        if (answer.status === 401 && path !== '/v1/auth/login') {
          await signIn()
          continue
        }
        if (answer.status !== 503) return answer
        counts.refused += 1
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        counts.unanswered += 1
      }
      await wait(50)
    }
  }

  return {
    counts,
    signIn,
    get: (path: string) => insist('GET', path),
    /** A write that is repeated until it is answered; any other answer than these is a defect. */
    async write(method: string, path: string, body: unknown, key: string | undefined, expected: number[]) {
      const answer = await insist(method, path, body, key)
      if (!expected.includes(answer.status)) {
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      counts.acknowledged += 1
      return answer
    },
  }
}

export type Caller = ReturnType<typeof createCaller>
