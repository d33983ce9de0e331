import type { Actor } from '../actor.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Db } from '../db/database.ts'
import type { Vault } from '../vault/vault.ts'

/** An `Idempotency-Key` is specific to an actor, method and path. */
export interface KeyIdentity {
  actor: string
  method: string
  path: string
  key: string
}

/** A key together with the request that it came with. */
export interface IdempotencyKey {
  identity: KeyIdentity
  at: Date
  /** Whether the key was known, so that the first response is sent again. Set by `withIdempotency`. */
  isReplayed: boolean
  /** The keyed hash of the body, under the given version of the key or the active one. 503 while the vault is sealed. */
  hashBody(db: Db, keyVersion?: number): Promise<{ keyVersion: number; hash: Buffer }>
}

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>

/**
 * Only a keyed hash of a body is stored: a plain one would reveal what can be guessed, to anybody who reads the table.
 * The identity is hashed as well, so that equal bodies have different hashes.
 */
export function createIdempotencyKeys({ vault, now }: { vault: Pick<Vault, 'hash'>; now: () => Date }) {
  return (actor: Actor, request: Omit<KeyIdentity, 'actor'>, body: unknown): IdempotencyKey => {
    const identity = { actor: `${actor.kind}:${actor.id ?? actor.name}`, ...request }
    const message = canonicalJson({ ...identity, body: body ?? null })
    return {
      identity,
      at: now(),
      isReplayed: false,
      hashBody: (db, keyVersion) => vault.hash(db, 'idempotency 1', message, keyVersion),
    }
  }
}
