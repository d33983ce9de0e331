import type { Actor } from '../actor.ts'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'

/** An `Idempotency-Key`: it belongs to one actor, method and path. */
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

const lifetime = 7 * 24 * 3600 * 1000

/**
 * Runs `effect` in one transaction. With a key, its row is written first in that transaction, so that a parallel
 * duplicate waits for the outcome and then replays the response; an effect that fails leaves the key free.
 * `withoutSecret` gives the response as it may be kept: such a response is never replayed.
 */
export async function withIdempotency<T>(
  db: Db,
  key: IdempotencyKey | null,
  effect: (db: Db) => Promise<T>,
  { withoutSecret }: { withoutSecret?: (response: T) => unknown } = {},
): Promise<T> {
  if (!key) return db.transaction().execute(effect)
  const { bodyHash, ...identity } = key
  const done = await db.transaction().execute(async (db): Promise<{ response: T } | { before: Kept }> => {
    const claimed = await claim(db, identity, bodyHash)
    if (!claimed) return { before: await findKept(db, identity) }

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
  // Said only now, after the commit: a refusal inside would roll back, and nothing would have waited for the standbys.
  return 'response' in done ? done.response : replay<T>(done.before, bodyHash)
}

type Identity = Omit<IdempotencyKey, 'bodyHash'>

/** True when the key is new, or so old that it counts as new. Waits for a transaction that is just using it. */
async function claim(db: Db, identity: Identity, bodyHash: Buffer): Promise<boolean> {
  const now = new Date()
  const row = await db
    .insertInto('idempotency_keys')
    .values({ ...identity, body_hash: bodyHash, response: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['actor', 'method', 'path', 'key'])
        .doUpdateSet({ body_hash: bodyHash, response: null, secret_removed: false, created_at: now })
        .where('idempotency_keys.created_at', '<', new Date(now.getTime() - lifetime)),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

type Kept = { body_hash: Buffer; response: string | null; secret_removed: boolean }

async function findKept(db: Db, identity: Identity): Promise<Kept> {
  return (
    db
      .selectFrom('idempotency_keys')
      .select(['body_hash', 'response', 'secret_removed'])
      .where((where) => where.and(identity))
      // Not for the lock, but so that this commit too waits for the standbys: the first one may have given up waiting,
      // and what it wrote must not be acknowledged before it is safe (ADR 87).
      .forUpdate()
      .executeTakeFirstOrThrow()
  )
}

function replay<T>(first: Kept, bodyHash: Buffer): T {
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
      'This request was answered before, with a secret that is shown only once.',
      response as Record<string, unknown>,
    )
  }
  return response as T
}

/** Forgets keys past their seven days. */
export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - lifetime))
    .execute()
}
