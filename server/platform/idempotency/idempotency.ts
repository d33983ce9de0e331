import type { Db } from '../db/database.ts'
import { withNext } from '../db/primary/with-next.ts'
import { Failure } from '../errors.ts'
import type { IdempotencyKey, KeyIdentity } from './idempotency-key.ts'
import { expiryOf } from './key-expiry.ts'

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
  const result = await db
    .transaction()
    .execute(async (db): Promise<{ response: T } | { stored: StoredResponse; isSameBody: boolean }> => {
      if (!(await claim(db, key))) {
        const stored = await findStoredResponse(db, key.identity)
        return { stored, isSameBody: await isSameBody(db, key, stored) }
      }
      const response = await effect(db)
      await db
        .updateTable('idempotency_keys')
        .set({
          response: JSON.stringify(withoutSecret ? withoutSecret(response) : response),
          secret_removed: Boolean(withoutSecret),
        })
        .where((where) => where.and(key.identity))
        .modifyEnd(withNext)
        .execute()
      return { response }
    })
  // Replayed only after the commit: throwing inside would roll back, and the commit must have waited for the standbys.
  if ('response' in result) return result.response
  key.isReplayed = true
  return replay<T>(result.stored, result.isSameBody)
}

/** True if the key is new or has expired. Waits for a transaction that is using the key. */
async function claim(db: Db, { identity, at, hashBody }: IdempotencyKey): Promise<boolean> {
  const { keyVersion, hash } = await hashBody(db)
  const fresh = { body_hash: hash, key_version: keyVersion, response: null, created_at: at }
  const row = await db
    .insertInto('idempotency_keys')
    .values({ ...identity, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['actor', 'method', 'path', 'key'])
        .doUpdateSet({ ...fresh, secret_removed: false })
        .where('idempotency_keys.created_at', '<', expiryOf(at)),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

type StoredResponse = {
  body_hash: Buffer
  key_version: number
  response: string | null
  secret_removed: boolean
}

async function findStoredResponse(db: Db, identity: KeyIdentity): Promise<StoredResponse> {
  return (
    db
      .selectFrom('idempotency_keys')
      .select(['body_hash', 'key_version', 'response', 'secret_removed'])
      .where((where) => where.and(identity))
      // Not for the lock, but so that this commit also waits for the standbys: the first commit may have stopped
      // waiting, and its effect must not be acknowledged before it is durable (ADR 80).
      .forUpdate()
      .executeTakeFirstOrThrow()
  )
}

/** Compares under the key of the first request: the data key may have been rotated since. */
async function isSameBody(db: Db, key: IdempotencyKey, first: StoredResponse): Promise<boolean> {
  const { hash } = await key.hashBody(db, first.key_version)
  return hash.equals(first.body_hash)
}

function replay<T>(first: StoredResponse, isSameBody: boolean): T {
  if (!isSameBody) {
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
