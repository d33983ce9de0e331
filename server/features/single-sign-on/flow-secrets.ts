import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * What binds a sign-in to a browser: a random state, which travels through the provider, and a random secret, which only
 * the cookie of this browser has. Nonce and PKCE verifier follow from both, so that the database contains nothing with
 * which a sign-in could be finished.
 */
export type FlowSecrets = { state: string; browser: string }

export function newFlowSecrets(): FlowSecrets {
  return { state: randomBytes(32).toString('base64url'), browser: randomBytes(32).toString('base64url') }
}

export function nonceOf(secrets: FlowSecrets): string {
  return derive('nonce', secrets)
}

/** 43 characters, as RFC 7636 asks for. */
export function verifierOf(secrets: FlowSecrets): string {
  return derive('verifier', secrets)
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

export function hashesOf({ state, browser }: FlowSecrets): { stateHash: Buffer; browserHash: Buffer } {
  return { stateHash: sha256(state), browserHash: sha256(browser) }
}

// One cookie for each flow, so that two tabs can sign in at the same time. `Lax`, because the browser comes back from
// another site; `__Host-` makes browsers insist on Secure and on no Domain.
const prefix = '__Host-kontor_oidc_'
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'
const cookieSeconds = 600

export function flowCookie({ state, browser }: FlowSecrets): string {
  return `${cookieName(state)}=${browser}; Max-Age=${cookieSeconds}; ${attributes}`
}

export function clearedFlowCookie(state: string): string {
  return `${cookieName(state)}=; Max-Age=0; ${attributes}`
}

/** The secrets of the flow that a browser comes back with; undefined if it has no cookie of it. */
export function readFlowSecrets(
  state: string | undefined,
  header: string | undefined,
): FlowSecrets | undefined {
  if (state === undefined || !/^[\w-]{43}$/.test(state)) return undefined
  const name = cookieName(state)
  const browser = header
    ?.split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  return browser && /^[\w-]{43}$/.test(browser) ? { state, browser } : undefined
}

function cookieName(state: string): string {
  return prefix + sha256(state).subarray(0, 9).toString('base64url')
}

function derive(label: string, { state, browser }: FlowSecrets): string {
  return createHmac('sha256', browser).update(`kontor oidc ${label} ${state}`).digest('base64url')
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
