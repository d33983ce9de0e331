import type { Network } from '../../../../contract/money/networks.ts'
import type { TransferInputs } from '../../../../contract/wallets/transfers.ts'
import type { UnsignedOn, UnsignedTransaction } from '../../wallets/signing/model.ts'
import type { Transfer } from './transfer-tables.ts'

const hour = 3_600_000

/**
 * How long networks accept a transaction that is signed now. Both are for offline use: it is carried to another machine
 * first. Tron allows at most 24 hours.
 */
export const lifetimes = { tron: 12 * hour, ton: hour } as const

type Inputs = NonNullable<TransferInputs[Network]>
type InputsOn<N extends Network> = NonNullable<TransferInputs[N]>
/** What the intent does not say. */
type Fresh<N extends Network> = Omit<
  UnsignedOn<N>,
  'network' | 'asset' | 'from' | 'to' | 'amount' | 'feeCeiling' | 'comment'
>

const freshFields: { [N in Network]: (inputs: InputsOn<N>, at: Date) => Fresh<N> } = {
  bitcoin: ({ previous, fee_rate }) => ({
    previous: previous.map(({ transaction, outputs }) => ({
      transaction: new Uint8Array(Buffer.from(transaction, 'hex')),
      outputs,
    })),
    feeRate: thousandths(fee_rate),
  }),
  ethereum: (given) => ({
    nonce: BigInt(given.nonce),
    maxFeePerGas: BigInt(given.max_fee_per_gas),
    maxPriorityFeePerGas: BigInt(given.max_priority_fee_per_gas),
    ...balances(given),
  }),
  tron: (given, at) => ({
    blockId: new Uint8Array(Buffer.from(given.block_id, 'hex')),
    timestamp: at.getTime(),
    expiration: at.getTime() + lifetimes.tron,
    ...balances(given),
  }),
  // What is not given is left out, so that what was decided by an earlier release stays the same.
  solana: ({ blockhash = '', nonce_account, nonce = '', balance, ...given }, at) => ({
    lifetime: nonce_account === undefined ? { blockhash } : { nonceAccount: nonce_account, nonce },
    timestamp: at.getTime(),
    balance: BigInt(balance),
    ...(given.recipient_balance !== undefined && { recipientBalance: BigInt(given.recipient_balance) }),
    ...(given.token_balance !== undefined && { tokenBalance: BigInt(given.token_balance) }),
    ...(given.recipient_token_account !== undefined && {
      recipientHasTokenAccount: given.recipient_token_account,
    }),
  }),
  ton: ({ seqno, balance, token_balance }, at) => ({
    seqno,
    validUntil: Math.floor((at.getTime() + lifetimes.ton) / 1_000),
    balance: BigInt(balance),
    ...(token_balance !== undefined && { tokenBalance: BigInt(token_balance) }),
  }),
}

/**
 * The transaction in typed fields, from the intent, what the chain needs fresh, and the time when that was decided. The
 * same three always make the same transaction, and signatures are deterministic: so it can be signed again after a crash.
 */
export function unsignedTransaction(
  transfer: Pick<
    Transfer,
    'network' | 'asset' | 'from_address' | 'to_address' | 'memo' | 'amount' | 'fee_ceiling'
  >,
  inputs: Inputs,
  at: Date,
): UnsignedTransaction {
  const { network, amount } = transfer
  const fill = freshFields[network] as (inputs: Inputs, at: Date) => Fresh<Network>
  // That the asset is on the network was checked when the transfer was prepared.
  return {
    network,
    asset: transfer.asset,
    from: transfer.from_address,
    to: transfer.to_address,
    amount: amount === 'all' ? 'all' : BigInt(amount),
    feeCeiling: BigInt(transfer.fee_ceiling),
    // Left out if there is none, so that what was decided by an earlier release stays the same.
    ...(transfer.memo !== null && { comment: transfer.memo }),
    ...fill(inputs, at),
  } as UnsignedTransaction
}

/** One transaction of bitcoin that makes the payments of all of these, which have the same inputs. */
export function payingTogether(transactions: readonly UnsignedTransaction[]): UnsignedOn<'bitcoin'> {
  const [first, ...others] = transactions as [UnsignedOn<'bitcoin'>, ...UnsignedOn<'bitcoin'>[]]
  return {
    ...first,
    feeCeiling: transactions.reduce((sum, { feeCeiling }) => sum + feeCeiling, 0n),
    further: others.map(({ to, amount }) => ({ to, amount: BigInt(amount) })),
  }
}

function balances({ balance, token_balance }: { balance: string; token_balance?: string }) {
  return {
    balance: BigInt(balance),
    tokenBalance: token_balance === undefined ? null : BigInt(token_balance),
  }
}

/** `4.5` is 4500. */
function thousandths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(3, '0'))
}
