import { refreshCookieName as name } from '../../../../contract/auth.ts'

// `__Host-` makes browsers insist on Secure, on Path=/ and on no Domain: no other host can set or read it.
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict'

export function refreshCookie(token: string, seconds: number): string {
  return `${name}=${token}; Max-Age=${seconds}; ${attributes}`
}

export function clearedCookie(): string {
  return `${name}=; Max-Age=0; ${attributes}`
}

/** The refresh token of a Cookie header. */
export function readRefreshCookie(header: string | undefined): string | undefined {
  const pair = header
    ?.split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) || undefined
}
