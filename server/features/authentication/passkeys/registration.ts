import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import {
  knownTransports,
  type PasskeyRegistration,
  passkeyAlgorithms,
} from '../../../../contract/administrators/passkeys.ts'
import { passkeyInvalid } from './passkey-failures.ts'
import { isOwnOrigin, type RelyingParty } from './relying-party.ts'
import { originOf } from './stored-assertion.ts'

export type NewCredential = {
  credential_id: Buffer
  public_key: Buffer
  spki: Buffer
  sign_count: number
  transports: string[]
  backed_up: boolean
}

/** Checks the response to creation options and returns the new credential. Fails with 401 `passkey_invalid`. */
export async function verifyRegistration(
  registration: PasskeyRegistration,
  isExpected: (challenge: string) => boolean,
  party: RelyingParty,
): Promise<NewCredential> {
  const { clientDataJSON, attestationObject, transports } = registration.response
  const origin = originOf(clientDataJSON)
  if (origin === undefined || !isOwnOrigin(party, origin)) throw passkeyInvalid('registration')
  try {
    refuseCertificates(attestationObject)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: registration.id,
        rawId: registration.rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: isExpected,
      expectedOrigin: origin,
      expectedRPID: party.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    })
    if (!verified) throw passkeyInvalid('registration')
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      spki: spkiOf(credential.publicKey),
      sign_count: credential.counter,
      transports: knownTransports(transports),
      backed_up: credentialBackedUp,
    }
  } catch {
    // The library throws a plain error for whatever does not match.
    throw passkeyInvalid('registration')
  }
}

/**
 * We ask for no attestation, so browsers send none, or one without certificates. With certificates, the library could be
 * made to fetch revocation lists from addresses that the client chooses.
 */
function refuseCertificates(attestationObject: string): void {
  const statement = decodeAttestationObject(Buffer.from(attestationObject, 'base64url')).get('attStmt')
  if (statement.get('x5c') !== undefined) throw new Error('attestation with certificates')
}

/** The public key of a COSE_Key in the form that any library reads. Throws if it is not a key. */
export function spkiOf(cose: Uint8Array<ArrayBuffer>): Buffer {
  return createPublicKey({ key: jwkOf(cose), format: 'jwk' }).export({ format: 'der', type: 'spki' })
}

/** Labels of RFC 9052 and RFC 8230. */
function jwkOf(cose: Uint8Array<ArrayBuffer>): JsonWebKey {
  const key = decodeCredentialPublicKey(cose) as unknown as Map<number, unknown>
  const text = (label: number) => Buffer.from(key.get(label) as Uint8Array).toString('base64url')
  const isRsa = key.get(1) === 3
  return isRsa
    ? { kty: 'RSA', n: text(-1), e: text(-2) }
    : { kty: 'EC', crv: 'P-256', x: text(-2), y: text(-3) }
}
