import { assetDecimals, coins, contractOf } from '../../../../../../contract/money/assets.ts'
import { unpayableKind } from '../../../../../../contract/wallets/unpayable-addresses.ts'
import { type PlannedTransaction, TransactionRefused, type UnsignedOn } from '../../model.ts'
import { invalid, payableCoins, payableTokens, requireFeeWithinCeiling } from '../checks/payable.ts'
import { bytesOf } from './addresses.ts'
import { tokenAccountOf, tokenAccountRent } from './token-account.ts'

type Unsigned = UnsignedOn<'solana'>

/** For each signature; ours has one. It buys no priority. */
export const solanaFee = 5_000n

/** What an account without data must have (128 bytes × 3480 × 2 years), or nothing at all. */
const rentExemptMinimum = 890_880n

/** 150 blocks, which take a minute or more: some slots have no block. */
export const blockhashLifeMs = 120_000

const most = 2n ** 64n - 1n

export function planSolana(transaction: Unsigned): PlannedTransaction {
  const { asset, feeCeiling, timestamp, lifetime } = transaction
  if (assetDecimals(asset, 'solana') === undefined) throw refused('This asset is not sent on solana.')
  refuseAddresses(transaction)
  refuseLifetime(transaction)
  const fee = solanaFees(transaction)
  requireFeeWithinCeiling(fee, feeCeiling)
  refuseBalances(transaction)
  const amount = isTokenPayment(transaction) ? tokensOf(transaction, fee) : coinsOf(transaction)
  return {
    amount,
    fee,
    spends: spendsOf(lifetime),
    // The network counts blocks, not time: this is an estimate, which an outage of the network makes wrong.
    validUntil: 'blockhash' in lifetime ? timestamp + blockhashLifeMs : null,
  }
}

/** A token has a contract; SOL has none. */
export function isTokenPayment({ asset }: Pick<Unsigned, 'asset'>): boolean {
  return asset !== coins.solana
}

/** The fee of the network, and what the token account of the recipient must have if it is made. */
export function solanaFees(transaction: Unsigned): bigint {
  const isMade = isTokenPayment(transaction) && transaction.recipientHasTokenAccount === false
  return isMade ? solanaFee + tokenAccountRent : solanaFee
}

/** A durable nonce is used up by one transaction. A block hash is shared by all. */
function spendsOf(lifetime: Unsigned['lifetime']): string[] {
  return 'blockhash' in lifetime ? [] : [`nonce:${lifetime.nonceAccount}:${lifetime.nonce}`]
}

function refuseAddresses({ from, to }: Unsigned): void {
  if (bytesOf(from) === undefined) throw refused('The address of the wallet is not valid.')
  if (from === to) throw new TransactionRefused('same_address', 'The wallet would pay itself.')
  if (bytesOf(to) === undefined || unpayableKind('solana', to) !== undefined)
    throw refused('The recipient is no wallet: a program owns this address, or nobody.', { to })
}

function refuseLifetime(transaction: Unsigned): void {
  const { from, to, lifetime, timestamp } = transaction
  if ('blockhash' in lifetime) {
    if (!isHash(lifetime.blockhash)) throw invalid('The block hash is not valid.', 'blockhash')
    if (!Number.isSafeInteger(timestamp) || timestamp < 0) throw refused('The time of the plan is not valid.')
    return
  }
  const { nonceAccount, nonce } = lifetime
  const others = [from, to, ...tokenAccountsOf(transaction)]
  if (!isHash(nonceAccount) || others.includes(nonceAccount) || isOfNetwork(nonceAccount))
    throw invalid('The nonce account is not valid.', 'nonce_account')
  if (!isHash(nonce)) throw invalid('The nonce is not valid.', 'nonce')
}

function tokenAccountsOf(transaction: Unsigned): string[] {
  if (!isTokenPayment(transaction)) return []
  const mint = contractOf('solana', transaction.asset)
  return [transaction.from, transaction.to].map((owner) => tokenAccountOf(owner, mint))
}

/** An account of the nonce may be off the curve: it need not have a key of its own. */
function isOfNetwork(address: string): boolean {
  const kind = unpayableKind('solana', address)
  return kind !== undefined && kind !== 'off_curve'
}

function isHash(text: string): boolean {
  return bytesOf(text)?.some((byte) => byte !== 0) ?? false
}

function refuseBalances({ amount, balance, recipientBalance = 0n, tokenBalance = 0n }: Unsigned): void {
  for (const one of [balance, recipientBalance, tokenBalance])
    if (one < 0n || one > most) throw refused('A balance is not valid.')
  if (amount !== 'all' && (amount <= 0n || amount > most)) throw refused('The amount must be above zero.')
}

function coinsOf(transaction: Unsigned): bigint {
  const { recipientBalance } = transaction
  if (recipientBalance === undefined)
    throw invalid('It is not known what the recipient has.', 'recipient_balance')
  const paid = payableCoins(transaction, solanaFee)
  if (recipientBalance + paid < rentExemptMinimum)
    throw new TransactionRefused('rent', 'The recipient would have less than an account must have.', {
      minimum: `${rentExemptMinimum}`,
    })
  refuseRent(transaction, paid)
  return paid
}

function tokensOf(transaction: Unsigned, fee: bigint): bigint {
  if (transaction.recipientHasTokenAccount === undefined)
    throw invalid('It is not known whether the recipient has a token account.', 'recipient_token_account')
  const paid = payableTokens(transaction, fee, most)
  refuseRent(transaction, fee - solanaFee)
  return paid
}

/** The network leaves no account with less than the minimum but nothing, not even between the fee and what is spent. */
function refuseRent({ balance }: Unsigned, spent: bigint): void {
  const context = { minimum: `${rentExemptMinimum}` }
  const afterFee = balance - solanaFee
  const rest = afterFee - spent
  if (afterFee < rentExemptMinimum || (rest > 0n && rest < rentExemptMinimum))
    throw new TransactionRefused(
      'rent',
      'The wallet would be left with less than an account must have.',
      context,
    )
}

function refused(message: string, context: Record<string, string> = {}): TransactionRefused {
  return new TransactionRefused('input_invalid', message, context)
}
