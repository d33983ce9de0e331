import { accountBits } from './account.ts'
import { cellOf, type ReadCell, readBagOfCells, sliceOf } from './cell-reader.ts'

export interface ReadTonMessage {
  wallet: { workchain: number; hash: Buffer }
  /** Null: the wallet is there already. */
  init: { hash: Buffer; codeHash: Buffer; data: ReadCell } | null
  signature: Buffer
  /** What is signed. */
  signedHash: Buffer
  walletId: number
  validUntil: number
  seqno: number
  operation: number
  mode: number
  payment: { workchain: number; hash: Buffer; isBounceable: boolean; amount: bigint; body: ReadCell }
  /** TEP-467: the hash of the message without its initial state. */
  normalizedHash: Buffer
}

type Slice = ReturnType<typeof sliceOf>

/**
 * Reads an external message to a wallet v4R2 that sends one message (block.tlb of the TON node: `ext_in_msg_info`,
 * `StateInit`, `int_msg_info`). Throws if it has anything else.
 */
export function readTonMessage(raw: Buffer): ReadTonMessage {
  const root = readBagOfCells(raw)
  const message = sliceOf(root)
  expectBits(message, '10', 'kind of message')
  expectBits(message, '00', 'source')
  const wallet = readAddress(message)
  if (message.coins() !== 0n) throw new Error('The message has an import fee.')
  const hasInit = message.take(1) === '1'
  if (hasInit) expectBits(message, '1', 'place of the initial state')
  const init = hasInit ? readInit(message.ref()) : null
  expectBits(message, '1', 'place of the body')
  const body = message.ref()
  message.end()
  return { wallet, init, ...readBody(body), normalizedHash: normalizedHash(wallet, body) }
}

function readInit(cell: ReadCell): NonNullable<ReadTonMessage['init']> {
  const state = sliceOf(cell)
  // No split depth, nothing special, code, data, no libraries.
  expectBits(state, '00110', 'initial state')
  const code = state.ref()
  const data = state.ref()
  state.end()
  return { hash: cell.hash, codeHash: code.hash, data }
}

function readBody(cell: ReadCell) {
  const body = sliceOf(cell)
  const signature = body.bytes(64)
  const walletId = body.number(32)
  const validUntil = body.number(32)
  const seqno = body.number(32)
  const operation = body.number(8)
  const mode = body.number(8)
  const paid = body.ref()
  body.end()
  // What follows the signature is hashed as a cell of its own.
  const signedHash = cellOf(cell.bits.slice(512), [paid]).hash
  return { signature, signedHash, walletId, validUntil, seqno, operation, mode, payment: readPayment(paid) }
}

function readPayment(cell: ReadCell): ReadTonMessage['payment'] {
  const paid = sliceOf(cell)
  // An internal message without instant hypercube routing.
  expectBits(paid, '01', 'kind of payment')
  const isBounceable = paid.take(1) === '1'
  // Not bounced, and from whoever sends it.
  expectBits(paid, '000', 'source of the payment')
  const to = readAddress(paid)
  const amount = paid.coins()
  // No other currencies, no fees, logical time and time of creation 0: the network fills them in.
  expectBits(paid, '0'.repeat(1 + 4 + 4 + 64 + 32), 'fields of the network')
  expectBits(paid, '0', 'initial state of the recipient')
  const isReference = paid.take(1) === '1'
  const body = isReference ? paid.ref() : paid.rest()
  paid.end()
  return { ...to, isBounceable, amount, body }
}

/** `addr_std` without anycast. */
function readAddress(slice: Slice): { workchain: number; hash: Buffer } {
  expectBits(slice, '100', 'form of an address')
  return { workchain: Buffer.of(slice.number(8)).readInt8(), hash: slice.bytes(32) }
}

/** `ext_in_msg_info` from nobody, without fee and initial state, its body in a reference. */
function normalizedHash({ workchain, hash }: ReadTonMessage['wallet'], body: ReadCell): Buffer {
  return cellOf(`1000${accountBits({ workchain, hash })}${'0000'}${'0'}${'1'}`, [body]).hash
}

function expectBits(slice: Slice, bits: string, what: string): void {
  if (slice.take(bits.length) !== bits) throw new Error(`The message has another ${what}.`)
}
