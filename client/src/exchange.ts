import type { Credentials } from './credentials.ts'
import {
  ConnectionError,
  ForeignAnswerError,
  failureOf,
  KontorError,
  refusesToken,
  TimeoutError,
} from './errors.ts'
import { version } from './generated-operations.ts'
import { type Answer, addressOf, bodyOf, type Fetch, type Input, type Wire } from './wire.ts'

export interface ExchangeOptions {
  /** Where the service is, for example `https://kontor.example.com`. Empty in a page of the service itself. */
  url: string
  credentials: Credentials
  fetch?: Fetch | undefined
  /** Milliseconds for one attempt; 60,000 by default, 0 for no limit. */
  timeout?: number | undefined
}

/** Browsers name themselves. */
const userAgent: Record<string, string> =
  'document' in globalThis ? {} : { 'user-agent': `kontor-client/${version}` }

export type Send = <T>(wire: Wire, input?: Input) => Promise<Answer<T>>

/** Sends operations: with a token, once, and with refusals as errors. */
export function createExchange({
  url,
  credentials,
  fetch: clientFetch = (address, init) => fetch(address, init),
  timeout: clientTimeout = 60_000,
}: ExchangeOptions): Send {
  const base = url.replace(/\/+$/, '')

  /** A token that is refused is replaced once. */
  return async <T>(wire: Wire, input: Input = {}): Promise<Answer<T>> => {
    if (input.token !== undefined) return exchange<T>(wire, input, input.token)
    if (wire.open) return exchange<T>(wire, input, credentials.current())
    const token = await credentials.token()
    try {
      return await exchange<T>(wire, input, token)
    } catch (error) {
      if (token === null || !refusesToken(error) || !(await credentials.renew(token))) throw error
      return exchange<T>(wire, input, await credentials.token())
    }
  }

  /** One request and its response. */
  async function exchange<T>(wire: Wire, input: Input, token: string | null): Promise<Answer<T>> {
    const { timeout = clientTimeout, fetch: send = clientFetch } = input
    const { body, type } = bodyOf(wire, input.body)
    const address = base + addressOf(wire, input)
    // An invalid header would be quoted in the error of `fetch`.
    if (token !== null && !/^[!-~]+$/.test(token)) throw new TypeError('The token is not a token.')
    const limit = limited(input.signal, timeout)
    let isStreaming = false
    try {
      const response = await send(address, {
        method: wire.method,
        signal: limit.signal,
        // A token must not follow to another place, and nothing of this belongs into a cache.
        redirect: 'manual',
        cache: 'no-store',
        headers: {
          ...userAgent,
          ...(type && { 'content-type': type }),
          ...input.headers,
          ...(input.idempotencyKey && { 'idempotency-key': input.idempotencyKey }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body }),
      })
      const { status, headers } = response
      refuseForeign(response)
      isStreaming = response.ok && wire.raw === true
      if (isStreaming) return { status, headers, data: response as T }
      const text = await response.text()
      if (!response.ok) throw failureOf(status, headers, parse(text))
      return { status, headers, data: contentOf<T>(status, headers, text) }
    } catch (error) {
      input.signal?.throwIfAborted()
      if (limit.signal.aborted) throw new TimeoutError(timeout)
      if (error instanceof KontorError || error instanceof ForeignAnswerError) throw error
      throw new ConnectionError(undefined, { cause: error })
    } finally {
      limit.end(isStreaming)
    }
  }
}

/** Aborted by the caller or after this time. */
function limited(signal: AbortSignal | undefined, milliseconds: number) {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  const timer = milliseconds > 0 ? setTimeout(() => controller.abort(), milliseconds) : undefined
  return {
    signal: controller.signal,
    /** The caller can still abort a response that streams. */
    end: (isStreaming: boolean) => {
      clearTimeout(timer)
      if (!isStreaming) signal?.removeEventListener('abort', abort)
    },
  }
}

/**
 * Kontor redirects no operation, and no file of it is a web page: a proxy has sent its page for sign-in, or the way there. A
 * browser does not show the status of a redirect.
 */
function refuseForeign({ type, status, headers, ok }: Response): void {
  const isRedirect = type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)
  if (isRedirect) throw new ForeignAnswerError(status, 'a redirect')
  if (ok && headers.get('content-type')?.startsWith('text/html'))
    throw new ForeignAnswerError(status, 'a web page')
}

/** What is cut off is no foreign answer: its connection broke. */
function contentOf<T>(status: number, headers: Headers, text: string): T {
  if (text === '') return undefined as T
  const type = headers.get('content-type')
  if (!type?.includes('json'))
    throw new ForeignAnswerError(status, `${type?.split(';', 1)[0] || 'of no type'}, not JSON`)
  return JSON.parse(text) as T
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
