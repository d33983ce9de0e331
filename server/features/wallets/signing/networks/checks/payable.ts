import { type Amount, TransactionRefused } from '../../model.ts'

/** What every network with accounts asks: is the fee approved, and is there what would be paid. */
export function invalid(message: string, input: string): TransactionRefused {
  return new TransactionRefused('input_invalid', message, { input })
}

export function requireWithin(name: string, value: bigint, highest: bigint): void {
  if (value < 0n || value > highest) throw invalid(`${name} is not a number that the network knows.`, name)
}

export function requireFeeWithinCeiling(fee: bigint, ceiling: bigint): void {
  if (fee > ceiling)
    throw new TransactionRefused(
      'fee_above_ceiling',
      'The fee could be above the ceiling that was approved.',
      { fee: `${fee}`, fee_ceiling: `${ceiling}` },
    )
}

export function payableCoins({ amount, balance }: { amount: Amount; balance: bigint }, fee: bigint): bigint {
  const paid = amount === 'all' ? balance - fee : amount
  if (paid <= 0n || paid + fee > balance)
    throw new TransactionRefused('insufficient_funds', 'The wallet does not have the amount and the fee.', {
      amount: `${amount}`,
      fee: `${fee}`,
      balance: `${balance}`,
    })
  return paid
}

interface TokenPayment {
  amount: Amount
  /** Of the coin, which pays the fee. */
  balance: bigint
  /** Not known if somebody forgot to ask for it. */
  tokenBalance?: bigint | null
}

export function payableTokens(payment: TokenPayment, fee: bigint, highest: bigint): bigint {
  const { amount, balance, tokenBalance } = payment
  if (tokenBalance == null) throw invalid('It is not known how much of the token is there.', 'token_balance')
  requireWithin('token_balance', tokenBalance, highest)
  const paid = amount === 'all' ? tokenBalance : amount
  if (paid <= 0n || paid > tokenBalance)
    throw new TransactionRefused('insufficient_funds', 'The wallet does not have this much of the token.', {
      amount: `${amount}`,
      token_balance: `${tokenBalance}`,
    })
  if (balance < fee)
    throw new TransactionRefused('gas_missing', 'The wallet lacks the coins to pay the fee of the network.', {
      fee: `${fee}`,
      balance: `${balance}`,
    })
  return paid
}
