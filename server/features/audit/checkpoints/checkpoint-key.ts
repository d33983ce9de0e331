import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { genesis } from '../../../platform/audit/audit-chain.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import { sealSignedHead } from './signed-head.ts'

export type CheckpointKey = { privateKey: KeyObject; publicKey: Buffer }

/** Prevents two nodes that start at the same time from creating two keys. */
const keyLock = 727_050

/**
 * The key of this installation that signs checkpoints. It is stored sealed in the database, so write access to the
 * database is not enough to sign. Throws while the vault is sealed.
 */
export async function openCheckpointKey(
  pool: Db,
  vault: Pick<Vault, 'seal' | 'open'>,
  now: () => Date,
): Promise<CheckpointKey> {
  return pool.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${keyLock})`.execute(db)
    const row = await db
      .selectFrom('audit_signing_keys')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row) return createCheckpointKey(db, vault, now())
    const der = await vault.open(db, placeOf(row.id), row.private_key)
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    der.fill(0)
    return { privateKey, publicKey: rawPublicKey(privateKey) }
  })
}

async function createCheckpointKey(db: Db, vault: Pick<Vault, 'seal'>, at: Date): Promise<CheckpointKey> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const id = newId()
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  const private_key = await vault.seal(db, placeOf(id), der)
  der.fill(0)
  const publicKey = rawPublicKey(privateKey)
  await db
    .insertInto('audit_signing_keys')
    .values({
      id,
      public_key: publicKey,
      private_key,
      signed_head: await sealSignedHead(db, vault, id, genesis),
      created_at: at,
    })
    .execute()
  return { privateKey, publicKey }
}

function rawPublicKey(privateKey: KeyObject): Buffer {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return Buffer.from(x as string, 'base64url')
}

function placeOf(id: string) {
  return { organizationId: null, table: 'audit_signing_keys', record: id, field: 'private_key' }
}
