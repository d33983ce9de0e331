import type { Actor } from '../actor.ts'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'

/** An `Idempotency-Key`, which is specific to an actor, method and path. */
export interface IdempotencyKey {
  actor: string
  method: string
  path: string
  key: string
  bodyHash: Buffer
}

export function actorKey(actor: Actor): string {
  return `${actor.kind}:${actor.id ?? actor.name}`
}

const lifetimeMs = 7 * 24 * 3600 * 1000

/**
 * Runs `effect` in one transaction. With a key, the row of the key is written first, so that a concurrent duplicate
 * waits for the outcome and then gets the stored response. If the effect fails, the key can be used again.
 * `withoutSecret` removes a one-time secret from the response before it is stored; such a response is never replayed.
 */
export async function withIdempotency<T>(
  db: Db,
  key: IdempotencyKey | null,
  effect: (db: Db) => Promise<T>,
  { withoutSecret }: { withoutSecret?: (response: T) => unknown } = {},
): Promise<T> {
  if (!key) return db.transaction().execute(effect)
  const { bodyHash, ...identity } = key
  const result = await db
    .transaction()
    .execute(async (db): Promise<{ response: T } | { stored: StoredResponse }> => {
      const claimed = await claim(db, identity, bodyHash)
      if (!claimed) return { stored: await findStoredResponse(db, identity) }

      const response = await effect(db)
      await db
        .updateTable('idempotency_keys')
        .set({
          response: JSON.stringify(withoutSecret ? withoutSecret(response) : response),
          secret_removed: Boolean(withoutSecret),
        })
        .where((where) => where.and(identity))
        .execute()
      return { response }
    })
  // Replayed only after the commit: throwing inside would roll back, and the commit must have waited for the standbys.
  return 'response' in result ? result.response : replay<T>(result.stored, bodyHash)
}

type Identity = Omit<IdempotencyKey, 'bodyHash'>

/** True if the key is new or has expired. Waits for a transaction that is using the key. */
async function claim(db: Db, identity: Identity, bodyHash: Buffer): Promise<boolean> {
  const now = new Date()
  const row = await db
    .insertInto('idempotency_keys')
    .values({ ...identity, body_hash: bodyHash, response: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['actor', 'method', 'path', 'key'])
        .doUpdateSet({ body_hash: bodyHash, response: null, secret_removed: false, created_at: now })
        .where('idempotency_keys.created_at', '<', new Date(now.getTime() - lifetimeMs)),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

type StoredResponse = { body_hash: Buffer; response: string | null; secret_removed: boolean }

async function findStoredResponse(db: Db, identity: Identity): Promise<StoredResponse> {
  return (
    db
      .selectFrom('idempotency_keys')
      .select(['body_hash', 'response', 'secret_removed'])
      .where((where) => where.and(identity))
      // Not for the lock, but so that this commit also waits for the standbys: the first commit may have stopped
      // waiting, and its effect must not be acknowledged before it is durable (ADR 87).
      .forUpdate()
      .executeTakeFirstOrThrow()
  )
}

function replay<T>(first: StoredResponse, bodyHash: Buffer): T {
  if (!first.body_hash.equals(bodyHash)) {
    throw new Failure(
      'conflict',
      'idempotency_key_reused',
      'This Idempotency-Key was used with another request body.',
    )
  }
  const response = JSON.parse(first.response as string)
  if (first.secret_removed) {
    throw new Failure(
      'conflict',
      'secret_already_shown',
      'This request was already processed, and its response contained a secret that is shown only once.',
      response as Record<string, unknown>,
    )
  }
  return response as T
}

/** Deletes keys that are older than seven days. */
export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - lifetimeMs))
    .execute()
}
