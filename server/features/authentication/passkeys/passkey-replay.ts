import type { ReplayedEvent, ReplayPart } from '../../../platform/audit-proofs/replay.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import { entryOf, isEnrolmentSigned, type PasskeyState, removedId } from './enrolment.ts'
import { listAllPasskeys } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'
import type { StoredAssertion } from './stored-assertion.ts'

type Details = { credential_id: string; relying_party: RelyingParty; signature?: StoredAssertion | null }
type Enrolment = ReplayedEvent & { details: Details; state: PasskeyState }

const none: PasskeyState = { passkeys: [] }

/**
 * Replays the passkeys of all administrators: each further passkey must be signed by one that was there, and what is in
 * the table must have come there through the service. Signatures are checked for the relying party of their time.
 */
export function createPasskeyReplay() {
  const states = new Map<string, PasskeyState>()
  const removed = new Set<string>()

  function accept({ state }: ReplayedEvent): undefined {
    const { administrator_id, passkeys } = state as Partial<PasskeyState> & { administrator_id?: string }
    if (administrator_id && passkeys) states.set(administrator_id, { passkeys })
  }

  const part: ReplayPart = {
    name: 'Passkeys',
    actions: {
      'administrator.passkey_added': 'always',
      'administrator.passkey_removed': 'always',
      'administrator.reset': 'never',
      'proof.accepted': 'always',
    },

    visit(event) {
      const { seq, action, revisions = [] } = event
      for (const { kind, id, gone } of revisions) if (kind === 'passkey' && gone) removed.add(id)
      if (action === 'proof.accepted') return accept(event)
      const id = String(event.object_id)
      if (action === 'administrator.reset') {
        states.delete(id)
        return undefined
      }
      const { details, state } = event as Enrolment
      const before = states.get(id) ?? none
      states.set(id, { passkeys: state.passkeys })
      if (!follows(before, event as Enrolment))
        return `Row ${seq} does not follow from the passkeys that administrator ${id} had before it.`
      const isAdded = action === 'administrator.passkey_added'
      if (isAdded && removed.has(removedId(Buffer.from(details.credential_id, 'base64url'))))
        return `The passkey of row ${seq} had been removed before.`
      return isAdded && !isEnrolmentSigned(id, before, event as Enrolment, details.relying_party)
        ? `The passkey of row ${seq} was not signed by an existing one.`
        : undefined
    },

    async compare(db) {
      const rows = await listAllPasskeys(db)
      const inTable = new Set(rows.map((row) => canonicalJson([row.administrator_id, entryOf(row)])))
      const inLog = new Set(
        [...states].flatMap(([id, { passkeys }]) => passkeys.map((entry) => canonicalJson([id, entry]))),
      )
      const odd = [...inTable.symmetricDifference(inLog)].map((one) => (JSON.parse(one) as [string])[0])
      const problems = [...new Set(odd)].map(
        (id) => `The passkeys of administrator ${id} are not those of the audit log.`,
      )
      return { count: rows.length, problems }
    },
  }
  return {
    part,
    /** The passkeys of a person at this point of the replay. The value never changes. */
    passkeysOf: (administratorId: string): PasskeyState => states.get(administratorId) ?? none,
  }
}

/** Whether the state after the event is the one before, with or without the passkey that it names. */
function follows(before: PasskeyState, { action, state, details }: Enrolment): boolean {
  const without = ({ passkeys }: PasskeyState) =>
    passkeys.filter(({ credential_id }) => credential_id !== details.credential_id)
  const isAdded = action === 'administrator.passkey_added'
  const [smaller, larger] = isAdded ? [before, state] : [state, before]
  return (
    smaller.passkeys.length + 1 === larger.passkeys.length &&
    canonicalJson(without(larger)) === canonicalJson(smaller.passkeys)
  )
}
