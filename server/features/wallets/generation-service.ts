import { networks as allNetworks, type Network } from '../../../contract/money/networks.ts'
import type {
  ReplaceWalletsBody,
  WalletGenerationListResponse,
  WalletGenerationResponse,
} from '../../../contract/wallets/wallets.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { DerivationPool, WalletAddress } from './derivation/derivation-pool.ts'
import { freshSeed, newEntropy, seedPlace, walletRows } from './new-wallets.ts'
import { alreadyReplaced, walletsNotCreated } from './wallet-failures.ts'
import { provenSeeds, provenWallets } from './wallet-proofs.ts'
import { toGenerationResponse } from './wallet-response.ts'
import {
  findCurrentSeed,
  insertSeed,
  insertWallets,
  listSeeds,
  listWallets,
  listWalletsOfAllGenerations,
  lockSeed,
  retireSeed,
} from './wallet-store.ts'

export type GenerationService = ReturnType<typeof createGenerationService>

/** A new mnemonic and its wallets, derived before anything is locked, to replace this generation. */
type Plan = { replaced: number; entropy: Buffer; wallets: WalletAddress[] }

export function createGenerationService({
  db: pool,
  now,
  organizations,
  vault,
  provenTables,
  derivation,
  authorization,
}: {
  db: Db
  now: () => Date
  organizations: OrganizationRecords
  vault: Vault
  provenTables: Pick<ProvenTables, 'fresh' | 'change'>
  derivation: DerivationPool
  authorization: Pick<Authorization, 'permit' | 'markStale'>
}) {
  async function currentGeneration(db: Db, organizationId: string): Promise<number> {
    const seed = await findCurrentSeed(db, organizationId)
    if (seed === undefined) throw walletsNotCreated()
    return seed.generation
  }

  async function networksOf(db: Db, organizationId: string, generation: number): Promise<Network[]> {
    const present = new Set((await listWallets(db, organizationId, generation)).map(({ network }) => network))
    return allNetworks.filter((network) => present.has(network))
  }

  async function plan(organizationId: string, replaced: number): Promise<Plan> {
    const networks = await networksOf(pool, organizationId, replaced)
    const entropy = newEntropy()
    const wanted = networks.map((network) => ({ network }))
    try {
      return { replaced, entropy, wallets: await derivation.addresses(entropy, wanted) }
    } catch (error) {
      entropy.fill(0)
      throw error
    }
  }

  async function replace(
    db: Db,
    permit: Permit<'wallet.replace'>,
    organization: { id: string; version: number },
    { replaced, entropy, wallets }: Plan,
    reason: string,
  ): Promise<WalletGenerationResponse> {
    const old = { organization_id: organization.id, generation: replaced }
    const subject = { type: 'organization', id: organization.id }
    const at = now()
    const made = { organization_id: organization.id, generation: replaced + 1 }
    const sealed_entropy = await vault.seal(db, seedPlace(made), entropy)
    await provenTables.change(db, provenSeeds, seedPlace(old).record, () =>
      retireSeed(db, old, { reason, at }),
    )
    await insertSeed(db, { sealed_entropy, ...(await freshSeed(db, provenTables, made, at)) })
    // As many as before, so that the count of the organization stays.
    const fresh = walletRows(made, wallets, { exposed_at: null, created_at: at })
    const rows = await provenTables.fresh(db, provenWallets, fresh)
    await insertWallets(db, rows)
    const told = rows.map(({ id, network, address }) => ({ id, network, address }))
    const data = { generation: made.generation, wallets: told }
    recordChange(db, permit, {
      action: 'wallets.replaced',
      object: subject,
      organizationId: organization.id,
      version: organization.version,
      details: { ...data, replaced, reason },
      data,
      at,
    })
    await authorization.markStale(db, 'wallet.replace', subject)
    const seed = { ...made, created_at: at, exposed_at: null, retired_at: null, retired_reason: null }
    return toGenerationResponse(seed, rows)
  }

  /** Undefined if a wallet was added meanwhile and the plan lacks its network. */
  async function carryOut(
    db: Db,
    plan: Plan,
    organizationId: string,
    reason: string,
    actor: Actor,
  ): Promise<WalletGenerationResponse | undefined> {
    // Whoever approves or delivers a purchase request holds this row too, so that none of them misses the replacement.
    const organization = await organizations.lock(db, organizationId)
    const current = await currentGeneration(db, organizationId)
    if (current !== plan.replaced) throw alreadyReplaced(current)
    const networks = await networksOf(db, organizationId, current)
    if (networks.join() !== plan.wallets.map(({ network }) => network).join()) return undefined

    // Before the policy, as reading a secret does.
    await lockSeed(db, { organization_id: organizationId, generation: current })
    const permit = await authorization.permit(db, actor, {
      act: 'wallet.replace',
      subject: { type: 'organization', id: organizationId, version: current },
      organizationId,
      content: { generation: current, networks, reason },
    })
    return replace(db, permit, organization, plan, reason)
  }

  return {
    /** All generations, the current one first. */
    async list(organizationId: string): Promise<WalletGenerationListResponse> {
      await organizations.require(pool, organizationId)
      const seeds = await listSeeds(pool, organizationId)
      const wallets = await listWalletsOfAllGenerations(pool, organizationId)
      return {
        items: seeds.map((seed) =>
          toGenerationResponse(
            seed,
            wallets.filter(({ generation }) => generation === seed.generation),
          ),
        ),
      }
    },

    /**
     * Makes a new mnemonic with wallets on the same networks, and retires the current one, in one transaction. Of
     * several calls at once, one replaces the wallets; the others are refused, because what they wanted is done.
     */
    async replace(
      organizationId: string,
      { reason }: ReplaceWalletsBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<WalletGenerationResponse> {
      await organizations.require(pool, organizationId)
      const replaced = await currentGeneration(pool, organizationId)
      vault.requireOpen()
      for (;;) {
        const planned = await plan(organizationId, replaced)
        try {
          return await withIdempotency(pool, key, async (db) => {
            const made = await carryOut(db, planned, organizationId, reason, actor)
            if (made === undefined) throw new StalePlan()
            return made
          })
        } catch (error) {
          // Only a wallet on one more network makes a plan outdated, and there are five.
          if (!(error instanceof StalePlan)) throw error
        } finally {
          planned.entropy.fill(0)
        }
      }
    },
  }
}

class StalePlan extends Error {}
