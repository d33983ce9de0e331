import { assetDecimals } from '../../../../../../contract/money/assets.ts'
import { checkAddress } from '../../../../../../contract/wallets/addresses.ts'
import { isMemo } from '../../../../../../contract/wallets/memos.ts'
import { unpayableKind } from '../../../../../../contract/wallets/unpayable-addresses.ts'
import { type PlannedTransaction, TransactionRefused, type UnsignedOn } from '../../model.ts'
import { payableCoins, payableTokens, requireFeeWithinCeiling } from '../checks/payable.ts'
import { tonAccount } from './account.ts'
import { attachedTon } from './jetton-transfer.ts'
import { isToken } from './jetton-wallet.ts'

type Unsigned = UnsignedOn<'ton'>

/**
 * The most that a transfer costs. The prices are settings of the network, which a message cannot limit; these are several
 * times what they were in 2025: gas 0.0013, the message in 0.0005 and out 0.0004 TON, each 0.0004 more with the longest comment.
 */
const transferFee = 10_000_000n
/** The code and data of the wallet come along with its first transaction: 0.003 TON more. */
const deploymentFee = 10_000_000n
/** A wallet pays for its storage when it is used again: 0.008 TON a year, so this is for nearly five years of rest. */
const storageFee = 40_000_000n

const most = 2n ** 120n - 1n
const lastUint32 = 0xffff_ffff
/** The first second of 2026. Whatever ends before was never meant for a transaction of today. */
const earliestEnd = 1_767_225_600

export function planTon(transaction: Unsigned): PlannedTransaction {
  const { asset, amount, balance, feeCeiling, seqno, validUntil, comment } = transaction
  if (assetDecimals(asset, 'ton') === undefined) throw invalid('This asset is not sent on ton.')
  refuseAddresses(transaction)
  if (comment !== undefined && !isMemo(comment))
    throw invalid('The comment is not one that everybody can read.')
  // At the last one, the wallet could not count on.
  if (!isUint32(seqno) || seqno === lastUint32) throw invalid('The seqno is not valid.', { input: 'seqno' })
  if (!isUint32(validUntil)) throw invalid('The end of validity is not in seconds since 1970.')
  if (validUntil < earliestEnd) throw new TransactionRefused('expired', 'The transaction would be expired.')
  if (balance < 0n || balance > most) throw invalid('The balance is not valid.', { input: 'balance' })
  if (amount !== 'all' && amount <= 0n) throw invalid('The amount must be above zero.')

  const fee = tonFee(transaction)
  requireFeeWithinCeiling(fee, feeCeiling)
  // An overdrawn transfer would pay nothing, cost its fee and use up the seqno.
  const paid = isToken(asset) ? payableTokens(transaction, fee, most) : payableCoins(transaction, fee)
  return { amount: paid, fee, spends: [`seqno:${seqno}`], validUntil: validUntil * 1000 }
}

/** What goes along with a token counts as a fee: nobody knows before how much of it comes back. */
export function tonFee({ asset, seqno }: Pick<Unsigned, 'asset' | 'seqno'>): bigint {
  const deployment = seqno === 0 ? deploymentFee : 0n
  return transferFee + storageFee + deployment + (isToken(asset) ? attachedTon : 0n)
}

function refuseAddresses({ from, to }: Unsigned): void {
  const payer = checkAddress('ton', from)
  if (!payer.valid || payer.kind !== 'non_bounceable' || payer.address !== from)
    throw invalid('The address of the wallet is not valid.')
  if (!checkAddress('ton', to).valid) throw invalid('The address of the recipient is not valid.')
  const { workchain, hash } = tonAccount(to)
  // By account: the same one has two spellings.
  if (tonAccount(from).hash.equals(hash))
    throw new TransactionRefused('same_address', 'The wallet would pay itself.')
  if (workchain !== 0)
    throw invalid('The masterchain has the contracts of the network; wallets are in the basechain.', { to })
  if (unpayableKind('ton', to) !== undefined) throw invalid('Nobody has a key for this address.', { to })
}

function isUint32(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= lastUint32
}

function invalid(message: string, context: Record<string, string> = {}): TransactionRefused {
  return new TransactionRefused('input_invalid', message, context)
}
