import type { Network } from '../../../contract/money/networks.ts'
import {
  type ResembledAddress,
  type TrustedKind,
  trustedKinds,
} from '../../../contract/wallets/address-book.ts'
import { accountOf } from '../../../contract/wallets/addresses.ts'
import { endsToLookUp, looksAlike } from '../../../contract/wallets/alike-addresses.ts'
import type { Db } from '../../platform/db/database.ts'
import type { TextEnds } from '../../platform/db/text-ends.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import { namesOfOrganizations } from '../organizations/organization-summary.ts'
import type { WalletService } from '../wallets/wallet-service.ts'
import { addressLooksAlike } from './book-failures.ts'
import { provenEntries } from './entry-proofs.ts'
import { listEntriesWithEnds } from './entry-store.ts'

/** An address that coins of an organization would be sent to. */
export interface ComparedAddress {
  organizationId: string
  network: Network
  address: string
}

/** A signed transfer to each of these entries that has one, by the id of the entry. */
export type SignedTransfersTo = (
  db: Db,
  entries: readonly { id: string; organization_id: string }[],
) => Promise<Map<string, string>>

/** Typed destinations that requests were delivered to, which begin or end like an address. */
export type DeliveredTo = (
  db: Db,
  network: Network,
  ends: TextEnds,
) => Promise<readonly { id: string; number: string; organization_id: string; address: string }[]>

interface Trusted {
  organizationId: string
  account: string
  kind: TrustedKind
  id: string
  /** Null for a wallet, which has the name of its organization. */
  name: string | null
}

export type TrustedAddresses = ReturnType<typeof createTrustedAddresses>

/**
 * Addresses that look like trusted ones of their network (ADR 248): wallets, also retired ones, entries of address books,
 * entries that were removed after a signed transfer had paid them, and typed destinations of delivered requests.
 */
export function createTrustedAddresses({
  wallets,
  provenTables,
  signedTransfersTo,
  deliveredTo,
}: {
  wallets: Pick<WalletService, 'listWithEnds' | 'check'>
  provenTables: Pick<ProvenTables, 'check'>
  signedTransfersTo: SignedTransfersTo
  deliveredTo: DeliveredTo
}) {
  /** The trusted addresses that it looks like, without those that the book says it was compared with. */
  async function listAlike(
    db: Db,
    { organizationId, network, address }: ComparedAddress,
  ): Promise<ResembledAddress[]> {
    const account = accountOf(network, address)
    const ends = endsToLookUp(network, account)
    const near = await wallets.listWithEnds(db, network, ends)
    // It was made here: nobody has put it there instead of another one.
    const made = near.find((wallet) => wallet.address === account)
    if (made && (await wallets.check(db, made)) !== 'unproven') return []
    const entries = await listEntriesWithEnds(db, network, ends)
    const living = entries.find(
      (entry) =>
        entry.account === account && entry.organization_id === organizationId && entry.removed_at === null,
    )
    const isProven = living && (await provenTables.check(db, provenEntries, living)) !== 'unproven'
    const own = isProven ? living : undefined
    const isOpen = (other: string) =>
      looksAlike(network, account, other) && !own?.compared_with?.includes(other)
    const alike = entries.filter((entry) => isOpen(entry.account))
    const removed = alike.filter((entry) => entry.removed_at !== null)
    const paid = removed.length === 0 ? new Map<string, string>() : await signedTransfersTo(db, removed)
    const trusted = [
      ...near
        .filter((wallet) => isOpen(wallet.address))
        .map(({ id, organization_id, address }): Trusted => {
          return { organizationId: organization_id, account: address, kind: 'wallet', id, name: null }
        }),
      ...alike.flatMap(({ id, organization_id, account, label, removed_at }): Trusted[] => {
        const of = { organizationId: organization_id, account, name: label }
        if (removed_at === null) return [{ ...of, kind: 'address_book_entry', id }]
        const transferId = paid.get(id)
        return transferId === undefined ? [] : [{ ...of, kind: 'transfer', id: transferId }]
      }),
      ...(await deliveredTo(db, network, ends)).flatMap(
        ({ id, number, organization_id, address }): Trusted[] => {
          const delivered = accountOf(network, address)
          const of = { organizationId: organization_id, kind: 'purchase_request' as const, id, name: number }
          return isOpen(delivered) ? [{ ...of, account: delivered }] : []
        },
      ),
    ]
    return withNames(db, oneOfEach(trusted, organizationId))
  }

  return {
    listAlike,

    /**
     * The trusted addresses that it looks like; throws if somebody has not compared it with all of them. `before` are those
     * with which it was compared earlier.
     */
    async demandCompared(
      db: Db,
      compared: ComparedAddress,
      { isInFull, before = null }: { isInFull: boolean; before?: readonly string[] | null },
    ): Promise<ResembledAddress[]> {
      const alike = await listAlike(db, compared)
      const open = alike.filter(({ address }) => !before?.includes(address))
      if (open.length > 0 && !isInFull) throw addressLooksAlike(compared, open)
      return alike
    },
  }
}

/** Many books may have the same address: it is shown once, as the organization itself knows it if it does. */
function oneOfEach(trusted: readonly Trusted[], organizationId: string): Trusted[] {
  const rank = (one: Trusted) =>
    (one.organizationId === organizationId ? 0 : trustedKinds.length) + trustedKinds.indexOf(one.kind)
  const sorted = trusted.toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
  return sorted.filter(
    ({ account }, place) => sorted.findIndex((other) => other.account === account) === place,
  )
}

async function withNames(db: Db, trusted: readonly Trusted[]): Promise<ResembledAddress[]> {
  const unnamed = trusted.filter(({ name }) => name === null).map(({ organizationId }) => organizationId)
  const names = unnamed.length === 0 ? undefined : await namesOfOrganizations(db, unnamed)
  return trusted.map(({ organizationId, account, kind, id, name }) => ({
    address: account,
    kind,
    id,
    name: name ?? names?.get(organizationId) ?? '',
  }))
}
