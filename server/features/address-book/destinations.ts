import { isId } from '../../../contract/api/common.ts'
import type { AddressRules } from '../../../contract/control/policy-rules.ts'
import type { Blocker } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import { addressBlockers } from '../../../contract/wallets/address-book.ts'
import { accountOf } from '../../../contract/wallets/addresses.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import { proofInvalid } from '../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import { vaultSealed } from '../../platform/vault/vault-sealed.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { OrganizationScreening } from '../screening/subjects/organization-followers.ts'
import { bookAddressParty } from '../screening/subjects/parties.ts'
import { provenWallets } from '../wallets/wallet-proofs.ts'
import type { WalletService } from '../wallets/wallet-service.ts'
import type { EntryRow } from './address-book-tables.ts'
import type { Destination, DestinationBlocker, Destinations } from './destination.ts'
import { provenEntries } from './entry-proofs.ts'
import { destinationOfEntry, destinationOfWallet } from './entry-response.ts'
import { findEntry, findLivingEntry } from './entry-store.ts'
import type { TrustedAddresses } from './trusted-addresses.ts'

export type BookDestinations = ReturnType<typeof createDestinations>

export function createDestinations({
  now,
  organizations,
  wallets,
  screening,
  authorization,
  provenTables,
  trusted,
}: {
  now: () => Date
  organizations: Pick<OrganizationRecords, 'require'>
  wallets: Pick<WalletService, 'listCurrent' | 'listRetiredAmong' | 'check'>
  screening: Pick<OrganizationScreening, 'catchUp' | 'blockersOf'>
  authorization: Pick<Authorization, 'addressRules'>
  provenTables: Pick<ProvenTables, 'check'>
  trusted: TrustedAddresses
}) {
  type Wallet = Awaited<ReturnType<WalletService['listCurrent']>>[number]

  async function ofEntry(db: Db, entry: EntryRow): Promise<Destination> {
    return destinationOfEntry(entry, await provenTables.check(db, provenEntries, entry))
  }

  async function ofWallet(db: Db, wallet: Wallet): Promise<Destination> {
    return destinationOfWallet(wallet, await wallets.check(db, wallet))
  }

  function demandProven({ standing, ownership, id }: Destination): void {
    if (standing === 'unknown') throw vaultSealed()
    if (standing === 'proven') return
    const table = ownership === 'own_wallet' ? provenWallets : provenEntries
    throw proofInvalid(table, id)
  }

  /** What the book and the policy say, without the lists. */
  async function restrictionsOfAll(
    db: Db,
    destinations: readonly Destination[],
  ): Promise<Map<string, DestinationBlocker[]>> {
    const rules = await authorization.addressRules(db)
    const accounts = destinations.map(({ network, address }) => ({
      network,
      address: accountOf(network, address),
    }))
    const retired = new Set((await wallets.listRetiredAmong(db, accounts)).map(keyOf))
    const at = now()
    return new Map(
      destinations.map((one, index) => {
        const isRetired = retired.has(keyOf(accounts[index] as (typeof accounts)[number]))
        return [one.id, restrictions(one, { rules, isRetired, at })]
      }),
    )
  }

  /** `blockersOf` without the lists, for a caller that asks these itself. */
  async function restrictionsOf(db: Db, destination: Destination): Promise<DestinationBlocker[]> {
    return (await restrictionsOfAll(db, [destination])).get(destination.id) ?? []
  }

  async function blockersOfAll(
    db: Db,
    organizationId: string,
    destinations: readonly Destination[],
  ): Promise<Map<string, DestinationBlocker[]>> {
    const own = await restrictionsOfAll(db, destinations)
    const organization = await organizations.require(db, organizationId)
    // Nobody decides about hits of what was removed.
    const parties = destinations.filter(({ removedAt }) => removedAt === null).map(bookAddressParty)
    const found = await screening.blockersOf(db, organization, parties)
    return new Map(
      destinations.map((one) => {
        const all = new Set([...(own.get(one.id) ?? []), ...screeningBlockers(one, found)])
        return [one.id, addressBlockers.filter((code) => all.has(code))]
      }),
    )
  }

  return {
    async find(db, organizationId, id) {
      if (!isId(organizationId) || !isId(id)) return undefined
      const entry = await findEntry(db, organizationId, id)
      if (entry) return ofEntry(db, entry)
      const wallet = (await wallets.listCurrent(db, organizationId)).find((one) => one.id === id)
      return wallet && ofWallet(db, wallet)
    },

    ofEntry,
    ofWallet,
    demandProven,

    catchUp: ({ organizationId, id }) => screening.catchUp(organizationId, [{ kind: 'address', id }]),

    async blockersOf(db, destination) {
      return (await blockersOfAll(db, destination.organizationId, [destination])).get(destination.id) ?? []
    },

    blockersOfAll,

    /**
     * For an address that was typed, not chosen from the book. Only a policy that says which addresses are allowed restricts
     * it: then it must be an own wallet, or have an entry that can be used.
     */
    async restrictionsOfTyped(
      db: Db,
      { organizationId, network, address }: Pick<Destination, 'organizationId' | 'network' | 'address'>,
    ): Promise<DestinationBlocker[]> {
      const { only } = await authorization.addressRules(db)
      if (only === null) return []
      const account = accountOf(network, address)
      const own = (await wallets.listCurrent(db, organizationId)).find((one) => one.address === account)
      const entry = own ? undefined : await findLivingEntry(db, { organizationId, network, account })
      // What was typed has no memo, so that it is not what the entry allows.
      const isSame = entry?.memo === null
      const found = own ? await ofWallet(db, own) : isSame ? await ofEntry(db, entry) : undefined
      return found ? restrictionsOf(db, found) : ['not_allowed']
    },

    restrictionsOf,

    /** Whether the book has a memo for an address that was typed: without it, the recipient would not know whose coins came. */
    async needsMemo(
      db: Db,
      { organizationId, network, address }: Pick<Destination, 'organizationId' | 'network' | 'address'>,
    ): Promise<boolean> {
      const account = accountOf(network, address)
      const entry = await findLivingEntry(db, { organizationId, network, account })
      return entry !== undefined && entry.memo !== null
    },

    ...trusted,
  } satisfies Destinations & Record<string, unknown>
}

function restrictions(
  { ownership, usableFrom, removedAt, standing }: Destination,
  { rules: { only }, isRetired, at }: { rules: AddressRules; isRetired: boolean; at: Date },
): DestinationBlocker[] {
  const unproven = standing === 'unproven' ? (['unproven'] as const) : []
  if (ownership === 'own_wallet') return [...unproven]
  const isForbidden = only === 'own_wallets' || (only === 'proven' && ownership !== 'signed_message')
  return [
    ...unproven,
    ...(removedAt === null ? [] : (['removed'] as const)),
    ...(isRetired ? (['wallet_retired'] as const) : []),
    ...(isForbidden ? (['not_allowed'] as const) : []),
    ...(usableFrom > at ? (['cooling_off'] as const) : []),
  ]
}

/**
 * Hits of the organization and its people, lists that are too old, and parties that could not be compared stop what leaves its
 * hands. Coins that stay in its own wallets are stopped only if the address itself is listed: a wallet whose key leaked must be
 * emptied at any time.
 */
function screeningBlockers({ id, ownership }: Destination, found: readonly Blocker[]): DestinationBlocker[] {
  const isOfAddress = ({ subject_kind, subject_id }: Blocker) =>
    subject_kind === 'address' && subject_id === id
  const hits = found.filter(
    (one) =>
      one.code === 'screening_hit' &&
      (isOfAddress(one) || (ownership !== 'own_wallet' && one.subject_kind !== 'address')),
  )
  const others = ownership === 'own_wallet' ? [] : found
  const isStale = others.some(({ code }) => code === 'screening_stale')
  const isFailed = others.some(
    (one) => one.code === 'screening_failed' && (isOfAddress(one) || one.subject_kind !== 'address'),
  )
  return [
    ...(hits.length > 0 ? (['screening_hit'] as const) : []),
    ...(isStale ? (['screening_stale'] as const) : []),
    ...(isFailed ? (['screening_failed'] as const) : []),
  ]
}

function keyOf({ network, address }: { network: string; address: string }): string {
  return `${network} ${address}`
}
