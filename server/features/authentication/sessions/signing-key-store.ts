import type { Db } from '../../../platform/db/database.ts'
import type { PublicKey } from './session-tables.ts'

/** Writes the heartbeat of a key, and publishes the key if it is missing (first start or restored backup). */
export async function publishSigningKey(
  db: Db,
  { public_key, ...key }: { kid: string; public_key: PublicKey; created_at: Date; proof: Buffer | null },
  at: Date,
): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({ ...key, public_key: JSON.stringify(public_key), heartbeat_at: at })
    .onConflict((conflict) => conflict.column('kid').doUpdateSet({ heartbeat_at: at, proof: key.proof }))
    .execute()
}

export function findSigningKeys(db: Db, aliveAfter: Date) {
  return db
    .selectFrom('signing_keys')
    .select(['kid', 'public_key', 'created_at', 'proof'])
    .where('heartbeat_at', '>', aliveAfter)
    .orderBy('created_at', 'desc')
    .limit(1_000)
    .execute()
}

export async function deleteSigningKeys(db: Db, deadSince: Date): Promise<void> {
  await db.deleteFrom('signing_keys').where('heartbeat_at', '<', deadSince).execute()
}
