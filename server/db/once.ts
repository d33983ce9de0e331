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
export async function once<T>(
  db: Db,
  key: IdempotencyKey | null,
  effect: (db: Db) => Promise<T>,
  { withoutSecret }: { withoutSecret?: (answer: T) => unknown } = {},
): Promise<T> {
  if (!key) return db.transaction().execute(effect)
  const { bodyHash, ...identity } = key
  const done = await db.transaction().execute(async (db): Promise<{ answer: T } | { before: Kept }> => {
    const claimed = await claim(db, identity, bodyHash)
    if (!claimed) return { before: await findKept(db, identity) }

    const answer = await effect(db)
    await db
      .updateTable('idempotency_keys')
      .set({
        answer: JSON.stringify(withoutSecret ? withoutSecret(answer) : answer),
        secret_removed: Boolean(withoutSecret),
      })
      .where((where) => where.and(identity))
      .execute()
    return { answer }
  })
  // Said only now, after the commit: a refusal inside would roll back, and nothing would have waited for the standbys.
  return 'answer' in done ? done.answer : replay<T>(done.before, bodyHash)
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

type Kept = { body_hash: Buffer; answer: string | null; secret_removed: boolean }

async function findKept(db: Db, identity: Identity): Promise<Kept> {
  return (
    db
      .selectFrom('idempotency_keys')
      .select(['body_hash', 'answer', 'secret_removed'])
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
  const answer = JSON.parse(first.answer as string)
  if (first.secret_removed) {
    throw new Failure(
      'conflict',
      'secret_already_shown',
      'This request was answered before, with a secret that is shown only once.',
      answer as Record<string, unknown>,
    )
  }
  return answer as T
}

/** Forgets keys past their seven days. */
export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - lifetime))
    .execute()
}
