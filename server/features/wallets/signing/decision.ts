import type { Decided } from '../../../platform/authorization/decided.ts'
import type { PlannedTransaction, UnsignedTransaction } from './model.ts'

/** The key of a wallet: the mnemonic of this generation of the organization, and the path from it. */
export interface KeyPlace {
  generation: number
  path: string
}

/** How the service knows that the destination is the one that was meant; the thread that signs looks again. */
export type DestinationEvidence =
  /** It is derived from the mnemonic of the organization, or of this one, whose request is delivered. */
  | ({ ownership: 'own_wallet'; organization_id?: string } & KeyPlace)
  /** Its owner has signed a message. */
  | { ownership: 'signed_message'; message: string; signature: string; public_key: string | null }
  | { ownership: 'declared' }

/** A decision to sign: all that the thread knows of the transfer, and all that is signed. It is stored and proven as JSON. */
export interface SigningDecision extends Decided {
  transfer_id: string
  /** Of the intent that people have approved. */
  digest: string
  organization_id: string
  from: KeyPlace
  to: DestinationEvidence
  transaction: EncodedTransaction
  planned: { amount: string; fee: string; spends: string[]; valid_until: number | null }
  /** The batch under whose decision it is signed: then nobody has voted on this transfer alone. */
  batch_id?: string
  /**
   * Of a batch that is one transaction: which of its outputs pays this transfer. Then `transaction` is the same in the
   * decisions about all of them, and `planned` has the amount of this one and its share of the fee.
   */
  output?: number
}

/** What is proven of a batch of transfers. */
export interface ProvenBatch {
  id: string
  organization_id: string
  network: string
  members: { transfer_id: string; digest: string }[]
  /** Transfers that were cancelled since. */
  withdrawn: string[]
  /** Who decided it, by whose votes, as JSON; null before. */
  decision: string | null
  expires_at: string | null
}

/** Whether the batch was decided, and this is the decision about one of its transfers. */
export function isUnder(
  batch: ProvenBatch,
  { batch_id, transfer_id, digest, organization_id, at }: Omit<SigningDecision, 'transaction'>,
): boolean {
  return (
    batch.id === batch_id &&
    batch.organization_id === organization_id &&
    batch.decision !== null &&
    batch.expires_at !== null &&
    at < batch.expires_at &&
    !batch.withdrawn.includes(transfer_id) &&
    batch.members.some((member) => member.transfer_id === transfer_id && member.digest === digest)
  )
}

/** A transaction as JSON: numbers of any size and bytes are written as objects with one field. */
export type EncodedTransaction = { readonly [field: string]: unknown }

export function encodeTransaction(transaction: UnsignedTransaction): EncodedTransaction {
  return encoded(transaction) as EncodedTransaction
}

export function decodeTransaction(transaction: EncodedTransaction): UnsignedTransaction {
  return decoded(transaction) as UnsignedTransaction
}

export function plannedInDecision({ amount, fee, spends, validUntil }: PlannedTransaction) {
  return { amount: amount.toString(), fee: fee.toString(), spends, valid_until: validUntil }
}

function encoded(value: unknown): unknown {
  if (typeof value === 'bigint') return { integer: value.toString() }
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') }
  return eachOf(value, encoded)
}

function decoded(value: unknown): unknown {
  if (isObject(value) && typeof value.integer === 'string') return BigInt(value.integer)
  if (isObject(value) && typeof value.hex === 'string') return new Uint8Array(Buffer.from(value.hex, 'hex'))
  return eachOf(value, decoded)
}

function eachOf(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, change(field)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
