import { createHash } from 'node:crypto'

/** There will never be more: 21 million bitcoin, in satoshi. */
export const maxMoney = 2_100_000_000_000_000n

export interface Outpoint {
  txId: string
  index: number
}

export interface TransactionInput extends Outpoint {
  script: Uint8Array
  sequence: number
  witness: Uint8Array[]
}

export interface TransactionOutput {
  amount: bigint
  script: Uint8Array
}

export interface BitcoinTransaction {
  /** The hash of the transaction without its witnesses. */
  id: string
  version: number
  inputs: TransactionInput[]
  outputs: TransactionOutput[]
  lockTime: number
  /** BIP-141: four virtual bytes' worth for each byte, one for each byte of a witness. */
  weight: number
}

/**
 * Reads the bytes of one transaction, with witnesses (BIP-144) or without, as strictly as nodes do: nothing may follow, no
 * number may have a longer form than needed. It shares no code with what builds and signs.
 */
export function readTransaction(bytes: Uint8Array): BitcoinTransaction {
  const reader = byteReader(bytes)
  const version = reader.uint32()
  const hasWitnesses = bytes[4] === 0
  if (hasWitnesses && (reader.uint8() !== 0 || reader.uint8() !== 1)) throw malformed('an unknown flag')

  const bodyStart = reader.position()
  const inputs = reader.list(() => readInput(reader))
  const outputs = reader.list(() => readOutput(reader))
  const bodyEnd = reader.position()
  if (inputs.length === 0 || outputs.length === 0) throw malformed('no input or no output')
  if (outputs.reduce((sum, { amount }) => sum + amount, 0n) > maxMoney) throw malformed('too much money')

  if (hasWitnesses) {
    for (const input of inputs) input.witness = reader.list(() => reader.string())
    if (inputs.every(({ witness }) => witness.length === 0)) throw malformed('witnesses without content')
  }
  const lockTimeStart = reader.position()
  const lockTime = reader.uint32()
  if (reader.position() !== bytes.length) throw malformed('bytes after its end')

  const stripped = [bytes.subarray(0, 4), bytes.subarray(bodyStart, bodyEnd), bytes.subarray(lockTimeStart)]
  const strippedSize = 8 + bodyEnd - bodyStart
  return {
    id: hashText(doubleSha256(...stripped)),
    version,
    inputs,
    outputs,
    lockTime,
    weight: 3 * strippedSize + bytes.length,
  }
}

export function doubleSha256(...parts: readonly Uint8Array[]): Buffer {
  const first = createHash('sha256')
  for (const part of parts) first.update(part)
  return createHash('sha256').update(first.digest()).digest()
}

/** Hashes are written with their last byte first. */
function hashText(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex')
}

type ByteReader = ReturnType<typeof byteReader>

function readInput(reader: ByteReader): TransactionInput {
  return {
    txId: hashText(reader.take(32)),
    index: reader.uint32(),
    script: reader.string(),
    sequence: reader.uint32(),
    witness: [],
  }
}

function readOutput(reader: ByteReader): TransactionOutput {
  const amount = reader.uint64()
  if (amount > maxMoney) throw malformed('too much money')
  return { amount, script: reader.string() }
}

/** All numbers are little endian. */
function byteReader(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let next = 0

  function take(length: number): Buffer {
    if (length > buffer.length - next) throw malformed('bytes missing')
    next += length
    return buffer.subarray(next - length, next)
  }

  /** One byte, or a prefix and two or four. Eight would count more than a block holds. */
  function compactSize(): number {
    const first = take(1).readUInt8()
    if (first < 0xfd) return first
    if (first === 0xff) throw malformed('a number too large')
    const size = first === 0xfd ? take(2).readUInt16LE() : take(4).readUInt32LE()
    if (size < (first === 0xfd ? 0xfd : 0x1_0000)) throw malformed('a number longer than needed')
    return size
  }

  return {
    take,
    position: () => next,
    uint8: () => take(1).readUInt8(),
    uint32: () => take(4).readUInt32LE(),
    uint64: () => take(8).readBigUInt64LE(),
    /** Bytes after their length. */
    string: () => take(compactSize()),
    /** Items after their count. A count that is too high ends with the bytes. */
    list<T>(read: () => T): T[] {
      const items: T[] = []
      for (let count = compactSize(); count > 0; count--) items.push(read())
      return items
    },
  }
}

function malformed(what: string): Error {
  return new Error(`Not a bitcoin transaction: ${what}.`)
}
