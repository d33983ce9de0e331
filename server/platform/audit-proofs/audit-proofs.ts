import { timingSafeEqual } from 'node:crypto'
import { auditEvent, type Proof } from '../audit/audit-log.ts'
import { type By, type Change, entryOf } from '../audit/change.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Db } from '../db/database.ts'
import { Unreadable, type Vault } from '../vault/vault.ts'

/** What `kontor audit verify` compares with the tables: the object as it is after the event. */
export type State = Record<string, unknown>

export type AuditProofs = ReturnType<typeof createAuditProofs>

const label = 'audit proof 1'

/**
 * Proofs that an event was written by the service. The hash chain shows that no row was changed, but whoever can write
 * to the database can append rows to it. The HMAC of these events has a key of the vault, which they do not have.
 */
export function createAuditProofs({ vault }: { vault: Pick<Vault, 'hash' | 'requireOpen'> }) {
  return {
    /** Fails with 503 `vault_sealed`. */
    requireOpen: () => vault.requireOpen(),

    /** The change with the HMAC of its whole event, for `recordChange` by the same. */
    async prove<Stated extends Change & { state: State }>(
      db: Db,
      by: By,
      change: Stated,
    ): Promise<Stated & { proof: Proof }> {
      const { keyVersion, hash } = await vault.hash(db, label, auditEvent(entryOf(by, change)))
      return { ...change, proof: { key: keyVersion, hmac: hash.toString('hex') } }
    },

    /** Whether an event of the chain has a proof, and the right one. */
    async check(db: Db, event: string): Promise<'proven' | 'unproven' | 'forged'> {
      const { proof, revisions: _, ...rest } = JSON.parse(event) as { proof?: Proof; revisions?: unknown }
      if (proof === undefined) return 'unproven'
      if (!Number.isInteger(proof.key) || !/^[0-9a-f]{64}$/.test(proof.hmac)) return 'forged'
      const expected = await vault.hash(db, label, canonicalJson(rest), proof.key).catch(unlessUnreadable)
      return expected && timingSafeEqual(expected.hash, Buffer.from(proof.hmac, 'hex')) ? 'proven' : 'forged'
    },
  }
}

/** A key that never existed. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof Unreadable)) throw error
}
