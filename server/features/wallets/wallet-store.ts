import type { Insertable, Selectable } from 'kysely'
import type { Network } from '../../../contract/networks.ts'
import type { Db } from '../../platform/db/database.ts'
import type { WalletTables } from './wallet-tables.ts'

export type SeedRow = Selectable<WalletTables['wallet_seeds']>
export type WalletRow = Selectable<WalletTables['wallets']>

export function findSeed(db: Db, organizationId: string): Promise<SeedRow | undefined> {
  return db
    .selectFrom('wallet_seeds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

export async function lockSeed(db: Db, organizationId: string): Promise<void> {
  await db
    .selectFrom('wallet_seeds')
    .select('organization_id')
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .execute()
}

export async function insertSeed(db: Db, seed: Insertable<WalletTables['wallet_seeds']>): Promise<void> {
  await db.insertInto('wallet_seeds').values(seed).execute()
}

/** Newest first, like all lists; wallets created together are in the order of their ids. */
export function listWallets(db: Db, organizationId: string): Promise<WalletRow[]> {
  return db
    .selectFrom('wallets')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** The organization's wallet on a network, of which it has one at most. */
export function findWallet(db: Db, organizationId: string, network: Network): Promise<WalletRow | undefined> {
  return db
    .selectFrom('wallets')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('network', '=', network)
    .executeTakeFirst()
}

export function insertWallets(db: Db, wallets: Insertable<WalletTables['wallets']>[]): Promise<WalletRow[]> {
  return db.insertInto('wallets').values(wallets).returningAll().execute()
}

/** Records only the first read. Returns whether a wallet was not exposed before. */
export async function stampExposed(
  db: Db,
  organizationId: string,
  mnemonicToo: boolean,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wallets')
    .set({ exposed_at: at })
    .where('organization_id', '=', organizationId)
    .where('exposed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (mnemonicToo) {
    await db
      .updateTable('wallet_seeds')
      .set({ exposed_at: at })
      .where('organization_id', '=', organizationId)
      .where('exposed_at', 'is', null)
      .execute()
  }
  return numUpdatedRows > 0n
}

/** A page of seeds, ordered by organization. */
export function listSeedsAfter(
  db: Db,
  organizationId: string | undefined,
  limit: number,
): Promise<SeedRow[]> {
  return db
    .selectFrom('wallet_seeds')
    .selectAll()
    .$if(organizationId !== undefined, (query) =>
      query.where('organization_id', '>', organizationId as string),
    )
    .orderBy('organization_id')
    .limit(limit)
    .execute()
}

export async function countSeeds(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('wallet_seeds')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
