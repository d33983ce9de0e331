import { type AddressCheck, checkAddress } from '../../../../../../contract/wallets/addresses.ts'
import { unpayableKind } from '../../../../../../contract/wallets/unpayable-addresses.ts'
import { type Amount, TransactionRefused } from '../../model.ts'

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

export function requireWithin(name: string, value: bigint, highest: bigint): void {
  if (value < 0n || value > highest) throw invalid(`${name} is not a number that the network knows.`, name)
}

export function invalid(message: string, input: string): TransactionRefused {
  return new TransactionRefused('input_invalid', message, { input })
}

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
  const { amount, balance, tokenBalance } = payment
  requireWithin('balance', balance, maxUint256)
  if (amount !== 'all') requireWithin('amount', amount, maxUint256)
  if (amount === 0n) throw new TransactionRefused('dust', 'Nothing would be paid.')
  if (!isToken) return coins(amount, balance, fee)
  if (tokenBalance === null) throw invalid('It is not known how much of the token is there.', 'token_balance')
  requireWithin('token_balance', tokenBalance, maxUint256)
  const paid = tokens(amount, tokenBalance)
  if (balance < fee)
    throw new TransactionRefused('gas_missing', 'The wallet lacks the coins to pay the fee of the network.', {
      fee: fee.toString(),
      balance: balance.toString(),
    })
  return paid
}

export function requireFeeWithinCeiling(fee: bigint, ceiling: bigint): void {
  if (fee > ceiling)
    throw new TransactionRefused(
      'fee_above_ceiling',
      'The fee could be above the ceiling that was approved.',
      {
        fee: fee.toString(),
        fee_ceiling: ceiling.toString(),
      },
    )
}

function coins(amount: Amount, balance: bigint, fee: bigint): bigint {
  const paid = amount === 'all' ? balance - fee : amount
  if (paid <= 0n || paid + fee > balance)
    throw new TransactionRefused('insufficient_funds', 'The wallet does not have the amount and the fee.', {
      amount: amount.toString(),
      fee: fee.toString(),
      balance: balance.toString(),
    })
  return paid
}

function tokens(amount: Amount, tokenBalance: bigint): bigint {
  const paid = amount === 'all' ? tokenBalance : amount
  if (paid <= 0n || paid > tokenBalance)
    throw new TransactionRefused('insufficient_funds', 'The wallet does not have this much of the token.', {
      amount: amount.toString(),
      token_balance: tokenBalance.toString(),
    })
  return paid
}
