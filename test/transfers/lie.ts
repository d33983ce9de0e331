import type { PurchaseAsset } from '../../contract/money/assets.ts'

export type Answers = Record<string, (params: never) => unknown>

/** What signed bytes do, as a library that the service does not sign with reads them. */
export interface ReadPayment {
  to: string
  amount: bigint
  asset: string
  /** The most that the bytes let the network take; 0 where they say nothing about it. */
  fee: bigint
  /** What only one transaction can spend. Empty where there is no such thing. */
  spends: string[]
}

/** `signed`: the lie changes nothing that matters. Otherwise the code of the refusal. */
export type Outcome = 'signed' | 'node_unavailable' | 'already_spent' | (string & {})
/** What the node says instead, of the wallet with this address, and what must come of it. */
export type Lie = [expected: Outcome, says: (own: string) => Answers]

export interface PaymentKind {
  asset: PurchaseAsset
  terms: { amount: string; fee_ceiling: string }
  /** A ceiling for what replaces it. */
  higherCeiling: string
  to: string
  /** A node that tells the truth about a wallet that has what is needed, and has sent nothing. */
  honest: (own: string) => Answers
  /** By what the transaction takes from a node: each field of the inputs in the contract has at least one lie. */
  lies: Record<string, Record<string, Lie>>
  read: (raw: string, own: string) => ReadPayment
  /** Whether a transaction spends something that another one can be made to spend as well. */
  canBeReplaced: boolean
  /** That the network did not carry out these bytes; null where a transaction in a block cannot fail. */
  failure: ((signed: { txId: string; raw: string; from: string }) => Answers) | null
}
