type Headers = Record<string, string | string[] | undefined>

/**
 * Whether a request with the cookie comes from our own pages or not from a browser. Browsers send the origin in these two
 * headers, and no page can forge them.
 */
export function isSameOrigin(headers: Headers, host: string | undefined, publicUrl: string | null): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin } = headers
  if (origin === undefined) return true
  if (typeof origin !== 'string' || !URL.canParse(origin)) return false
  return publicUrl === null ? new URL(origin).host === host : origin === publicUrl
}
