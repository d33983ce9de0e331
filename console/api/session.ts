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
type Told = { token: Token } | { ended: true } | { began: string }
type Change = 'began' | 'expired' | 'ended'

let token: Token | null = null
let administrator: Promise<AdminMeResponse> | null = null
/** Who works in this tab. */
let worker: AdminMeResponse | null = null
const channel = new BroadcastChannel('kontor-session')
const listeners = new Set<(change: Change) => void>()
/** While the session has expired and the person is asked to confirm who they are: how to go on. */
let expired: { renewed: Promise<boolean>; settle: (isRenewed: boolean) => void } | null = null
let endedBy: 'sign-out' | 'expiry' | null = null

/** A flag that a cookie may exist, so that a first visit sends no refresh request. Not a secret. */
const hint = 'kontor.signed_in'
/** A token that expires within this time is refreshed first. */
const marginMs = 20_000

channel.onmessage = ({ data }: MessageEvent<Told>) => {
  if ('token' in data) token = data.token
  else if ('ended' in data) forget('sign-out')
  else beganElsewhere(data.began)
}

/** In another tab. What is typed in this one belongs to the administrator who typed it. */
function beganElsewhere(id: string): void {
  if (worker && worker.id !== id) {
    forget('sign-out')
    localStorage.setItem(hint, '1')
  }
  goOn()
}

/** Listens for sign-ins, sign-outs and expiry, also in other tabs. */
export function onSession(listener: (change: Change) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export async function signIn(credentials: AdminLoginRequest): Promise<void> {
  const response = await fetchOperation(login, { body: credentials }).then<AdminLoginResponse>(readResponse)
  keep(response)
  administrator = Promise.resolve(response.admin)
  worker = response.admin
  localStorage.setItem(hint, '1')
  channel.postMessage({ began: response.admin.id } satisfies Told)
  goOn()
}

/** The same administrator, after the session has expired. */
export function signInAgain(proof: Omit<AdminLoginRequest, 'email'>): Promise<void> {
  if (!worker) throw new Error('Nobody was signed in.')
  return signIn({ email: worker.email, ...proof })
}

/** Requests that waited for a session continue. */
function goOn(): void {
  endedBy = null
  expired?.settle(true)
  expired = null
  tell('began')
}

export async function signOut(): Promise<void> {
  const value = token?.value
  // react-admin also calls this if nobody is signed in.
  if (!isSignedIn()) return
  // Other tabs first, so that they do not refresh the session that is about to end.
  channel.postMessage({ ended: true } satisfies Told)
  forget('sign-out')
  await fetchOperation(logout, { token: value }).catch(() => undefined)
}

/** Leaves a session that has expired without renewing it. */
export function forgetSession(): void {
  forget('expiry')
}

export function isExpired(): boolean {
  return expired !== null
}

/** Why the last session ended, for the sign-in page. */
export function endOfSession(): typeof endedBy {
  return endedBy
}

/** Replaces the token after a re-authentication. */
export function keep({ access_token, expires_in }: { access_token: string; expires_in: number }): void {
  token = { value: access_token, expiresAt: Date.now() + expires_in * 1000 }
  channel.postMessage({ token } satisfies Told)
}

/** The current access token, or null if nobody is signed in. If the session has expired, waits for the person. */
export async function accessToken(): Promise<string | null> {
  if (isFresh(token)) return token.value
  if (localStorage.getItem(hint) === null) return null
  return (await renew()) ? ((token as Token | null)?.value ?? null) : null
}

/** Gets a new token, by the cookie or, when the session has expired, by the person. Returns whether there is one. */
export async function renew(): Promise<boolean> {
  if (expired === null && (await refresh())) return true
  if (localStorage.getItem(hint) === null) return false
  // Nobody has worked in this tab yet, so there is nothing to keep.
  if (worker === null) {
    forget('expiry')
    return false
  }
  if (expired === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    expired = { renewed: promise, settle: resolve }
    tell('expired')
  }
  if (!(await expired.renewed)) return false
  return isFresh(token) || renew()
}

/** One tab at a time; a tab that waited uses the token that another one obtained. */
async function refresh(): Promise<boolean> {
  const seen = token
  return exclusively('kontor-refresh', async () => {
    if (token !== seen && isFresh(token)) return true
    if (expired !== null) return false
    const response = await fetchOperation(cookieRefresh, {})
    if (response.status === 401 || response.status === 403) {
      token = null
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
    .then((response) => {
      worker = response
      return response
    })
    .catch((error: unknown) => {
      administrator = null
      throw error
    })
  return administrator
}

export function forgetAdministrator(): void {
  administrator = null
}

function forget(by: 'sign-out' | 'expiry'): void {
  const wasSignedIn = isSignedIn()
  token = null
  administrator = null
  worker = null
  localStorage.removeItem(hint)
  expired?.settle(false)
  expired = null
  if (!wasSignedIn) return
  endedBy = by
  tell('ended')
}

function tell(change: Change): void {
  for (const listener of listeners) listener(change)
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

/** A new token helps only if the token was refused, not if the authentication is too old or the password is wrong. */
export function refusesToken(code: unknown): boolean {
  return code === 'token_invalid' || code === 'token_missing' || code === 'session_ended'
}
