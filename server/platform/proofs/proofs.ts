import { timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../canonical-json.ts'
import type { Db } from '../db/database.ts'
import { Unreadable, type Vault } from '../vault/vault.ts'

/** The kinds of rows that are proven. The kind is part of the proof: that of one kind is worth nothing for another. */
export const provenKinds = [
  'session',
  'refresh_token',
  'access_token_key',
  'transfer',
  'transfer_decision',
] as const
export type ProvenKind = (typeof provenKinds)[number]

/** Unknown while the vault is sealed: nobody can say whether the service wrote the row. */
export type Standing = 'proven' | 'unproven' | 'unknown'

export type Because = 'missing' | 'invalid'
export type Proofs = ReturnType<typeof createProofs>

/** The data key has a scope of its own, so that it proves and nothing else. */
const scope = 'proofs'
const versionBytes = 4

/**
 * Proofs that the service wrote a row: an HMAC of every field that is relied on, under a key of the vault. Whoever can
 * write to the database can insert, change and swap rows that let them in, but cannot prove them.
 */
export function createProofs({
  vault,
  report = () => {},
}: {
  vault: Pick<Vault, 'state' | 'hash'>
  /** Called for each row that is not what the service wrote. */
  report?: (kind: ProvenKind, id: string, because: Because) => void
}) {
  return {
    isKnown: () => vault.state() === 'open',

    /** The proof of these fields; null while the vault is sealed. */
    async prove(db: Db, kind: ProvenKind, fields: Record<string, unknown>): Promise<Buffer | null> {
      if (vault.state() === 'sealed') return null
      const { keyVersion, hash } = await vault.hash(
        db,
        labelOf(kind),
        canonicalJson(fields),
        undefined,
        scope,
      )
      const version = Buffer.alloc(versionBytes)
      version.writeUInt32BE(keyVersion)
      return Buffer.concat([version, hash])
    },

    /** Whether the service wrote the row with this id as it is. */
    async check(
      db: Db,
      kind: ProvenKind,
      id: string,
      fields: Record<string, unknown>,
      proof: Buffer | null,
    ): Promise<Standing> {
      if (vault.state() === 'sealed') return 'unknown'
      if (proof !== null && (await isRight(db, kind, fields, proof))) return 'proven'
      report(kind, id, proof === null ? 'missing' : 'invalid')
      return 'unproven'
    },
  }

  async function isRight(
    db: Db,
    kind: ProvenKind,
    fields: Record<string, unknown>,
    proof: Buffer,
  ): Promise<boolean> {
    if (proof.length <= versionBytes) return false
    const version = proof.readUInt32BE()
    const given = proof.subarray(versionBytes)
    const expected = await vault
      .hash(db, labelOf(kind), canonicalJson(fields), version, scope)
      .catch(unlessUnreadable)
    return expected?.hash.length === given.length && timingSafeEqual(expected.hash, given)
  }
}

function labelOf(kind: ProvenKind): string {
  return `${kind} proof 1`
}

/** A key that never existed. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof Unreadable)) throw error
}
