import { fault } from '../../../../contract/api/faults.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import { checkAddress } from '../../../../contract/wallets/addresses.ts'
import { addressFault } from '../../../../contract/wallets/unpayable-addresses.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Invalid } from '../../../platform/errors.ts'
import { proofInvalid } from '../../../platform/proofs/proven-table.ts'
import { comparedAddresses } from '../../address-book/comparison.ts'
import type { BookDestinations } from '../../address-book/destinations.ts'
import { provenWallets } from '../../wallets/wallet-proofs.ts'
import type { WalletService } from '../../wallets/wallet-service.ts'

export interface Destination {
  wallet_id: string | null
  address_id: string | null
  destination_address: string | null
}

/** With the trusted addresses that it looks like, with which somebody has compared it. */
export interface ComparedDestination extends Destination {
  compared_with: string[] | null
}

interface Given {
  organization_id: string
  network: Network
  wallet_id?: string | null
  address_id?: string | null
  destination_address?: string | null
}

export interface DestinationSources {
  wallets: Pick<WalletService, 'find' | 'findRetired' | 'check'>
  destinations: Pick<BookDestinations, 'find' | 'demandCompared' | 'demandProven' | 'needsMemo'>
}

/** The destination that was asked for; throws if it looks like a trusted address, and nobody has compared them. */
export async function chooseDestination(
  db: Db,
  sources: DestinationSources,
  given: Given & { compared_in_full?: boolean },
): Promise<ComparedDestination> {
  const { organization_id: organizationId, network } = given
  const destination = await findDestination(db, sources, given)
  const { wallet_id, destination_address: address } = destination
  if (wallet_id !== null || address === null) return { ...destination, compared_with: null }
  const alike = await sources.destinations.demandCompared(
    db,
    { organizationId, network, address },
    { isInFull: given.compared_in_full === true },
  )
  return { ...destination, compared_with: comparedAddresses(alike) }
}

/** A wallet of the organization on this network, an entry of its address book, or a valid address. */
async function findDestination(
  db: Db,
  { wallets, destinations }: DestinationSources,
  given: Given,
): Promise<Destination> {
  if (given.address_id) return chooseFromBook(db, { wallets, destinations }, given, given.address_id)
  const address = given.destination_address ?? null
  if (!given.wallet_id) {
    const destination_address = address && usualSpelling(given.network, address)
    if (destination_address && (await wallets.findRetired(db, given.network, destination_address)))
      throw new Invalid([fault(['body', 'destination_address'], 'wallet_retired')])
    const typed = { organizationId: given.organization_id, network: given.network }
    if (destination_address && (await destinations.needsMemo(db, { ...typed, address: destination_address })))
      throw new Invalid([fault(['body', 'destination_address'], 'memo_needed')])
    return { wallet_id: null, address_id: null, destination_address }
  }
  const wallet = await wallets.find(db, given.organization_id, given.network)
  // A retired wallet is no wallet of the organization any more.
  if (wallet?.id !== given.wallet_id) {
    throw new Invalid([fault(['body', 'wallet_id'], 'wallet_not_found')])
  }
  if (address !== null && usualSpelling(given.network, address) !== wallet.address) {
    throw new Invalid([fault(['body', 'destination_address'], 'wallet_address_mismatch')])
  }
  if ((await wallets.check(db, wallet)) === 'unproven') throw proofInvalid(provenWallets, wallet.id)
  return { wallet_id: wallet.id, address_id: null, destination_address: wallet.address }
}

/** Own wallets are entries of themselves: then it is the same as `wallet_id`. */
async function chooseFromBook(
  db: Db,
  { wallets, destinations }: DestinationSources,
  { organization_id, network, wallet_id, destination_address }: Given,
  address_id: string,
): Promise<Destination> {
  if (wallet_id || destination_address) throw new Invalid([fault(['body', 'address_id'], 'one_destination')])
  const found = await destinations.find(db, organization_id, address_id)
  if (found?.network !== network || found.removedAt !== null)
    throw new Invalid([fault(['body', 'address_id'], 'book_address_not_found')])
  // While the vault is sealed nobody knows; the approval asks again.
  if (found.standing === 'unproven') destinations.demandProven(found)
  if (found.ownership === 'own_wallet')
    return { wallet_id: found.id, address_id: null, destination_address: found.address }
  const wrong = addressFault(['body', 'address_id'], network, found.address)
  if (wrong) throw new Invalid([wrong])
  if (await wallets.findRetired(db, network, found.address))
    throw new Invalid([fault(['body', 'address_id'], 'wallet_retired')])
  return { wallet_id: null, address_id: found.id, destination_address: found.address }
}

function usualSpelling(network: Network, address: string): string {
  const check = checkAddress(network, address)
  return check.valid ? check.address : address
}
