import type { Db } from '../../../platform/db/database.ts'
import { entryOf, isKeyOf, type PasskeyState } from './enrolment.ts'
import { listPasskeys } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'
import { type StoredAssertion, verifyStoredAssertion } from './stored-assertion.ts'

/** Whether one of these passkeys signed the challenge. For signatures that were stored, such as those of votes. */
export function isSignedByOneOf(
  { passkeys }: PasskeyState,
  assertion: StoredAssertion,
  challenge: Buffer,
  party: RelyingParty,
): boolean {
  return (
    passkeys.some((passkey) => isKeyOf(assertion, passkey)) &&
    verifyStoredAssertion(assertion, challenge, party)
  )
}

/** Which of these stored signatures are of a passkey that the person has now. */
export async function areSignedNow(
  db: Db,
  signed: readonly { administratorId: string; assertion: Record<string, string>; challenge: Buffer }[],
  party: RelyingParty,
): Promise<boolean[]> {
  const verdicts: boolean[] = []
  for (const { administratorId, assertion, challenge } of signed) {
    const passkeys = (await listPasskeys(db, administratorId)).map(entryOf)
    verdicts.push(isSignedByOneOf({ passkeys }, assertion as StoredAssertion, challenge, party))
  }
  return verdicts
}
