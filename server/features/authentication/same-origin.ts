type Headers = Record<string, string | string[] | undefined>

/**
 * Whether a call that carries the cookie comes from our own pages, or from no browser at all. Browsers say where a call
 * comes from in these two headers, and no page can forge them.
 */
export function isSameOrigin(headers: Headers, host: string | undefined, publicUrl: string | null): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin } = headers
  if (origin === undefined) return true
  if (typeof origin !== 'string' || !URL.canParse(origin)) return false
  return publicUrl === null ? new URL(origin).host === host : origin === publicUrl
}
