import { createHash, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import { isOwnOrigin, type RelyingParty } from './relying-party.ts'

/** A signature of a passkey with everything that is needed to check it later. All bytes are base64url. */
export type StoredAssertion = {
  credential_id: string
  /** Public key as SubjectPublicKeyInfo. */
  spki: string
  authenticator_data: string
  client_data_json: string
  signature: string
}

const userPresent = 0x01
const userVerified = 0x04
/** Hash of the relying party id, flags and counter. */
const shortestAuthenticatorData = 37

/**
 * Whether a passkey signed this challenge, for our service, after checking the person (WebAuthn Level 3, section 7.2).
 * It needs nothing but node:crypto, so that signatures can be checked for as long as they are kept. Whose key it is, the
 * caller must know.
 */
export function verifyStoredAssertion(
  stored: StoredAssertion,
  challenge: Buffer,
  party: RelyingParty,
): boolean {
  const authenticatorData = fromBase64url(stored.authenticator_data)
  const clientDataJson = fromBase64url(stored.client_data_json)
  const signature = fromBase64url(stored.signature)
  const spki = fromBase64url(stored.spki)
  if (!authenticatorData || !clientDataJson || !signature || !spki) return false
  return (
    isExpectedClientData(clientDataJson, challenge, party) &&
    isExpectedAuthenticatorData(authenticatorData, party) &&
    isSigned(spki, Buffer.concat([authenticatorData, sha256(clientDataJson)]), signature)
  )
}

/** The origin that the browser saw; undefined if the client data cannot be read. */
export function originOf(clientDataJson: string): string | undefined {
  const bytes = fromBase64url(clientDataJson)
  const { origin } = (bytes && parse(bytes)) ?? {}
  return typeof origin === 'string' ? origin : undefined
}

function isExpectedClientData(bytes: Buffer, challenge: Buffer, party: RelyingParty): boolean {
  const data = parse(bytes)
  return (
    data !== undefined &&
    data.type === 'webauthn.get' &&
    data.challenge === challenge.toString('base64url') &&
    typeof data.origin === 'string' &&
    isOwnOrigin(party, data.origin) &&
    // A page of ours inside another page could be clicked on without being seen.
    data.crossOrigin !== true &&
    data.topOrigin === undefined
  )
}

function isExpectedAuthenticatorData(bytes: Buffer, { rpId }: RelyingParty): boolean {
  if (bytes.length < shortestAuthenticatorData) return false
  const flags = bytes[32] as number
  return (
    timingSafeEqual(bytes.subarray(0, 32), sha256(Buffer.from(rpId))) &&
    (flags & userPresent) !== 0 &&
    (flags & userVerified) !== 0
  )
}

function isSigned(spki: Buffer, signed: Buffer, signature: Buffer): boolean {
  const key = publicKey(spki)
  const isKnown = key?.asymmetricKeyType === 'ec' || key?.asymmetricKeyType === 'rsa'
  return key !== undefined && isKnown && verify('sha256', signed, key, signature)
}

/** Undefined unless it is a key in its one encoding: another encoding would be another record of the same key. */
function publicKey(spki: Buffer): KeyObject | undefined {
  try {
    const read = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    // Not `read` itself: exported, a point of a curve keeps the form in which it was read.
    const key = createPublicKey({ key: read.export({ format: 'jwk' }), format: 'jwk' })
    return key.export({ format: 'der', type: 'spki' }).equals(spki) ? key : undefined
  } catch {
    return undefined
  }
}

function parse(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Undefined unless the text is the one form of its bytes: another text for the same bytes would be another record. */
export function fromBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
