type Headers = Record<string, string | string[] | undefined>

export interface Connection {
  protocol: string
  host: string | undefined
  headers: Headers
}

/** What proxies add. With one of these, the client may have come over https, whatever this connection is. */
const ofProxies = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether a request came over plain http to a loopback address, so that its cookie never leaves the machine. In doubt it
 * did not: a browser names the scheme of its page in `Origin`, and nobody who uses https loses `__Host-`.
 */
export function isPlainLoopback({ protocol, host, headers }: Connection, publicUrl: string | null): boolean {
  if (protocol !== 'http' || publicUrl?.startsWith('https:')) return false
  if (ofProxies.some((name) => headers[name] !== undefined)) return false
  const { origin } = headers
  return isLoopbackUrl(`http://${host}`) && (origin === undefined || isLoopbackUrl(String(origin)))
}

function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
