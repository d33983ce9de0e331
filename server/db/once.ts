import type { Actor } from '../actor.ts'
import { Failure } from '../errors.ts'
import type { Db } from './database.ts'

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
 * duplicate waits for the outcome and then replays the answer; an effect that fails leaves the key free.
 * `withoutSecret` gives the answer as it may be kept: such an answer is never replayed.
 */
export function once<T>(
  db: Db,
  key: IdempotencyKey | null,
  effect: (db: Db) => Promise<T>,
  { withoutSecret }: { withoutSecret?: (answer: T) => unknown } = {},
): Promise<T> {
  return db.transaction().execute(async (db) => {
    if (!key) return effect(db)
    const { bodyHash, ...identity } = key
    const claimed = await claim(db, identity, bodyHash)
    if (!claimed) return replay<T>(db, identity, bodyHash)

    const answer = await effect(db)
    await db
      .updateTable('idempotency_keys')
      .set({
        answer: JSON.stringify(withoutSecret ? withoutSecret(answer) : answer),
        secret_removed: Boolean(withoutSecret),
      })
      .where((where) => where.and(identity))
      .execute()
    return answer
  })
}

type Identity = Omit<IdempotencyKey, 'bodyHash'>

/** True when the key is new, or so old that it counts as new. Waits for a transaction that is just using it. */
async function claim(db: Db, identity: Identity, bodyHash: Buffer): Promise<boolean> {
  const now = new Date()
  const row = await db
    .insertInto('idempotency_keys')
    .values({ ...identity, body_hash: bodyHash, answer: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['actor', 'method', 'path', 'key'])
        .doUpdateSet({ body_hash: bodyHash, answer: null, secret_removed: false, created_at: now })
        .where('idempotency_keys.created_at', '<', new Date(now.getTime() - lifetime)),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

async function replay<T>(db: Db, identity: Identity, bodyHash: Buffer): Promise<T> {
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer', 'secret_removed'])
    .where((where) => where.and(identity))
    .executeTakeFirstOrThrow()
  if (!first.body_hash.equals(bodyHash)) {
    throw new Failure(
      'conflict',
      'idempotency_key_reused',
      'This Idempotency-Key was used with another request body.',
    )
  }
  if (first.secret_removed) {
    throw new Failure(
      'conflict',
      'secret_already_shown',
      'This request was answered before, with a secret that is shown only once.',
      JSON.parse(first.answer as string) as Record<string, unknown>,
    )
  }
  return JSON.parse(first.answer as string) as T
}

/** Forgets keys past their seven days. */
export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - lifetime))
    .execute()
}
