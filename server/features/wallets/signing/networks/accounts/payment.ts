import { type AddressCheck, checkAddress } from '../../../../../../contract/wallets/addresses.ts'
import { unpayableKind } from '../../../../../../contract/wallets/unpayable-addresses.ts'
import { type Amount, TransactionRefused } from '../../model.ts'
import {
  invalid,
  payableCoins,
  payableTokens,
  requireFeeWithinCeiling,
  requireWithin,
} from '../checks/payable.ts'

/** What ethereum and tron have in common: an account has one balance of the coin and one of each token. */
interface AccountPayment {
  from: string
  to: string
  amount: Amount
  feeCeiling: bigint
  balance: bigint
  /** Null if a coin is sent. */
  tokenBalance: bigint | null
}

export const maxUint256 = 2n ** 256n - 1n

/** The recipient in the usual spelling. */
export function recipientOf(
  network: 'ethereum' | 'tron',
  { from, to }: Pick<AccountPayment, 'from' | 'to'>,
): string {
  const recipient = usualSpelling(checkAddress(network, to), 'to')
  if (recipient === usualSpelling(checkAddress(network, from), 'from'))
    throw new TransactionRefused('same_address', 'The wallet would pay itself.', { address: recipient })
  if (unpayableKind(network, recipient) !== undefined)
    throw invalid('What is paid to this address is lost: nobody has its key.', 'to')
  return recipient
}

function usualSpelling(check: AddressCheck, name: string): string {
  if (!check.valid) throw invalid('This is not an address of the network.', name)
  return check.address
}

/** How much is paid if the transaction costs at most `fee`. Throws if people did not approve that, or it is not there. */
export function payableAmount(payment: AccountPayment, fee: bigint, isToken: boolean): bigint {
  requireFeeWithinCeiling(fee, payment.feeCeiling)
  const { amount, balance } = payment
  requireWithin('balance', balance, maxUint256)
  if (amount !== 'all') requireWithin('amount', amount, maxUint256)
  if (amount === 0n) throw new TransactionRefused('dust', 'Nothing would be paid.')
  return isToken ? payableTokens(payment, fee, maxUint256) : payableCoins(payment, fee)
}
