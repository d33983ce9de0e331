import { unpayableKind } from '../../../../../../contract/unpayable-addresses.ts'
import { type PlannedTransaction, TransactionRefused, type UnsignedOn } from '../../model.ts'
import { bytesOf } from './addresses.ts'

type Unsigned = UnsignedOn<'solana'>

/** For each signature; ours has one. It buys no priority. */
export const solanaFee = 5_000n

/** What an account without data must have (128 bytes × 3480 × 2 years), or nothing at all. */
const rentExemptMinimum = 890_880n

/** 150 blocks, which take a minute or more: some slots have no block. */
export const blockhashLifeMs = 120_000

const most = 2n ** 64n - 1n

export function planSolana(transaction: Unsigned): PlannedTransaction {
  const { feeCeiling, timestamp, lifetime } = transaction
  refuseAddresses(transaction)
  refuseLifetime(transaction)
  if (feeCeiling < solanaFee)
    throw new TransactionRefused('fee_above_ceiling', 'The fee is above the ceiling.', {
      fee: `${solanaFee}`,
      fee_ceiling: `${feeCeiling}`,
    })
  const amount = amountOf(transaction)
  refuseRent(transaction, amount)
  return {
    amount,
    fee: solanaFee,
    spends: spendsOf(lifetime),
    // The network counts blocks, not time: this is an estimate, which an outage of the network makes wrong.
    validUntil: 'blockhash' in lifetime ? timestamp + blockhashLifeMs : null,
  }
}

/** A durable nonce is used up by one transaction. A block hash is shared by all. */
function spendsOf(lifetime: Unsigned['lifetime']): string[] {
  return 'blockhash' in lifetime ? [] : [`nonce:${lifetime.nonceAccount}:${lifetime.nonce}`]
}

function refuseAddresses({ from, to }: Unsigned): void {
  if (bytesOf(from) === undefined) throw invalid('The address of the wallet is not valid.')
  if (from === to) throw new TransactionRefused('same_address', 'The wallet would pay itself.')
  if (bytesOf(to) === undefined || unpayableKind('solana', to) !== undefined)
    throw invalid('The recipient is no wallet: a program owns this address, or nobody.', { to })
}

function refuseLifetime({ from, to, lifetime, timestamp }: Unsigned): void {
  if ('blockhash' in lifetime) {
    if (!isHash(lifetime.blockhash)) throw invalid('The block hash is not valid.', { input: 'blockhash' })
    if (!Number.isSafeInteger(timestamp) || timestamp < 0) throw invalid('The time of the plan is not valid.')
    return
  }
  const { nonceAccount, nonce } = lifetime
  const isOwn = nonceAccount !== from && nonceAccount !== to
  if (!isHash(nonceAccount) || !isOwn || isOfNetwork(nonceAccount))
    throw invalid('The nonce account is not valid.', { input: 'nonce_account' })
  if (!isHash(nonce)) throw invalid('The nonce is not valid.', { input: 'nonce' })
}

/** An account of the nonce may be off the curve: it need not have a key of its own. */
function isOfNetwork(address: string): boolean {
  const kind = unpayableKind('solana', address)
  return kind !== undefined && kind !== 'off_curve'
}

function isHash(text: string): boolean {
  return bytesOf(text)?.some((byte) => byte !== 0) ?? false
}

function amountOf({ amount, balance, recipientBalance }: Unsigned): bigint {
  if (balance < 0n || balance > most || recipientBalance < 0n || recipientBalance > most)
    throw invalid('A balance is not valid.')
  const paid = amount === 'all' ? balance - solanaFee : amount
  if (amount !== 'all' && amount <= 0n) throw invalid('The amount must be above zero.')
  if (paid <= 0n || paid + solanaFee > balance)
    throw new TransactionRefused('insufficient_funds', 'The wallet has less than the amount and the fee.', {
      balance: `${balance}`,
      fee: `${solanaFee}`,
    })
  return paid
}

/** The network leaves no account with less than the minimum but nothing, not even between the fee and the payment. */
function refuseRent({ balance, recipientBalance }: Unsigned, amount: bigint): void {
  const context = { minimum: `${rentExemptMinimum}` }
  if (recipientBalance + amount < rentExemptMinimum)
    throw new TransactionRefused('rent', 'The recipient would have less than an account must have.', context)
  const afterFee = balance - solanaFee
  const rest = afterFee - amount
  if (afterFee < rentExemptMinimum || (rest > 0n && rest < rentExemptMinimum))
    throw new TransactionRefused(
      'rent',
      'The wallet would be left with less than an account must have.',
      context,
    )
}

function invalid(message: string, context: Record<string, string> = {}): TransactionRefused {
  return new TransactionRefused('input_invalid', message, context)
}
