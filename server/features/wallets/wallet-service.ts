import type { Network } from '../../../contract/money/networks.ts'
import type { CreateWalletsResponse, WalletResponse } from '../../../contract/wallets/wallets.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { Standing } from '../../platform/proofs/proofs.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { DerivationPool, WalletAddress } from './derivation/derivation-pool.ts'
import { freshSeed, newEntropy, seedPlace, walletRows } from './new-wallets.ts'
import { provenSeeds, provenWallets } from './wallet-proofs.ts'
import { toWalletResponse } from './wallet-response.ts'
import {
  findByAddress,
  findCurrentSeed,
  findRetiredWallet,
  findSeed,
  findWallet,
  findWalletById,
  freeAddress,
  hasNoWallets,
  insertSeed,
  insertWallets,
  listRetiredAmong,
  listWallets,
  listWalletsWithEnds,
  rewriteWallet,
  type SeedRow,
  type WalletRow,
} from './wallet-store.ts'

export type WalletService = ReturnType<typeof createWalletService>

/** The wallets to create for an organization, derived before anything is locked. */
type Plan = { entropy: Buffer; isNew: boolean; generation: number; wallets: WalletAddress[] }

export function createWalletService({
  db: pool,
  now,
  organizations,
  vault,
  provenTables,
  derivation,
  networks,
}: {
  db: Db
  now: () => Date
  organizations: OrganizationRecords
  vault: Vault
  provenTables: Pick<ProvenTables, 'check' | 'demand' | 'fresh' | 'change'>
  derivation: DerivationPool
  networks: readonly Network[]
}) {
  /** The networks without a wallet, and the wallets that the service did not write as they are: both are derived. */
  async function missing(
    db: Db,
    organizationId: string,
  ): Promise<{ wanted: Network[]; unproven: WalletRow[] }> {
    const rows = await listWallets(db, organizationId)
    const unproven: WalletRow[] = []
    for (const row of rows)
      if ((await provenTables.check(db, provenWallets, row)) === 'unproven') unproven.push(row)
    const present = new Set(rows.filter((row) => !unproven.includes(row)).map(({ network }) => network))
    return { wanted: networks.filter((network) => !present.has(network)), unproven }
  }

  /** The current mnemonic, if there is one: wallets are added to no other one. */
  async function currentSeed(db: Db, organizationId: string): Promise<SeedRow | undefined> {
    const seed = await findCurrentSeed(db, organizationId)
    if (seed) await provenTables.demand(db, provenSeeds, seed)
    return seed
  }

  /** Writes the derived address over what somebody else has written. */
  async function mend(db: Db, { id }: WalletRow, derived: WalletAddress): Promise<WalletRow> {
    // It may have been given to another wallet, which gets its own back in the same way.
    const holder = await findByAddress(db, derived.network, derived.address)
    if (holder && holder.id !== id && (await check(db, holder)) === 'unproven') await freeAddress(db, holder)
    const { address, path, scheme, contractVersion } = derived
    const columns = { address, derivation_path: path, scheme, contract_version: contractVersion }
    return provenTables.change(db, provenWallets, id, () => rewriteWallet(db, id, columns), { anew: true })
  }

  /** Whether the service made the wallet as it is, and its generation is what the row of that says. */
  async function check(db: Db, wallet: WalletRow): Promise<Standing> {
    const standing = await provenTables.check(db, provenWallets, wallet)
    if (standing !== 'proven') return standing
    const seed = await findSeed(db, wallet.organization_id, wallet.generation)
    return seed ? provenTables.check(db, provenSeeds, seed) : 'unproven'
  }

  /** For an organization that has no wallets, as far as is known. */
  async function planAll(): Promise<Plan> {
    const entropy = newEntropy()
    return { entropy, isNew: true, generation: 1, wallets: await addressesFrom(entropy, networks) }
  }

  async function addressesFrom(entropy: Buffer, wanted: readonly Network[]): Promise<WalletAddress[]> {
    try {
      return await derivation.addresses(
        entropy,
        wanted.map((network) => ({ network })),
      )
    } catch (error) {
      entropy.fill(0)
      throw error
    }
  }

  /** Undefined if no wallet is missing. */
  async function plan(organizationId: string): Promise<Plan | undefined> {
    const { wanted } = await missing(pool, organizationId)
    if (wanted.length === 0) return undefined
    const seed = await currentSeed(pool, organizationId)
    const entropy = seed ? await vault.open(pool, seedPlace(seed), seed.sealed_entropy) : newEntropy()
    const wallets = await addressesFrom(entropy, wanted)
    return { entropy, isNew: seed === undefined, generation: seed?.generation ?? 1, wallets }
  }

  /** Undefined if another call was faster and the plan is outdated. */
  async function carryOut(db: Db, plan: Plan | undefined, organizationId: string, actor: Actor) {
    const organization = await organizations.lock(db, organizationId)
    const hasNone = await hasNoWallets(db, organizationId)
    const { wanted, unproven } = hasNone
      ? { wanted: [...networks], unproven: [] }
      : await missing(db, organizationId)
    if (wanted.length === 0) {
      throw new Failure('conflict', 'wallets_exist', 'The organization already has its wallets.')
    }
    const seed = hasNone ? undefined : await currentSeed(db, organizationId)
    const fits =
      plan &&
      plan.isNew === (seed === undefined) &&
      plan.generation === (seed?.generation ?? 1) &&
      isSame(wanted, plan.wallets)
    if (!fits) return undefined

    const at = now()
    const made = { organization_id: organizationId, generation: plan.generation }
    if (plan.isNew) {
      const sealed_entropy = await vault.seal(db, seedPlace(made), plan.entropy)
      await insertSeed(db, { sealed_entropy, ...(await freshSeed(db, provenTables, made, at)) })
    }
    // Somebody who has read the mnemonic can derive these wallets too.
    const exposed_at = seed?.exposed_at ?? null
    const isThere = ({ network }: WalletAddress) => unproven.some((row) => row.network === network)
    const added = plan.wallets.filter((wallet) => !isThere(wallet))
    const rows = await provenTables.fresh(
      db,
      provenWallets,
      walletRows(made, added, { exposed_at, created_at: at }),
    )
    if (rows.length > 0) {
      await insertWallets(db, rows)
      await organizations.count(db, organization, {
        wallets_count: organization.wallets_count + rows.length,
      })
    }
    const mended: WalletRow[] = []
    for (const row of unproven) {
      const derived = plan.wallets.find(({ network }) => network === row.network)
      if (derived) mended.push(await mend(db, row, derived))
    }
    const wallets = [...rows, ...mended].map(toWalletResponse)
    const told = wallets.map(({ id, network, address }) => ({ id, network, address }))
    const object = { type: 'organization', id: organizationId }
    recordChange(db, actor, {
      action: 'wallets.created',
      object,
      organizationId,
      version: organization.version,
      details: {
        wallets: told,
        new_mnemonic: plan.isNew,
        ...(mended.length > 0 && { derived_again: mended.map(({ id }) => id) }),
      },
      data: { wallets: told },
      at,
    })
    return { organization_id: organizationId, wallets }
  }

  return {
    /** For other features: the organization's current wallet on a network. */
    find: findWallet,
    /** For other features: a wallet of the organization, of whichever generation. */
    findById: findWalletById,
    check,
    /** For other features: the retired wallet with this address, of whichever organization. */
    findRetired: findRetiredWallet,
    /** For other features: the current wallets of an organization that is there, or none. */
    listCurrent: (db: Db, organizationId: string) => listWallets(db, organizationId),
    /** For other features: the retired wallets with one of these addresses. */
    listRetiredAmong,
    /** For other features: the wallets whose addresses begin or end like this, of whichever organization. */
    listWithEnds: listWalletsWithEnds,

    async list(organizationId: string): Promise<WalletResponse[]> {
      await organizations.require(pool, organizationId)
      return (await listWallets(pool, organizationId)).map(toWalletResponse)
    },

    /** Creates all missing wallets in one transaction. They are derived before it, so that no lock is held meanwhile. */
    async create(
      organizationId: string,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<CreateWalletsResponse> {
      const { wallets_count } = await organizations.require(pool, organizationId)
      vault.requireOpen()
      // A plan can become outdated at most once per network, because each faster call adds at least one wallet, and once
      // more where the count of the organization is wrong: the first plan believes it.
      for (let attempt = 0; attempt <= networks.length + 1; attempt++) {
        const planned = attempt === 0 && wallets_count === 0 ? await planAll() : await plan(organizationId)
        try {
          const response = await withIdempotency(pool, key, async (db) => {
            const made = await carryOut(db, planned, organizationId, actor)
            if (made === undefined) throw new StalePlan()
            return made
          })
          return response
        } catch (error) {
          if (!(error instanceof StalePlan)) throw error
        } finally {
          planned?.entropy.fill(0)
        }
      }
      throw new Error('The wallets of the organization keep changing.')
    },
  }
}

class StalePlan extends Error {}

function isSame(wanted: Network[], planned: WalletAddress[]): boolean {
  return (
    wanted.length === planned.length && wanted.every((network, index) => planned[index]?.network === network)
  )
}
