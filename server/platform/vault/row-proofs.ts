import { timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../canonical-json.ts'
import type { Db } from '../db/database.ts'
import { Unreadable, type Vault } from './vault.ts'

/** The columns of a proven row. */
export interface RowProof {
  key_version: number
  proof: Buffer
}

export type RowProofs = ReturnType<typeof createRowProofs>

/**
 * Proofs that the service wrote a row. Whoever can write to the database can insert rows that let them in: they cannot
 * make this HMAC. The label names the kind of row, so that the proof of one kind is worth nothing for another.
 */
export function createRowProofs({ vault }: { vault: Pick<Vault, 'hash'> }) {
  return {
    /** Fails with 503 `vault_sealed`. */
    async prove(db: Db, label: string, fields: Record<string, unknown>): Promise<RowProof> {
      const { keyVersion, hash } = await vault.hash(db, label, canonicalJson(fields))
      return { key_version: keyVersion, proof: hash }
    },

    async isProven(
      db: Db,
      label: string,
      fields: Record<string, unknown>,
      { key_version, proof }: RowProof,
    ): Promise<boolean> {
      const expected = await vault.hash(db, label, canonicalJson(fields), key_version).catch(unlessUnreadable)
      return expected?.hash.length === proof.length && timingSafeEqual(expected.hash, proof)
    },
  }
}

/** A key that never existed. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof Unreadable)) throw error
}
