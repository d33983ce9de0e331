import type { AddressChallengeResponse } from '../../contract/address-book.ts'
import type { Network } from '../../contract/networks.ts'

/** A message that somebody signs, and the address that it is for. */
export type Challenge = AddressChallengeResponse & { network: Network; address: string }
