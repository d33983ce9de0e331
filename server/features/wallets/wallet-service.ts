import type { Network } from '../../../contract/networks.ts'
import type { CreateWalletsResponse, WalletResponse } from '../../../contract/wallets.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { DerivationPool, WalletAddress } from './derivation/derivation-pool.ts'
import { newEntropy, seedPlace, walletRows } from './new-wallets.ts'
import { toWalletResponse } from './wallet-response.ts'
import {
  findCurrentSeed,
  findRetiredWallet,
  findWallet,
  insertSeed,
  insertWallets,
  listRetiredAmong,
  listWallets,
  listWalletsWithEnds,
} from './wallet-store.ts'

export type WalletService = ReturnType<typeof createWalletService>

/** The wallets to create for an organization, derived before anything is locked. */
type Plan = { entropy: Buffer; isNew: boolean; generation: number; wallets: WalletAddress[] }

export function createWalletService({
  db: pool,
  now,
  organizations,
  vault,
  derivation,
  networks,
}: {
  db: Db
  now: () => Date
  organizations: OrganizationRecords
  vault: Vault
  derivation: DerivationPool
  networks: readonly Network[]
}) {
  async function missing(db: Db, organizationId: string): Promise<Network[]> {
    const present = new Set((await listWallets(db, organizationId)).map(({ network }) => network))
    return networks.filter((network) => !present.has(network))
  }

  /** Undefined if no wallet is missing. */
  async function plan(organizationId: string): Promise<Plan | undefined> {
    const wanted = await missing(pool, organizationId)
    if (wanted.length === 0) return undefined
    const seed = await findCurrentSeed(pool, organizationId)
    const entropy = seed ? await vault.open(pool, seedPlace(seed), seed.sealed_entropy) : newEntropy()
    const wallets = await derivation.addresses(
      entropy,
      wanted.map((network) => ({ network })),
    )
    return { entropy, isNew: seed === undefined, generation: seed?.generation ?? 1, wallets }
  }

  /** Undefined if another call was faster and the plan is outdated. */
  async function carryOut(db: Db, plan: Plan | undefined, organizationId: string, actor: Actor) {
    const organization = await organizations.lock(db, organizationId)
    const wanted = await missing(db, organizationId)
    if (wanted.length === 0) {
      throw new Failure('conflict', 'wallets_exist', 'The organization already has its wallets.')
    }
    const seed = await findCurrentSeed(db, organizationId)
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
      await insertSeed(db, { ...made, sealed_entropy, created_at: at })
    }
    // Somebody who has read the mnemonic can derive these wallets too.
    const exposed_at = seed?.exposed_at ?? null
    const rows = await insertWallets(db, walletRows(made, plan.wallets, { exposed_at, created_at: at }))
    const wallets_count = organization.wallets_count + rows.length
    await organizations.change(db, organization, { wallets_count })
    const wallets = rows.map(toWalletResponse)
    const told = wallets.map(({ id, network, address }) => ({ id, network, address }))
    const object = { type: 'organization', id: organizationId }
    recordChange(db, actor, {
      action: 'wallets.created',
      object,
      organizationId,
      version: organization.version,
      details: { wallets: told, new_mnemonic: plan.isNew },
      data: { wallets: told },
      at,
    })
    return { organization_id: organizationId, wallets }
  }

  return {
    /** For other features: the organization's current wallet on a network. */
    find: findWallet,
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
      await organizations.require(pool, organizationId)
      vault.requireOpen()
      // A plan can become outdated at most once per network, because each faster call adds at least one wallet.
      for (let attempt = 0; attempt <= networks.length; attempt++) {
        const planned = await plan(organizationId)
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
