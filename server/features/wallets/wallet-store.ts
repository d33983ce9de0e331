import { type Insertable, type Selectable, sql } from 'kysely'
import type { Network } from '../../../contract/money/networks.ts'
import { accountOf } from '../../../contract/wallets/addresses.ts'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import { withNextKept } from '../../platform/db/primary/with-next.ts'
import { hasOneOfEnds, type TextEnds } from '../../platform/db/text-ends.ts'
import { isOneOf } from '../../platform/db/tuples.ts'
import type { WalletTables } from './wallet-tables.ts'

export type SeedRow = Selectable<WalletTables['wallet_seeds']>
export type WalletRow = Selectable<WalletTables['wallets']>

/** A generation of the wallets of an organization. */
export type Generation = Pick<SeedRow, 'organization_id' | 'generation'>

/** The seed of the current generation. */
export function findCurrentSeed(db: Db, organizationId: string): Promise<SeedRow | undefined> {
  return db
    .selectFrom('wallet_seeds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
}

export function findSeed(db: Db, organizationId: string, generation: number): Promise<SeedRow | undefined> {
  return db
    .selectFrom('wallet_seeds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('generation', '=', generation)
    .executeTakeFirst()
}

export async function lockSeed(db: Db, { organization_id, generation }: Generation): Promise<void> {
  await db
    .selectFrom('wallet_seeds')
    .select('organization_id')
    .where('organization_id', '=', organization_id)
    .where('generation', '=', generation)
    .forUpdate()
    .execute()
}

/**
 * Whether the organization has neither a mnemonic nor a wallet. This is what most are asked for that get wallets, and costs
 * one statement.
 */
export async function hasNoWallets(db: Db, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ none: boolean }>`
    select not exists (select from wallet_seeds where organization_id = ${organizationId}::uuid)
      and not exists (select from wallets where organization_id = ${organizationId}::uuid) as none ${keptPlan}
  `.execute(db)
  return rows[0]?.none === true
}

export async function insertSeed(db: Db, seed: Insertable<WalletTables['wallet_seeds']>): Promise<void> {
  await db.insertInto('wallet_seeds').values(seed).modifyEnd(withNextKept).execute()
}

export async function retireSeed(
  db: Db,
  { organization_id, generation }: Generation,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  await db
    .updateTable('wallet_seeds')
    .set({ retired_at: at, retired_reason: reason })
    .where('organization_id', '=', organization_id)
    .where('generation', '=', generation)
    .execute()
}

/** The mnemonics of an organization, the current one first. */
export function listSeeds(db: Db, organizationId: string): Promise<SeedRow[]> {
  return db
    .selectFrom('wallet_seeds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('generation', 'desc')
    .execute()
}

/**
 * The wallets of a generation, without one those of the current. Newest first, like all lists; wallets created together
 * are in the order of their ids.
 */
export function listWallets(db: Db, organizationId: string, generation?: number): Promise<WalletRow[]> {
  return db
    .selectFrom('wallets')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('generation', '=', generation ?? currentGeneration(organizationId))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export function listWalletsOfAllGenerations(db: Db, organizationId: string): Promise<WalletRow[]> {
  return db
    .selectFrom('wallets')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** The organization's current wallet on a network, of which it has one at most. */
export function findWallet(db: Db, organizationId: string, network: Network): Promise<WalletRow | undefined> {
  return db
    .selectFrom('wallets')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('network', '=', network)
    .where('generation', '=', currentGeneration(organizationId))
    .executeTakeFirst()
}

/** A wallet of the organization, of whichever generation. */
export function findWalletById(db: Db, organizationId: string, id: string): Promise<WalletRow | undefined> {
  return db
    .selectFrom('wallets')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The retired wallet with this address, in whichever spelling, and of whichever organization. */
export async function findRetiredWallet(
  db: Db,
  network: Network,
  address: string,
): Promise<WalletRow | undefined> {
  const [found] = await listRetiredAmong(db, [{ network, address: accountOf(network, address) }])
  return found
}

/** The retired wallets with one of these addresses, of whichever organization. */
export async function listRetiredAmong(
  db: Db,
  addresses: readonly Pick<WalletRow, 'network' | 'address'>[],
): Promise<WalletRow[]> {
  if (addresses.length === 0) return []
  return db
    .selectFrom('wallets')
    .selectAll()
    .where(
      isOneOf(
        ['network', 'address'],
        addresses.map(({ network, address }) => [network, address]),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('wallet_seeds as seed')
          .select('seed.generation')
          .whereRef('seed.organization_id', '=', 'wallets.organization_id')
          .whereRef('seed.generation', '=', 'wallets.generation')
          .where('seed.retired_at', 'is not', null),
      ),
    )
    .execute()
}

/** The wallets whose addresses begin or end like this, of whichever organization and generation. */
export function listWalletsWithEnds(db: Db, network: Network, ends: TextEnds): Promise<WalletRow[]> {
  return db
    .selectFrom('wallets')
    .selectAll()
    .where('network', '=', network)
    .where(hasOneOfEnds('address', ends))
    .execute()
}

/** Takes the address away from wallets that have it, which is that of another one. */
export async function freeAddress(db: Db, { id }: Pick<WalletRow, 'id'>): Promise<void> {
  await db
    .updateTable('wallets')
    .set({ address: `unproven ${id}` })
    .where('id', '=', id)
    .execute()
}

export function findByAddress(db: Db, network: Network, address: string): Promise<WalletRow | undefined> {
  return db
    .selectFrom('wallets')
    .selectAll()
    .where('network', '=', network)
    .where('address', '=', address)
    .executeTakeFirst()
}

/** Writes every column that is proven. */
export function rewriteWallet(
  db: Db,
  id: string,
  wallet: Pick<WalletRow, 'address' | 'derivation_path' | 'scheme' | 'contract_version'>,
): Promise<WalletRow> {
  return db.updateTable('wallets').set(wallet).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function insertSecretDecision(
  db: Db,
  decision: Insertable<WalletTables['secret_decisions']>,
): Promise<void> {
  await db.insertInto('secret_decisions').values(decision).execute()
}

/** Whole rows: nothing of them is made by the database. */
export async function insertWallets(db: Db, wallets: readonly WalletRow[]): Promise<void> {
  await db.insertInto('wallets').values(wallets).modifyEnd(withNextKept).execute()
}

/** Records only the first read. Returns whether a wallet was not exposed before. */
export async function stampExposed(
  db: Db,
  { organization_id, generation }: Generation,
  mnemonicToo: boolean,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wallets')
    .set({ exposed_at: at })
    .where('organization_id', '=', organization_id)
    .where('generation', '=', generation)
    .where('exposed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (mnemonicToo) {
    await db
      .updateTable('wallet_seeds')
      .set({ exposed_at: at })
      .where('organization_id', '=', organization_id)
      .where('generation', '=', generation)
      .where('exposed_at', 'is', null)
      .execute()
  }
  return numUpdatedRows > 0n
}

/** A page of seeds of all organizations, in the order of organization and generation. */
export function listSeedsAfter(db: Db, after: Generation | undefined, limit: number): Promise<SeedRow[]> {
  return db
    .selectFrom('wallet_seeds')
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(organization_id, generation) > (${after?.organization_id}, ${after?.generation})`,
      ),
    )
    .orderBy('organization_id')
    .orderBy('generation')
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

function currentGeneration(organizationId: string) {
  return sql<number>`(
    select generation from wallet_seeds where organization_id = ${organizationId} and retired_at is null
  )`
}
