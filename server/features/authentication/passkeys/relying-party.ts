/** For which service passkeys are valid. */
export type RelyingParty = {
  rpId: string
  /** The origin of our own pages; null without `KONTOR_PUBLIC_URL`: then every port of localhost. */
  origin: string | null
}

/**
 * From `KONTOR_PUBLIC_URL`, else localhost. Never from the Host header, which the client chooses. Without a public URL
 * the port is not compared: it may be mapped, and browsers give passkeys for localhost to pages of this machine only.
 */
export function relyingParty(publicUrl: string | null): RelyingParty {
  if (publicUrl === null) return { rpId: 'localhost', origin: null }
  const { hostname, origin } = new URL(publicUrl)
  return { rpId: hostname, origin }
}

export function isOwnOrigin({ rpId, origin }: RelyingParty, given: string): boolean {
  if (origin !== null) return given === origin
  if (!URL.canParse(given)) return false
  const url = new URL(given)
  return url.hostname === rpId && url.origin === given && /^https?:$/.test(url.protocol)
}
