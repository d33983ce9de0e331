import { checkAddress } from '../../../../contract/addresses.ts'
import { fault } from '../../../../contract/faults.ts'
import type { Network } from '../../../../contract/networks.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { WalletService } from '../../wallets/wallet-service.ts'

export interface Destination {
  wallet_id: string | null
  destination_address: string | null
}

/** The destination: a wallet of the organization on this network, or a valid address. */
export async function chooseDestination(
  db: Db,
  wallets: Pick<WalletService, 'find' | 'findRetired'>,
  given: {
    organization_id: string
    network: Network
    wallet_id?: string | null
    destination_address?: string | null
  },
): Promise<Destination> {
  const address = given.destination_address ?? null
  if (!given.wallet_id) {
    const destination_address = address && usualSpelling(given.network, address)
    if (destination_address && (await wallets.findRetired(db, given.network, destination_address)))
      throw new Invalid([fault(['body', 'destination_address'], 'wallet_retired')])
    return { wallet_id: null, destination_address }
  }
  const wallet = await wallets.find(db, given.organization_id, given.network)
  // A retired wallet is no wallet of the organization any more.
  if (wallet?.id !== given.wallet_id) {
    throw new Invalid([fault(['body', 'wallet_id'], 'wallet_not_found')])
  }
  if (address !== null && usualSpelling(given.network, address) !== wallet.address) {
    throw new Invalid([fault(['body', 'destination_address'], 'wallet_address_mismatch')])
  }
  return { wallet_id: wallet.id, destination_address: wallet.address }
}

function usualSpelling(network: Network, address: string): string {
  const check = checkAddress(network, address)
  return check.valid ? check.address : address
}
