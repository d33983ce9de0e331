import { timingSafeEqual } from 'node:crypto'
import type { Revision } from '../audit/audit-log.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Db } from '../db/database.ts'
import { hashUnder, purposeKey } from '../vault/keyed-hash.ts'
import { proofScope } from '../vault/purposes.ts'
import { Unreadable, type Vault } from '../vault/vault.ts'
import { versionBytes } from './thread-proofs.ts'

/** The kinds of rows that are proven. The kind is part of the proof: that of one kind is worth nothing for another. */
export const provenKinds = [
  'session',
  'sign_in',
  'refresh_token',
  'access_token_key',
  'transfer',
  'transfer_decision',
  'administrator',
  'recovery_code',
  'passkey',
  'passkey_challenge',
  'identity',
  'api_key',
  'link',
  'link_half',
  'founding',
  'policy',
  'approval',
  'vote',
  'counted_acts',
  'stop',
  'wallet',
  'wallet_seed',
  'address_book_entry',
  'request_decision',
  'secret_decision',
  'proof_start',
  'proof_key',
  'signed_transfer',
  'signed_tx',
  'transfer_end',
  'spend',
  'rollback',
  'audit_verification',
  'book_closing',
  'own_organization',
  'transfer_batch',
  'payment_file',
] as const
export type ProvenKind = (typeof provenKinds)[number]

/** Unknown while the vault is sealed: nobody can say whether the service wrote the row. */
export type Standing = 'proven' | 'unproven' | 'unknown'

/** Why a row is not relied on: it has no proof, another one, or is an older state of the row. */
export const becauses = ['missing', 'invalid', 'older'] as const
export type Because = (typeof becauses)[number]
export type Proofs = ReturnType<typeof createProofs>

/** The data key has a scope of its own, so that it proves and nothing else. */
const scope = proofScope

/**
 * Proofs that the service wrote a row: an HMAC of every field that is relied on, under a key of the vault. Whoever can
 * write to the database can insert, change and swap rows that let them in, but cannot prove them.
 */
export function createProofs({
  vault,
  oldest = () => 0,
  report = () => {},
}: {
  vault: Pick<Vault, 'state' | 'dataKey'>
  /** The version of the key that proofs of now have at least: whoever has an older one proves nothing with it. */
  oldest?: (db: Db) => number | Promise<number>
  /** Called for each row that is not what the service wrote. */
  report?: (kind: ProvenKind, id: string, because: Because) => void
}) {
  /** Keys by version: rows are checked at every use, and a query for each would cost more than the row. */
  const keys = new Map<number, KnownKey>()
  const activeIn = new WeakMap<Db, ActiveKey>()

  function forget(): void {
    for (const known of keys.values()) zero(known)
    keys.clear()
  }

  /** The key of new proofs. A transaction asks for it once, however much it proves. */
  async function activeKey(db: Db): Promise<ActiveKey> {
    const known = activeIn.get(db)
    if (known) return known
    // A copy of its own: what is forgotten while the transaction runs must not become a key of zeros.
    const active = { ...(await vault.dataKey(db, scope)), derived: new Map() }
    if (db.isTransaction) activeIn.set(db, active)
    return active
  }

  async function make(
    db: Db,
    all: readonly { label: Label; fields: Readonly<Record<string, unknown>> }[],
  ): Promise<Buffer[]> {
    const active = await activeKey(db)
    const prefix = Buffer.alloc(versionBytes)
    prefix.writeUInt32BE(active.version)
    try {
      return all.map(({ label, fields }) =>
        Buffer.concat([prefix, hashUnder(keyOf(active, label), canonicalJson(fields))]),
      )
    } finally {
      if (!db.isTransaction) zero(active)
    }
  }

  async function isRight(
    db: Db,
    label: Label,
    fields: Record<string, unknown>,
    proof: Buffer,
    least = oldest(db),
  ): Promise<boolean> {
    if (proof.length <= versionBytes) return false
    const version = proof.readUInt32BE()
    if (version < (typeof least === 'number' ? least : await least)) return false
    const given = proof.subarray(versionBytes)
    const message = canonicalJson(fields)
    const isMadeWith = (known: KnownKey) => {
      const expected = hashUnder(keyOf(known, label), message)
      return expected.length === given.length && timingSafeEqual(expected, given)
    }
    const known = keys.get(version)
    if (known && isMadeWith(known)) return true
    // The known key may be of a transaction that was rolled back, so that another one has its version now.
    const found = await vault.dataKey(db, scope, version).catch(unlessUnreadable)
    if (!found || (known && found.key.equals(known.key))) return false
    const read = { key: found.key, derived: new Map() }
    keys.set(version, read)
    return isMadeWith(read)
  }

  return {
    report,
    isKnown: () => vault.state() === 'open',

    /** The proof of these fields; null while the vault is sealed. */
    async prove(db: Db, kind: ProvenKind, fields: Record<string, unknown>): Promise<Buffer | null> {
      if (vault.state() === 'sealed') return null
      const [proof] = await make(db, [{ label: kind, fields }])
      return proof as Buffer
    },

    /** The same of several rows. Fails with 503 while the vault is sealed. */
    proveEach: (db: Db, kind: ProvenKind, rows: readonly Readonly<Record<string, unknown>>[]) =>
      make(
        db,
        rows.map((fields) => ({ label: kind, fields })),
      ),

    /** The same, with the revisions that the rows reach. */
    async proveReached(
      db: Db,
      rows: readonly { fields: Readonly<Record<string, unknown>>; reached: Reached }[],
    ): Promise<{ proof: Buffer; revision: Revision }[]> {
      const made = await make(
        db,
        rows.flatMap(({ fields, reached }) => [
          { label: reached.kind, fields },
          { label: 'revision', fields: reached },
        ]),
      )
      return rows.map(({ reached }, index) => ({
        proof: made[2 * index] as Buffer,
        revision: withTag(reached, made[2 * index + 1] as Buffer),
      }))
    },

    /**
     * The key that proofs of this kind are made with, for a thread that checks one itself: it can neither make nor check a
     * proof of another kind. Undefined if the proof names no key. The caller zeroes it.
     */
    async threadKey(db: Db, kind: ProvenKind, proof: Buffer): Promise<Buffer | undefined> {
      if (proof.length <= versionBytes || proof.readUInt32BE() < (await oldest(db))) return undefined
      const found = await vault.dataKey(db, scope, proof.readUInt32BE()).catch(unlessUnreadable)
      if (!found) return undefined
      try {
        return purposeKey(found.key, labelOf(kind))
      } finally {
        found.key.fill(0)
      }
    },

    /** Whether the proof is that of these fields. Unlike `check`, it reports nothing. */
    isRight: (db: Db, kind: ProvenKind, fields: Record<string, unknown>, proof: Buffer) =>
      isRight(db, kind, fields, proof),

    /** Whether the service wrote the row with this id as it is. */
    async check(
      db: Db,
      kind: ProvenKind,
      id: string,
      fields: Record<string, unknown>,
      proof: Buffer | null,
    ): Promise<Standing> {
      if (vault.state() === 'sealed') {
        forget()
        return 'unknown'
      }
      if (proof !== null && (await isRight(db, kind, fields, proof))) return 'proven'
      report(kind, id, proof === null ? 'missing' : 'invalid')
      return 'unproven'
    },

    /** The revision, with the tag that shows that the service says so. */
    async tagged(db: Db, reached: Reached): Promise<Revision> {
      const [tag] = await make(db, [{ label: 'revision', fields: reached }])
      return withTag(reached, tag as Buffer)
    },

    /** `least` is the version of the key that counted when the audit log was written so far, if that is not now. */
    isTagged: (db: Db, { tag, ...reached }: Revision, least?: number): Promise<boolean> =>
      isRight(db, 'revision', reached, Buffer.from(tag, 'base64'), least),
  }
}

/** That a row of this kind has reached a revision: no older state of it counts any more. */
export type Reached = Omit<Revision, 'kind' | 'tag'> & { kind: ProvenKind }

type Label = ProvenKind | 'revision'

function withTag(reached: Reached, tag: Buffer): Revision {
  return { ...reached, tag: tag.toString('base64') }
}

function labelOf(label: Label): string {
  return `${label} proof 1`
}

/** A data key, and the keys of the kinds that were derived from it. */
type KnownKey = { key: Buffer; derived: Map<Label, Buffer> }
type ActiveKey = KnownKey & { version: number }

function zero({ key, derived }: KnownKey): void {
  for (const one of [key, ...derived.values()]) one.fill(0)
}

/** Derived once: that would be most of the cost of a proof. */
function keyOf({ key, derived }: KnownKey, label: Label): Buffer {
  const known = derived.get(label)
  if (known) return known
  const made = purposeKey(key, labelOf(label))
  derived.set(label, made)
  return made
}

/** A key that never existed. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof Unreadable)) throw error
}
