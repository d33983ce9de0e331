import type { AssetOn } from '../../../../contract/money/assets.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import type { WalletKey } from '../derivation/derivation.ts'

/** In base units. `all`: what is there, less the fee. */
export type Amount = bigint | 'all'

interface Payment<N extends Network> {
  network: N
  asset: AssetOn<N>
  /** The address of the wallet that pays, as it is stored. */
  from: string
  to: string
  amount: Amount
  /** The highest fee that people have approved, in base units of the coin. */
  feeCeiling: bigint
}

/** A transaction in typed fields, from which the worker builds its bytes. There is no other way to have something signed. */
export type UnsignedTransaction =
  | (Payment<'bitcoin'> & {
      /** Whole transactions that paid the wallet, and which of their outputs are spent. */
      previous: readonly { transaction: Uint8Array; outputs: readonly number[] }[]
      /** Thousandths of a satoshi per virtual byte. */
      feeRate: bigint
      /** Of a batch: what the outputs after the first one pay. Left out of a transaction with one payment. */
      further?: readonly { to: string; amount: bigint }[]
    })
  | (Payment<'ethereum'> & {
      nonce: bigint
      maxFeePerGas: bigint
      maxPriorityFeePerGas: bigint
      balance: bigint
      tokenBalance: bigint | null
    })
  | (Payment<'tron'> & {
      blockId: Uint8Array
      /** Milliseconds since 1970. */
      timestamp: number
      expiration: number
      balance: bigint
      tokenBalance: bigint | null
    })
  | (Payment<'solana'> & {
      /** A recent block hash, or the nonce of a durable nonce account whose authority is the wallet. */
      lifetime: { blockhash: string } | { nonceAccount: string; nonce: string }
      /** When it is planned, in milliseconds since 1970: a block hash lives about a minute from then. */
      timestamp: number
      balance: bigint
      /** Of a payment of SOL. */
      recipientBalance?: bigint
      /** Of a payment of a token. */
      tokenBalance?: bigint
      /** Of a payment of a token: if not, the account is made, and what it must have counts as fee. */
      recipientHasTokenAccount?: boolean
    })
  | (Payment<'ton'> & {
      seqno: number
      /** Seconds since 1970. */
      validUntil: number
      balance: bigint
      /** Of a payment of a token. */
      tokenBalance?: bigint
      /** The text that the recipient sees, if there is one. */
      comment?: string
    })

export type UnsignedOn<N extends Network> = Extract<UnsignedTransaction, { network: N }>

/** What a transaction will do, computed without a key. */
export interface PlannedTransaction {
  amount: bigint
  /** The most that it can cost. Never above the ceiling. */
  fee: bigint
  /**
   * What no other transaction can spend as well, such as `nonce:7` or `<txid>:0`. Empty on networks where nothing of the
   * kind exists; then `validUntil` limits its life.
   */
  spends: string[]
  /** When the network stops accepting it, in milliseconds since 1970; null: never. */
  validUntil: number | null
}

export interface SignedTransaction extends PlannedTransaction {
  /** As a node takes it. */
  raw: string
  encoding: 'hex' | 'base64'
  txId: string
}

/** How a network signs. Each lives in a file of its own, which is loaded with the first transaction of the network. */
export interface NetworkSigner<N extends Network> {
  /** Throws `TransactionRefused` if the transaction must not be signed. */
  plan(transaction: UnsignedOn<N>): PlannedTransaction
  /** Builds and signs what was planned. */
  sign(
    transaction: UnsignedOn<N>,
    planned: PlannedTransaction,
    key: WalletKey,
  ): Omit<SignedTransaction, keyof PlannedTransaction>
  /**
   * Reads signed bytes again, not with the code that made them, and throws unless every field is what was planned and the
   * signature is that of the wallet. The public key is for networks whose addresses do not tell it.
   */
  check(transaction: UnsignedOn<N>, signed: SignedTransaction, publicKey: Uint8Array): void
}

/** Why a transaction is not signed. Clients see these codes. */
export const refusalCodes = [
  'fee_above_ceiling',
  'dust',
  'same_address',
  'insufficient_funds',
  'gas_missing',
  'rent',
  'input_invalid',
  'address_drifted',
  'expired',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** The thread was given no decision of the service, or one that is about something else. Nothing is signed. */
export class Undecided extends Error {
  override name = 'Undecided'
}

/** `context` holds amounts and ids for people; never a secret. */
export class TransactionRefused extends Error {
  override name = 'TransactionRefused'
  readonly code: RefusalCode
  readonly context: Readonly<Record<string, string>>

  constructor(code: RefusalCode, message: string, context: Readonly<Record<string, string>> = {}) {
    super(message)
    this.code = code
    this.context = context
  }
}
