import { loopbackCookieName, refreshCookieName } from '../../../../contract/administrators/auth.ts'

// `__Host-` makes browsers insist on Secure, on Path=/ and on no Domain: no other host can set or read it.
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict'
// Without Secure, and so without the prefix: strict clients neither keep nor send those over plain http.
const loopbackAttributes = 'Path=/; HttpOnly; SameSite=Strict'

/**
 * Set-Cookie for a refresh token. Over plain http on this machine there are two: browsers that trust `localhost` take
 * either, strict clients only the second.
 */
export function refreshCookies(isLoopback: boolean, token: string, seconds: number): string[] {
  return cookies(isLoopback, `${token}; Max-Age=${seconds}`)
}

export function clearedCookies(isLoopback: boolean): string[] {
  return cookies(isLoopback, '; Max-Age=0')
}

function cookies(isLoopback: boolean, value: string): string[] {
  const host = `${refreshCookieName}=${value}; ${attributes}`
  return isLoopback ? [host, `${loopbackCookieName}=${value}; ${loopbackAttributes}`] : [host]
}

/** The refresh token of a Cookie header. Over https, a cookie that any sibling host could have set does not count. */
export function readRefreshCookie(header: string | undefined, isLoopback: boolean): string | undefined {
  const names = isLoopback ? [refreshCookieName, loopbackCookieName] : [refreshCookieName]
  const pairs = header?.split(';').map((text) => text.trim()) ?? []
  for (const name of names) {
    const value = pairs.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1)
    if (value) return value
  }
  return undefined
}
