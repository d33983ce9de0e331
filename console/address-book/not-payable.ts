import type { Network } from '../../contract/money/networks.ts'
import { checkAddress } from '../../contract/wallets/addresses.ts'
import { addressFault } from '../../contract/wallets/unpayable-addresses.ts'
import { faultMessage } from '../i18n/fault-text.ts'

/** Says while somebody types why coins must not be sent to a whole address; undefined for one that is not whole yet. */
export function notPayable(network: Network, address: string | undefined): string | undefined {
  if (!address || !checkAddress(network, address).valid) return undefined
  const wrong = addressFault(['body', 'address'], network, address)
  return wrong && faultMessage(wrong)
}
