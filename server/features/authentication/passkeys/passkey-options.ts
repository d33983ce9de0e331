import {
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  passkeyAlgorithms,
} from '../../../../contract/administrators/passkeys.ts'
import type { Credentials } from '../../administrators/credentials.ts'
import { challengeMs } from './challenges.ts'
import type { Passkey } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'

/** What a browser is asked to sign, and with which passkeys; none means any. */
export function requestOptions(
  { rpId }: RelyingParty,
  challenge: Buffer,
  allowed: readonly Passkey[],
): PasskeyRequestOptions {
  return {
    challenge: challenge.toString('base64url'),
    rpId,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: allowed.map(descriptor),
  }
}

/** What a browser is asked to make: a passkey that is found without an e-mail address, and that checks the person. */
export function creationOptions(
  { rpId }: RelyingParty,
  challenge: Buffer,
  { id, email, name }: Credentials,
  existing: readonly Passkey[],
): PasskeyCreationOptions {
  return {
    challenge: challenge.toString('base64url'),
    rp: { id: rpId, name: 'Kontor' },
    user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeMs,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: existing.map(descriptor),
  }
}

function descriptor({ credential_id, transports }: Passkey) {
  return { id: credential_id.toString('base64url'), type: 'public-key' as const, transports }
}
