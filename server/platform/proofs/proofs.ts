import { timingSafeEqual } from 'node:crypto'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { service } from '../actor.ts'
import type { DeferredAudit } from '../audit/deferred-audit.ts'
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

export type Proofs = ReturnType<typeof createProofs>

/** The data key has a scope of its own, so that it proves and nothing else. */
const scope = 'proofs'
const versionBytes = 4
/** Further failures of rows that were reported already are counted, and neither logged nor recorded again. */
const rememberedFailures = 1_000

/**
 * Proofs that the service wrote a row: an HMAC of every field that is relied on, under a key of the vault. Whoever can
 * write to the database can insert, change and swap rows that let them in, but cannot prove them.
 */
export function createProofs({
  vault,
  log,
  audit,
  metrics,
}: {
  vault: Pick<Vault, 'state' | 'hash'>
  log: Logger
  audit: Pick<DeferredAudit, 'record'>
  metrics: Registry
}) {
  const failures = new Counter({
    name: 'kontor_proof_failures_total',
    help: 'Rows that were not used because the service did not write them as they are',
    labelNames: ['kind', 'because'],
    registers: [metrics],
  })
  for (const kind of provenKinds)
    for (const because of ['missing', 'invalid'] as const) failures.inc({ kind, because }, 0)
  const reported = new Set<string>()

  function report(kind: ProvenKind, id: string, because: 'missing' | 'invalid'): void {
    failures.inc({ kind, because })
    const name = `${kind}/${id}/${because}`
    if (reported.has(name)) return
    if (reported.size >= rememberedFailures) reported.clear()
    reported.add(name)
    log.error(
      { alert: 'proof_failed', kind, id, because },
      'A row was not used: the service did not write it.',
    )
    audit.record({
      actor: service,
      action: 'proof.failed',
      object: null,
      outcome: 'denied',
      details: { kind, id, because },
    })
  }

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

    /** Whether the service wrote the row with this id as it is. Failures are counted, logged and recorded. */
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
