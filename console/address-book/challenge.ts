import type { Network } from '../../contract/money/networks.ts'
import type { AddressChallengeResponse } from '../../contract/wallets/address-book.ts'

/** A message that somebody signs, and the address that it is for. */
export type Challenge = AddressChallengeResponse & { network: Network; address: string }
