import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { KontorError } from '../../client/src/errors.ts'
import type { AdminLoginResponse } from '../../contract/administrators/auth.ts'
import type {
  PasskeyAssertion,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '../../contract/administrators/passkeys.ts'
import { wireOf } from '../../contract/api/wire.ts'
import { reauthenticate } from '../../contract/operations/administrators/account.ts'
import * as operations from '../../contract/operations/administrators/passkeys.ts'
import { call } from './client.ts'
import { begin, forgetAdministrator, keep, send } from './session.ts'

/** Whether this page may ask for a passkey at all: over https or at localhost, and not at an IP address. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return browserSupportsWebAuthn() && !isAddress
}

/** Asks the person to use one of the passkeys that may answer. */
async function ask(options: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return (await startAuthentication({ optionsJSON })) as PasskeyAssertion
}

/** Without e-mail address and password: the passkey says who it is. */
export async function signInWithPasskey(): Promise<void> {
  const options = await send<PasskeyRequestOptions>(wireOf(operations.passkeySignInOptions), { token: null })
  const credential = await ask(options)
  const wire = wireOf(operations.passkeySignIn)
  begin(await send<AdminLoginResponse>(wire, { body: { credential }, token: null }))
}

/** Proves again who the person is, with a passkey instead of the password. */
export async function proveWithPasskey(): Promise<void> {
  const passkey = await ask(await call(operations.reauthenticationOptions))
  keep(await call(reauthenticate, { body: { passkey } }))
}

/** Signs a challenge that the service computes by itself, such as that of a vote. */
export async function signWithPasskey(challenge: string): Promise<PasskeyAssertion> {
  return ask({ ...(await call(operations.reauthenticationOptions)), challenge })
}

/** Does something that an account with passkeys may do only after using one, and asks for it if needed. */
export async function withPasskeyProof<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof KontorError) || error.code !== 'passkey_required') throw error
    await proveWithPasskey()
    return work()
  }
}

export interface CreatedPasskey {
  credential: PasskeyRegistration
  /** What an existing passkey must sign; null for the first one. */
  toSign: PasskeyRequestOptions | null
}

/** Makes a passkey on the device. It is not known to the service yet. */
export async function createPasskey(): Promise<CreatedPasskey> {
  const optionsJSON = (await call(operations.passkeyOptions)) as PublicKeyCredentialCreationOptionsJSON
  const credential = (await startRegistration({ optionsJSON })) as PasskeyRegistration
  const { options } = await call(operations.passkeySignatureOptions, { body: { credential } })
  return { credential, toSign: options }
}

/** Adds it to the account, after an existing passkey has signed. */
export async function addPasskey(name: string, { credential, toSign }: CreatedPasskey): Promise<void> {
  const signature = toSign && (await ask(toSign))
  await call(operations.addPasskey, { body: { name, credential, ...(signature && { signature }) } })
  forgetAdministrator()
}

/** The text for a failure of the browser or the authenticator; undefined if it is none. */
export function passkeyErrorKey(error: unknown): string | undefined {
  const isOfBrowser = error instanceof WebAuthnError || error instanceof DOMException
  if (!isOfBrowser) return undefined
  if (error.name === 'SecurityError') return 'kontor.passkeys.unsupported'
  if (error.name === 'InvalidStateError') return 'kontor.passkeys.already_here'
  return error.name === 'NotAllowedError' || error instanceof WebAuthnError
    ? 'kontor.passkeys.cancelled'
    : undefined
}
