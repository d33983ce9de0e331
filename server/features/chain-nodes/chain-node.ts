import type { PurchaseAsset } from '../../../contract/money/assets.ts'
import type { Network } from '../../../contract/money/networks.ts'
import type { TransferInputs } from '../../../contract/wallets/transfers.ts'

/** A payment as the transfer expects it, to be compared with what the network did. */
export interface ExpectedPayment {
  txId: string
  asset: PurchaseAsset
  from: string
  to: string
  /** In base units. */
  amount: bigint
  /** The signed transaction: some networks know it only by its content. */
  raw: string
  /** Which output of the transaction it is, if that makes other payments as well. */
  output?: number | null
}

export interface ObservedEffect {
  /** `confirmed` only if the recipient has exactly this amount of this asset from this transaction, deep enough. */
  result: 'pending' | 'confirmed' | 'failed'
  confirmations: number
  /** In base units of the coin. */
  fee: bigint | null
  problem: string | null
}

/** What an address has got from a transaction that was made elsewhere. */
export interface ReceivedAmount {
  /** In base units; 0 if the node does not know the transaction. */
  amount: bigint
  /** Whether it is deep enough in the chain. */
  isFinal: boolean
}

export interface IncomingPayment {
  txId: string
  asset: PurchaseAsset
  amount: bigint
  from: string | null
  confirmations: number
  at: Date | null
}

/** What a transaction did to what a wallet has of an asset. */
export interface Movement {
  txId: string
  /** Another id by which the same transaction is known. */
  otherId: string | null
  asset: PurchaseAsset
  direction: 'incoming' | 'outgoing'
  /** In base units, without the fee. Zero if there was only the fee. */
  amount: bigint
  /** What the wallet has paid to the network, in base units of the coin. */
  fee: bigint
  counterparty: string | null
  /** Its place in the chain: a block, slot or logical time. */
  position: bigint
  at: Date
}

export interface History {
  movements: Movement[]
  /** Nothing of the wallet from here up to `through` is missing. */
  floor: bigint
  through: bigint
  /** Whether `floor` is not above the place that was asked for, or is the beginning of the wallet. */
  isWhole: boolean
}

/** A signed transaction that another one is to replace. */
export interface ReplacedTransaction<N extends Network = Network> {
  spends: readonly string[]
  /** The most that it can cost, in base units of the coin. */
  fee: bigint
  raw: string
  /** What it was signed with. */
  inputs: NonNullable<TransferInputs[N]>
}

/**
 * A node of one network, as somebody else runs it. What it says can stall a transfer, but never make it pay more: amounts,
 * contracts and chain ids come from elsewhere, and the fee has a ceiling. Failures are `unavailable` (node_unavailable).
 */
export interface ChainNode<N extends Network = Network> {
  readonly network: N
  /** What a transaction needs fresh, in the form that a person would type. */
  inputs(payment: {
    asset: PurchaseAsset
    from: string
    to: string
    amount: bigint | 'all'
    feeCeiling: bigint
    /** What living signatures of this wallet spend, such as `nonce:7` or `<txid>:0`: it is left alone. */
    taken?: readonly string[]
    /**
     * What it replaces, the last one first: it must spend what that one spends, and pay more than any of them, or nodes that
     * have one of them refuse it.
     */
    replaced?: readonly ReplacedTransaction<N>[]
    /** How many payments `amount` is the sum of; 1 if left out. More than one only on bitcoin. */
    payments?: number
  }): Promise<NonNullable<TransferInputs[N]>>
  /** Resolves if the network has the transaction, also if it had it before. `beforeSent` comes right before the bytes leave. */
  broadcast(signed: { raw: string; txId: string; beforeSent: () => Promise<void> }): Promise<void>
  /** In base units. */
  balance(address: string, asset: PurchaseAsset): Promise<bigint>
  /** The newest payments to this address, newest first; of the assets in `incomingAssets` only. */
  incoming(address: string): Promise<IncomingPayment[]>
  /**
   * What transactions did to this address after the place of the last answer; null without one: everything, of a
   * wallet that has been there for so many seconds. What a chain may still take back is listed again. Null if this kind of node cannot list transactions; it has those
   * of the assets in `historyAssets`.
   */
  readonly history:
    | ((address: string, asked: { after: bigint | null; age: number }) => Promise<History>)
    | null
  effect(payment: ExpectedPayment): Promise<ObservedEffect>
  /** Null if this kind of node cannot tell, such as of ETH that a contract has sent. */
  received(payment: Pick<ExpectedPayment, 'txId' | 'asset' | 'to'>): Promise<ReceivedAmount | null>
}

export type TransferRequest<N extends Network = Network> = Parameters<ChainNode<N>['inputs']>[0]

/** The nodes of the networks that have one. */
export type ChainNodes = { readonly [N in Network]?: ChainNode<N> }
