import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { PasskeyAssertion } from '../../../../contract/administrators/passkeys.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Proofs } from '../../../platform/proofs/proofs.ts'
import type { RowChecks } from '../../../platform/proofs/row-proofs.ts'
import { createChallenges } from './challenges.ts'
import { passkeyInvalid } from './passkey-failures.ts'
import { lockPasskey, type Passkey, updatePasskey } from './passkey-store.ts'
import { passkeyTable } from './proven-passkeys.ts'
import { isOwnOrigin, type RelyingParty } from './relying-party.ts'
import { fromBase64url, originOf, type StoredAssertion, verifyStoredAssertion } from './stored-assertion.ts'

export type PasskeyProofs = ReturnType<typeof createPasskeyProofs>

export type ProvenAssertion = {
  passkeyId: string
  credentialId: string
  /** When the passkey was enrolled. */
  createdAt: Date
  /** What to keep, so that `verifyStoredAssertion` can check it later. */
  stored: StoredAssertion
}

/** Checks that one of a person's passkeys signed a challenge. */
export function createPasskeyProofs({
  now,
  party,
  proofs,
  provenTables,
}: {
  now: () => Date
  party: RelyingParty
  proofs: Pick<Proofs, 'prove' | 'check' | 'isKnown'>
  provenTables: RowChecks
}) {
  return {
    party,
    challenges: createChallenges(proofs),
    isKnown: proofs.isKnown,

    /**
     * Fails with 401 `passkey_invalid`. Call it in the transaction of what the signature is for: the counter of the
     * authenticator is moved in it, under a lock, so that one signature is not accepted twice at the same time.
     */
    async verifyAssertion(
      db: Db,
      {
        administratorId,
        challenge,
        assertion,
      }: { administratorId: string; challenge: Buffer; assertion: PasskeyAssertion },
    ): Promise<ProvenAssertion> {
      const credentialId = fromBase64url(assertion.id)
      const passkey = credentialId && (await lockPasskey(db, administratorId, credentialId))
      if (!passkey || !isOf(administratorId, assertion)) throw passkeyInvalid('unknown')
      if ((await provenTables.check(db, passkeyTable, passkey)) === 'unproven')
        throw passkeyInvalid('unknown')
      const stored = storedForm(passkey, assertion)
      const { newCounter, credentialBackedUp } = await verified(passkey, challenge, assertion, party)
      if (!verifyStoredAssertion(stored, challenge, party)) throw passkeyInvalid('signature')
      const count = Number(passkey.sign_count)
      // Authenticators without a counter always send 0.
      if (newCounter <= count && (newCounter > 0 || count > 0)) throw passkeyInvalid('counter')
      await updatePasskey(db, passkey.id, {
        sign_count: newCounter,
        backed_up: credentialBackedUp,
        last_used_at: now(),
      })
      return {
        passkeyId: passkey.id,
        credentialId: stored.credential_id,
        createdAt: passkey.created_at,
        stored,
      }
    },
  }
}

/** An authenticator that names an account must name this one. */
function isOf(administratorId: string, { response: { userHandle } }: PasskeyAssertion): boolean {
  return !userHandle || Buffer.from(userHandle, 'base64url').toString() === administratorId
}

async function verified(
  passkey: Passkey,
  challenge: Buffer,
  assertion: PasskeyAssertion,
  party: RelyingParty,
) {
  const origin = originOf(assertion.response.clientDataJSON)
  if (origin === undefined || !isOwnOrigin(party, origin)) throw passkeyInvalid('signature')
  const { clientDataJSON, authenticatorData, signature } = assertion.response
  try {
    const result = await verifyAuthenticationResponse({
      response: {
        id: assertion.id,
        rawId: assertion.rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: party.rpId,
      requireUserVerification: true,
      // The counter is compared by the caller, after the signature, so that a forged one says nothing about it.
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        counter: -1,
      },
    })
    if (result.verified) return result.authenticationInfo
  } catch {
    // The library throws a plain error for whatever does not match.
  }
  throw passkeyInvalid('signature')
}

function storedForm(passkey: Passkey, { response }: PasskeyAssertion): StoredAssertion {
  return {
    credential_id: passkey.credential_id.toString('base64url'),
    spki: passkey.spki.toString('base64url'),
    authenticator_data: response.authenticatorData,
    client_data_json: response.clientDataJSON,
    signature: response.signature,
  }
}
