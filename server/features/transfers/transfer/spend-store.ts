import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Transfer } from './transfer-tables.ts'

type Payer = Pick<Transfer, 'id' | 'network' | 'from_address'>

/**
 * Reserves what a transfer spends, and returns the transfer that has reserved the same; undefined if there is none. A
 * transaction that reserves the same at this moment is waited for.
 */
export async function reserveSpends(
  db: Db,
  { id, network, from_address }: Payer,
  keys: readonly string[],
): Promise<{ transfer_id: string; key: string } | undefined> {
  if (keys.length === 0) return undefined
  // In one order, so that two of them never wait for each other.
  const rows = keys
    .toSorted()
    .map((key) => ({ transfer_id: id, network, from_address, key, is_living: true }))
  const reserved = await db
    .insertInto('transfer_spends')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute()
  const mine = new Set(reserved.map(({ key }) => key))
  const taken = keys.find((key) => !mine.has(key))
  if (taken === undefined) return undefined
  return db
    .selectFrom('transfer_spends')
    .select(['transfer_id', 'key'])
    .where('network', '=', network)
    .where('from_address', '=', from_address)
    .where('key', '=', taken)
    .where('is_living', '=', true)
    .executeTakeFirstOrThrow()
}

/** What the transfer spends can be spent again. */
export async function freeSpends(db: Db, transferId: string): Promise<void> {
  await db
    .updateTable('transfer_spends')
    .set({ is_living: false })
    .where('transfer_id', '=', transferId)
    .execute()
}

/** Reserves it again, as far as nobody else has meanwhile. */
export async function reviveSpends(db: Db, transferId: string): Promise<void> {
  await db
    .updateTable('transfer_spends as own')
    .set({ is_living: true })
    .where('own.transfer_id', '=', transferId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transfer_spends as other')
            .select('other.key')
            .where('other.is_living', '=', true)
            .whereRef('other.network', '=', 'own.network')
            .whereRef('other.from_address', '=', 'own.from_address')
            .whereRef('other.key', '=', 'own.key'),
        ),
      ),
    )
    .execute()
}

/** The nonce after the highest one that a living signature of this wallet has; 0 if there is none. */
export async function nextNonce(db: Db, { network, from_address }: Payer): Promise<bigint> {
  const { rows } = await sql<{ next: string }>`
    select coalesce(max(substr(key, 7)::numeric) + 1, 0)::text as next from transfer_spends
    where network = ${network} and from_address = ${from_address} and is_living and key like 'nonce:%'
  `.execute(db)
  return BigInt(rows[0]?.next ?? '0')
}

/** What living signatures of the same wallet spend, but for those of one transfer. */
export async function listLivingSpends(
  db: Db,
  { network, from_address }: Payer,
  exceptId: string | null,
): Promise<string[]> {
  let query = db
    .selectFrom('transfer_spends')
    .select('key')
    .where('network', '=', network)
    .where('from_address', '=', from_address)
    .where('is_living', '=', true)
  if (exceptId !== null) query = query.where('transfer_id', '<>', exceptId)
  return (await query.execute()).map(({ key }) => key)
}
