import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import { listPasskeys } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'
import { type StoredAssertion, verifyStoredAssertion } from './stored-assertion.ts'

/** The passkeys of a person, as the proven events of the audit log state them. */
export type PasskeyState = { passkeys: { credential_id: string; public_key: string }[] }

/** The passkeys that the person has now. `public_key` is the SHA-256 of the SubjectPublicKeyInfo. */
export async function passkeyState(db: Db, administratorId: string): Promise<PasskeyState> {
  const rows = await listPasskeys(db, administratorId)
  return { passkeys: rows.map(entryOf).sort((a, b) => (a.credential_id < b.credential_id ? -1 : 1)) }
}

/** What an existing passkey signs, so that another is added. */
export function enrolmentChallenge(
  administratorId: string,
  { credential_id, public_key }: PasskeyState['passkeys'][number],
): Buffer {
  return sha256(
    Buffer.from(canonicalJson(['passkey enrolment 1', administratorId, credential_id, public_key])),
  )
}

/** A passkey as it stands in the state. */
export function entryOf({ credential_id, spki }: { credential_id: Buffer; spki: Buffer }) {
  return {
    credential_id: credential_id.toString('base64url'),
    public_key: sha256(spki).toString('hex'),
  }
}

/** Under this name, events and nodes remember that a passkey was removed: rows of passkeys have other ids. */
export function removedId(credentialId: Buffer): string {
  return `removed ${sha256(credentialId).toString('hex')}`
}

/**
 * Whether an event `administrator.passkey_added` may follow the state before it: the first passkey needs no signature,
 * any other one that of a passkey in that state. For checks of the chain, without the database.
 */
export function isEnrolmentSigned(
  administratorId: string,
  before: PasskeyState,
  event: { state: PasskeyState; details: { credential_id: string; signature?: StoredAssertion | null } },
  party: RelyingParty,
): boolean {
  const { credential_id, signature } = event.details
  const added = event.state.passkeys.find((one) => one.credential_id === credential_id)
  if (!added) return false
  if (before.passkeys.length === 0) return true
  if (!signature) return false
  return (
    before.passkeys.some((passkey) => isKeyOf(signature, passkey)) &&
    verifyStoredAssertion(signature, enrolmentChallenge(administratorId, added), party)
  )
}

/** Whether the assertion says that it was made with this passkey; its signature is checked apart. */
export function isKeyOf(
  { credential_id, spki }: StoredAssertion,
  passkey: PasskeyState['passkeys'][number],
): boolean {
  const public_key = sha256(Buffer.from(spki, 'base64url')).toString('hex')
  return passkey.credential_id === credential_id && passkey.public_key === public_key
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
