const timeoutMs = 5_000
/** Discovery documents and key sets have a few kilobytes. */
const mostBytes = 256 * 1024

/** The provider did not answer, or not in a way that can be used. The message contains nothing secret. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** `fetch` for the identity provider: https only, without redirects, within five seconds, and not more than 256 KiB. */
export function createLimitedFetch(send: Fetch = fetch): Fetch {
  return async (url, init) => {
    if (!isSafeAddress(url)) throw new ProviderUnreachable('the address is not https')
    // Covers the body as well: a provider that sends one byte a second would hold the request for ever.
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const response = await send(url, { ...init, redirect: 'manual', signal })
      if (response.status >= 500) throw new ProviderUnreachable(`status ${response.status}`)
      const body = await readBody(response)
      const { status, headers } = response
      return new Response(status === 204 || status === 304 ? null : body, {
        // `Response` knows no opaque redirect; for the caller it is a status that is not expected.
        status: status === 0 ? 502 : status,
        headers,
      })
    } catch (error) {
      if (error instanceof ProviderUnreachable) throw error
      if (signal.aborted) throw new ProviderUnreachable('no answer within 5 s')
      throw new ProviderUnreachable(`the connection failed (${causeOf(error)})`)
    }
  }
}

/** https, or this machine, where nobody can listen in. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > mostBytes) throw new ProviderUnreachable(`more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Such as ECONNREFUSED. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'network error'
}
