import type { AdminLoginRequest, AdminLoginResponse, AdminMeResponse } from '../../contract/auth.ts'
import { cookieRefresh, login, logout, me } from '../../contract/operations/auth.ts'
import { fetchOperation, readResponse } from './transport.ts'

/**
 * The session. The access token is only in the memory of this tab; a new one is obtained with the cookie, which scripts
 * cannot read. Tabs refresh one at a time and share the result.
 */
interface Token {
  value: string
  expiresAt: number
}
type Told = { token: Token } | { ended: true } | { began: true }

let token: Token | null = null
let administrator: Promise<AdminMeResponse> | null = null
const channel = new BroadcastChannel('kontor-session')
const listeners = new Set<(change: 'began' | 'ended') => void>()

/** A flag that a cookie may exist, so that a first visit sends no refresh request. Not a secret. */
const hint = 'kontor.signed_in'
/** A token that expires within this time is refreshed first. */
const marginMs = 20_000

channel.onmessage = ({ data }: MessageEvent<Told>) => {
  if ('token' in data) token = data.token
  else if ('ended' in data) forget()
  else for (const listener of listeners) listener('began')
}

/** Listens for sign-ins and sign-outs, also in other tabs. */
export function onSession(listener: (change: 'began' | 'ended') => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export async function signIn(credentials: AdminLoginRequest): Promise<void> {
  const response = await fetchOperation(login, { body: credentials }).then<AdminLoginResponse>(readResponse)
  keep(response)
  administrator = Promise.resolve(response.admin)
  localStorage.setItem(hint, '1')
  channel.postMessage({ began: true } satisfies Told)
}

export async function signOut(): Promise<void> {
  const value = token?.value
  // react-admin also calls this if nobody is signed in.
  if (!isSignedIn()) return
  // Other tabs first, so that they do not refresh the session that is about to end.
  channel.postMessage({ ended: true } satisfies Told)
  forget()
  await fetchOperation(logout, { token: value }).catch(() => undefined)
}

/** Replaces the token after a re-authentication. */
export function keep({ access_token, expires_in }: { access_token: string; expires_in: number }): void {
  token = { value: access_token, expiresAt: Date.now() + expires_in * 1000 }
  channel.postMessage({ token } satisfies Told)
}

/** The current access token, or null if nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  if (isFresh(token)) return token.value
  if (localStorage.getItem(hint) === null) return null
  return (await refresh()) ? ((token as Token | null)?.value ?? null) : null
}

/** One tab at a time; a tab that waited uses the token that another one obtained. */
export async function refresh(): Promise<boolean> {
  const seen = token
  return exclusively('kontor-refresh', async () => {
    if (token !== seen && isFresh(token)) return true
    const response = await fetchOperation(cookieRefresh, {})
    if (response.status === 401 || response.status === 403) {
      channel.postMessage({ ended: true } satisfies Told)
      forget()
      return false
    }
    keep(await readResponse<{ access_token: string; expires_in: number }>(response))
    return true
  })
}

/** The signed-in administrator; loaded once per sign-in, and again after `forgetAdministrator`. */
export function currentAdministrator(): Promise<AdminMeResponse> {
  administrator ??= accessToken()
    .then((value) => {
      if (value === null) throw new Error('Nobody is signed in.')
      return fetchOperation(me, { token: value })
    })
    .then<AdminMeResponse>(readResponse)
    .catch((error: unknown) => {
      administrator = null
      throw error
    })
  return administrator
}

export function forgetAdministrator(): void {
  administrator = null
}

function forget(): void {
  const wasSignedIn = isSignedIn()
  token = null
  administrator = null
  localStorage.removeItem(hint)
  if (wasSignedIn) for (const listener of listeners) listener('ended')
}

function isSignedIn(): boolean {
  return token !== null || localStorage.getItem(hint) !== null
}

function isFresh(value: Token | null): value is Token {
  return value !== null && value.expiresAt - marginMs > Date.now()
}

/** Web Locks are available only over https and on localhost, like the cookie. */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? (navigator.locks.request(name, work) as Promise<T>) : work()
}
