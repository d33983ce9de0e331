import { KontorError } from '../../client/src/errors.ts'
import { createTokens, type NewToken, type Token } from '../../client/src/tokens.ts'
import type {
  AdminLoginRequest,
  AdminLoginResponse,
  AdminMeResponse,
} from '../../contract/administrators/auth.ts'
import { wireOf } from '../../contract/api/wire.ts'
import { cookieRefresh, login, logout, me } from '../../contract/operations/administrators/auth.ts'
import { createTransport } from './transport.ts'

/**
 * The session. The access token is only in the memory of this tab; a new one is obtained with the cookie, which scripts
 * cannot read. Tabs refresh one at a time and share the result.
 */
type TabMessage = { token: Token } | { ended: true } | { began: string }
type Change = 'began' | 'expired' | 'ended'

const tokens = createTokens({ now: Date.now, refresh })
/** Sends requests with this session. */
export const send = createTransport({ current: tokens.current, token: accessToken, renew })
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

channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
  if ('token' in data) tokens.set(data.token)
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
  // After a refresh that is under way: if it is refused, its response takes the cookie away, also a new one.
  begin(
    await exclusively('kontor-refresh', () =>
      send<AdminLoginResponse>(wireOf(login), { body: credentials, token: null }),
    ),
  )
}

/** Works in this tab as the administrator who has just signed in. */
export function begin(response: AdminLoginResponse): void {
  // What is typed in this tab belongs to the administrator who typed it.
  if (worker && worker.id !== response.admin.id) forget('sign-out')
  keep(response)
  administrator = Promise.resolve(response.admin)
  worker = response.admin
  localStorage.setItem(hint, '1')
  channel.postMessage({ began: response.admin.id } satisfies TabMessage)
  goOn()
}

/** Goes on in the session that the identity provider has opened or renewed: the cookie is already there. */
export async function continueSession(): Promise<void> {
  localStorage.setItem(hint, '1')
  forgetAdministrator()
  const { id } = await currentAdministrator()
  channel.postMessage({ began: id } satisfies TabMessage)
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
  const token = tokens.current()
  // react-admin also calls this if nobody is signed in.
  if (!isSignedIn()) return
  // Other tabs first, so that they do not refresh the session that is about to end.
  channel.postMessage({ ended: true } satisfies TabMessage)
  forget('sign-out')
  await send(wireOf(logout), { token }).catch(() => undefined)
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
export function keep(response: NewToken): void {
  channel.postMessage({ token: tokens.keep(response) } satisfies TabMessage)
}

/** The current access token, or null if nobody is signed in. If the session has expired, waits for the person. */
export async function accessToken(): Promise<string | null> {
  if (tokens.isFresh()) return tokens.current()
  if (localStorage.getItem(hint) === null) return null
  return (await renew(tokens.current())) ? tokens.current() : null
}

/** Gets a new token, by the cookie or, when the session has expired, by the person. Returns whether there is one. */
async function renew(refused: string | null): Promise<boolean> {
  if (expired === null && (await tokens.renew(refused))) return true
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
  return tokens.isFresh() || renew(refused)
}

/** One tab at a time; a tab that waited uses the token that another one obtained. */
async function refresh(): Promise<boolean> {
  const seen = tokens.current()
  return exclusively('kontor-refresh', async () => {
    if (tokens.current() !== seen && tokens.isFresh()) return true
    if (expired !== null || localStorage.getItem(hint) === null) return false
    try {
      keep(await send<NewToken>(wireOf(cookieRefresh), { token: null }))
      return true
    } catch (error) {
      if (!(error instanceof KontorError) || ![401, 403].includes(error.status)) throw error
      tokens.set(null)
      return false
    }
  })
}

/** The signed-in administrator; loaded once per sign-in, and again after `forgetAdministrator`. */
export function currentAdministrator(): Promise<AdminMeResponse> {
  administrator ??= accessToken()
    .then((token) => {
      if (token === null) throw new Error('Nobody is signed in.')
      return send<AdminMeResponse>(wireOf(me), { token })
    })
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
  tokens.set(null)
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
  return tokens.current() !== null || localStorage.getItem(hint) !== null
}

/** Web Locks are available only over https and on localhost, like the cookie. */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? (navigator.locks.request(name, work) as Promise<T>) : work()
}
