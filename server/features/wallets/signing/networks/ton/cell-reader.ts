import { createHash } from 'node:crypto'

/** A cell: up to 1023 bits and four references. */
export interface ReadCell {
  bits: string
  refs: ReadCell[]
  hash: Buffer
  depth: number
}

/**
 * Reads a bag of cells (TVM whitepaper 3.1, crypto/tl/boc.tlb of the TON node): one root, no index, a checksum, ordinary
 * cells only. Throws if anything is left over or written in another way.
 */
export function readBagOfCells(bytes: Buffer): ReadCell {
  if (bytes.length < 16 || bytes.readUInt32BE(0) !== 0xb5ee9c72) throw new Error('This is no bag of cells.')
  const end = bytes.length - 4
  if (crc32c(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) throw new Error('The checksum is wrong.')
  let position = 4

  function number(length: number): number {
    if (position + length > end) throw new Error('The bag is too short.')
    position += length
    return bytes.readUIntBE(position - length, length)
  }

  // Flags 0|1|0|00: no index, a checksum, no cached bits. Then the bytes of a reference: one is enough for 255 cells.
  if (number(1) !== 0x41) throw new Error('The bag has another form.')
  const offsetBytes = number(1)
  if (offsetBytes < 1 || offsetBytes > 4) throw new Error('The bag has another form.')
  const count = number(1)
  if (count === 0 || number(1) !== 1 || number(1) !== 0) throw new Error('The bag must have one root.')
  const size = number(offsetBytes)
  if (number(1) !== 0) throw new Error('The first cell must be the root.')
  if (position + size !== end) throw new Error('The size of the cells is wrong.')

  const cells = Array.from({ length: count }, (_, index) => {
    const descriptor = number(1)
    const halfBytes = number(1)
    // More than four: an exotic cell, or one of another level.
    if (descriptor > 4) throw new Error('Only ordinary cells are expected.')
    const data = Buffer.from(Array.from({ length: Math.ceil(halfBytes / 2) }, () => number(1)))
    const refs = Array.from({ length: descriptor }, () => number(1))
    // Only forward, so that there is no circle.
    if (refs.some((ref) => ref <= index || ref >= count)) throw new Error('A reference leads nowhere.')
    return { halfBytes, data, refs }
  })
  if (position !== end) throw new Error('Something follows the cells.')
  const isReferenced = new Set(cells.flatMap(({ refs }) => refs))
  if (isReferenced.size !== count - 1) throw new Error('A cell belongs to nothing.')

  const read: ReadCell[] = []
  for (const [index, { halfBytes, data, refs }] of [...cells.entries()].reverse())
    read[index] = cellOf(
      bitsOf(data, halfBytes % 2 === 1),
      refs.map((ref) => read[ref] as ReadCell),
    )
  return read[0] as ReadCell
}

/** The hash of a cell: sha256(number of references | half bytes | data | depths of the references | their hashes). */
export function cellOf(bits: string, refs: ReadCell[]): ReadCell {
  const isFull = bits.length % 8 === 0
  const padded = isFull ? bits : `${bits}1`.padEnd(Math.ceil(bits.length / 8) * 8, '0')
  const data = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const hash = createHash('sha256').update(
    Buffer.of(refs.length, data.length * 2 - (isFull ? 0 : 1), ...data),
  )
  for (const { depth } of refs) hash.update(Buffer.of(depth >> 8, depth & 0xff))
  for (const ref of refs) hash.update(ref.hash)
  const depth = refs.length === 0 ? 0 : Math.max(...refs.map((ref) => ref.depth)) + 1
  return { bits, refs, hash: hash.digest(), depth }
}

/** A last byte that is not full ends with a one and zeros. */
function bitsOf(data: Buffer, isPadded: boolean): string {
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  if (!isPadded) return bits
  const end = bits.lastIndexOf('1')
  if (end < bits.length - 7) throw new Error('The last byte of a cell is not padded.')
  return bits.slice(0, end)
}

/** CRC-32C, Castagnoli. */
function crc32c(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f6_3b78 : crc >>> 1
  }
  return (crc ^ 0xffff_ffff) >>> 0
}

/** Reads the bits and references of a cell one after the other. */
export function sliceOf({ bits, refs }: ReadCell) {
  let position = 0
  let next = 0

  function take(length: number): string {
    if (position + length > bits.length) throw new Error('The cell is too short.')
    position += length
    return bits.slice(position - length, position)
  }
  function uint(length: number): bigint {
    return length === 0 ? 0n : BigInt(`0b${take(length)}`)
  }

  return {
    take,
    number: (length: number) => Number(uint(length)),
    bytes: (length: number) =>
      Buffer.from(
        uint(length * 8)
          .toString(16)
          .padStart(length * 2, '0'),
        'hex',
      ),
    /** `VarUInteger 16`: the number of bytes in four bits, and as few bytes as possible. */
    coins(): bigint {
      const length = Number(uint(4))
      const value = uint(length * 8)
      if (length > 0 && value < 1n << BigInt(length * 8 - 8)) throw new Error('An amount is too long.')
      return value
    },
    ref(): ReadCell {
      const ref = refs[next++]
      if (ref === undefined) throw new Error('A reference is missing.')
      return ref
    },
    /** All that is left, as a cell of its own. */
    rest(): ReadCell {
      const left = cellOf(bits.slice(position), refs.slice(next))
      position = bits.length
      next = refs.length
      return left
    },
    end(): void {
      if (position !== bits.length || next !== refs.length) throw new Error('Something is left in a cell.')
    },
  }
}
