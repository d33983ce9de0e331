import type { AllowedAddresses } from '../../../contract/control/policy.ts'
import type { Network } from '../../../contract/money/networks.ts'
import type { ResembledAddress } from '../../../contract/wallets/address-book.ts'
import { checkAddress } from '../../../contract/wallets/addresses.ts'
import { addressFault } from '../../../contract/wallets/unpayable-addresses.ts'
import { Failure, Invalid } from '../../platform/errors.ts'

export function addressNotFound(): Failure {
  return new Failure(
    'not_found',
    'address_not_found',
    'The address book of the organization has no such entry.',
  )
}

export function addressIsWallet(walletId: string): Failure {
  return new Failure(
    'conflict',
    'address_is_wallet',
    'This is a wallet of the organization, which is in its address book by itself.',
    { wallet_id: walletId },
  )
}

export function addressNotAllowed(only: AllowedAddresses): Failure {
  const sentences = {
    own_wallets: 'The policy allows coins to be sent only to own wallets.',
    proven: 'The policy allows only addresses whose owner has signed a message.',
  }
  return new Failure('forbidden', 'address_not_allowed', sentences[only], { only })
}

export function addressLooksAlike(
  { network, address }: { network: Network; address: string },
  resembles: readonly ResembledAddress[],
): Failure {
  const detail =
    'The address looks like a trusted one, but is another one. Compare the whole address, and send compared_in_full if it is meant; otherwise correct the address.'
  return new Failure('conflict', 'address_looks_alike', detail, { network, address, resembles })
}

/** The usual spelling of an address; throws if it is none of this network, or if nobody gets what is sent there. */
export function usualSpelling(network: Network, text: string): string {
  const wrong = addressFault(['body', 'address'], network, text)
  if (wrong) throw new Invalid([wrong])
  const check = checkAddress(network, text)
  return check.valid ? check.address : text
}
