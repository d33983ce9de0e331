import type { ChainRow, Problem } from '../../../platform/audit/audit-chain.ts'
import { findAuditHead, findChainRows } from '../../../platform/audit/audit-reader.ts'
import type { AuditProofs } from '../../../platform/audit-proofs/audit-proofs.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import { entryOf, isEnrolmentSigned, type PasskeyState } from './enrolment.ts'
import { listAllPasskeys } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'
import type { StoredAssertion } from './stored-assertion.ts'

const batch = 1_000

export type PasskeyVerification = { problem: Problem | null; passkeys: number }

type Event = {
  action: string
  outcome: string
  object_id: string
  details: { credential_id: string; relying_party: RelyingParty; signature?: StoredAssertion | null }
  state: PasskeyState
}

/**
 * Replays the passkeys of all administrators from the audit log and compares them with the table: each further passkey
 * must be signed by one that was there, and what is in the table must have come there through the service. Proofs of the
 * events can be checked only with the vault. The signatures are checked for the relying party of their time.
 */
export async function verifyPasskeys(
  pool: Db,
  proofs: Pick<AuditProofs, 'check'> | undefined,
): Promise<PasskeyVerification> {
  // One view of log and table, while the service may be adding passkeys.
  return pool
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const states = new Map<string, PasskeyState>()
      const head = await findAuditHead(db)
      for (let after = 0; after < head.seq; ) {
        const rows = await findChainRows(db, after, head.seq, batch)
        for (const row of rows) {
          const message = await visit(db, row, states, proofs)
          if (message) return { problem: { seq: row.seq, message }, passkeys: 0 }
        }
        if (rows.length < batch) break
        after = (rows.at(-1) as ChainRow).seq
      }
      const { difference, passkeys } = await compare(db, states)
      return { problem: difference ? { seq: head.seq, message: difference } : null, passkeys }
    })
}

/** Takes the event into the states. Returns what is wrong with it. */
async function visit(
  db: Db,
  { seq, event: text }: ChainRow,
  states: Map<string, PasskeyState>,
  proofs: Pick<AuditProofs, 'check'> | undefined,
): Promise<string | undefined> {
  // Most rows are others, and are not parsed.
  if (!/"action":"administrator\.(passkey_added|passkey_removed|reset)"/.test(text)) return undefined
  const event = JSON.parse(text) as Event
  if (event.outcome !== 'success') return undefined
  const id = event.object_id
  if (event.action === 'administrator.reset') {
    states.delete(id)
    return undefined
  }
  if (proofs && (await proofs.check(db, text)) !== 'proven')
    return `Row ${seq} about a passkey was not written by the service.`
  const before = states.get(id) ?? { passkeys: [] }
  if (!follows(before, event)) return `Row ${seq} does not follow from the passkeys before it.`
  const isAdded = event.action === 'administrator.passkey_added'
  if (isAdded && !isEnrolmentSigned(id, before, event, event.details.relying_party))
    return `The passkey of row ${seq} was not signed by an existing one.`
  states.set(id, event.state)
  return undefined
}

/** Whether the state after the event is the one before, with or without the passkey that it names. */
function follows(before: PasskeyState, { action, state, details }: Event): boolean {
  const without = ({ passkeys }: PasskeyState) =>
    passkeys.filter(({ credential_id }) => credential_id !== details.credential_id)
  const isAdded = action === 'administrator.passkey_added'
  const [smaller, larger] = isAdded ? [before, state] : [state, before]
  return (
    smaller.passkeys.length + 1 === larger.passkeys.length &&
    canonicalJson(without(larger)) === canonicalJson(smaller.passkeys)
  )
}

async function compare(
  db: Db,
  states: Map<string, PasskeyState>,
): Promise<{ difference: string | undefined; passkeys: number }> {
  const rows = await listAllPasskeys(db)
  const inTable = rows.map((row) => canonicalJson([row.administrator_id, entryOf(row)])).sort()
  const inLog = [...states]
    .flatMap(([id, { passkeys }]) => passkeys.map((entry) => canonicalJson([id, entry])))
    .sort()
  const odd =
    inTable.find((one) => !inLog.includes(one)) ?? inLog.find((one) => !inTable.includes(one)) ?? undefined
  const whose = odd && (JSON.parse(odd) as [string])[0]
  return {
    difference: whose && `The passkeys of administrator ${whose} are not those of the audit log.`,
    passkeys: rows.length,
  }
}
