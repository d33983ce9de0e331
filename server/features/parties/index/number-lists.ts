import type { CommonPrefixes } from './prefix-counts.ts'

/**
 * The numbers of the parties that have a prefix, in ascending order, in one of two forms. A list is kept in pieces, as
 * text of ASCII signs: PostgreSQL and its driver pass texts on as they are, and would turn bytes into longer texts.
 * - Each number as its difference from the one before: its last six bits in a sign from 64 on, what is above them before
 *   it in signs from 32 to 63, five bits each. A piece goes on where the one before ended, so pieces put together are
 *   one list again.
 * - A _dense_ list, of a prefix that one party in six has, as bits, six to a sign from 64 on. A piece without any is left
 *   out.
 */
export interface ListPiece {
  /** The number after which the piece goes on; of a dense list, the number of its first bit. */
  after: number
  numbers: Uint8Array
}

/** To be written before the next number is added: the memory is used again. */
export interface WrittenPiece extends ListPiece {
  /** The key of the prefix in halves. */
  high: number
  low: number
  /** Pieces of the same part are put together. */
  part: number
}

const bitsInSign = 6

const largestPiece = 128
/** Put together, pieces are read sooner; longer ones PostgreSQL would store apart. */
const piecesInPart = 14
const denseSpan = largestPiece * piecesInPart * bitsInSign
const longestNumber = 6
/** The lowest sign that ends a number, or holds bits. */
const lastSign = 64
/** All unfinished pieces together; with more prefixes than expected, the pieces get smaller. */
const memory = 48 * 1024 * 1024

/** Of a difference in signs of five bits each above the last six, how far the first is shifted. */
function shiftOf(difference: number): number {
  if (difference < 1 << 6) return 1
  if (difference < 1 << 11) return 6
  if (difference < 1 << 16) return 11
  if (difference < 1 << 21) return 16
  if (difference < 1 << 26) return 21
  return 26
}

function emptyBits(): Uint8Array {
  return new Uint8Array(denseSpan / bitsInSign).fill(lastSign)
}

export type ListWriter = ReturnType<typeof createListWriter>

export function createListWriter(
  prefixes: CommonPrefixes,
  parties: number,
  write: (piece: WrittenPiece) => void,
) {
  const pieceSize = Math.max(
    4 * longestNumber,
    Math.min(largestPiece, Math.floor(memory / Math.max(prefixes.count, 1))),
  )
  const pieces = new Uint8Array(prefixes.count * pieceSize)
  const filled = new Uint16Array(prefixes.count)
  const starts = new Uint32Array(prefixes.count)
  const written = new Uint32Array(prefixes.count)
  const lasts = new Uint32Array(prefixes.count)
  const totals = new Uint32Array(prefixes.count)
  const bitsOf = new Map<number, Uint8Array>()
  for (let prefix = 0; prefix < prefixes.count; prefix++) {
    if ((prefixes.counts[prefix] as number) * bitsInSign >= parties) bitsOf.set(prefix, emptyBits())
  }

  function writePiece(prefix: number, numbers: Uint8Array, part: number): void {
    write({
      high: prefixes.highs[prefix] as number,
      low: prefixes.lows[prefix] as number,
      part,
      after: starts[prefix] as number,
      numbers,
    })
    written[prefix] = (written[prefix] as number) + 1
  }

  function finishDifferences(prefix: number): void {
    const at = prefix * pieceSize
    const part = Math.floor((written[prefix] as number) / piecesInPart)
    writePiece(prefix, pieces.subarray(at, at + (filled[prefix] as number)), part)
    filled[prefix] = 0
    starts[prefix] = lasts[prefix] as number
  }

  function finishBits(prefix: number, bits: Uint8Array): void {
    writePiece(prefix, bits, written[prefix] as number)
    bits.fill(lastSign)
  }

  function addDifference(prefix: number, number: number): void {
    if ((filled[prefix] as number) + longestNumber > pieceSize) finishDifferences(prefix)
    const difference = number - (lasts[prefix] as number)
    const start = prefix * pieceSize
    let at = start + (filled[prefix] as number)
    for (let shift = shiftOf(difference); shift >= 6; shift -= 5) {
      pieces[at++] = 32 | ((difference >>> shift) & 31)
    }
    pieces[at++] = lastSign | (difference & 63)
    filled[prefix] = at - start
  }

  function addBit(prefix: number, bits: Uint8Array, number: number): void {
    const start = number - (number % denseSpan)
    if (start !== starts[prefix]) {
      if (totals[prefix] !== 0) finishBits(prefix, bits)
      starts[prefix] = start
    }
    const bit = number - (starts[prefix] as number)
    const at = Math.floor(bit / bitsInSign)
    bits[at] = (bits[at] as number) | (1 << (bit % bitsInSign))
  }

  return {
    /** How many parties each prefix has, by its number. */
    totals,
    isDense: (prefix: number) => bitsOf.has(prefix),
    /** Numbers come in ascending order; one that is there already is not added again. */
    add(prefix: number, number: number): void {
      if (lasts[prefix] === number) return
      const bits = bitsOf.get(prefix)
      if (bits) addBit(prefix, bits, number)
      else addDifference(prefix, number)
      lasts[prefix] = number
      totals[prefix] = (totals[prefix] as number) + 1
    },
    /** Writes what is left of the list of a prefix. */
    end(prefix: number): void {
      const bits = bitsOf.get(prefix)
      if (bits && totals[prefix] !== 0) finishBits(prefix, bits)
      else if (filled[prefix] !== 0) finishDifferences(prefix)
    },
  }
}

// What follows goes through millions of numbers for a search. That it works on local whole numbers (hence `| 0`) and plain
// loops makes it several times as fast.

/** How many numbers the pieces can hold at most. */
export function mostNumbers(pieces: readonly ListPiece[], isDense: boolean): number {
  return pieces.reduce((sum, { numbers }) => sum + numbers.length, 0) * (isDense ? bitsInSign : 1)
}

/** Puts the numbers from `from` on and below `end` into `target`, and returns how many there are. */
export function readNumbers(
  pieces: readonly ListPiece[],
  isDense: boolean,
  from: number,
  end: number,
  target: Int32Array,
): number {
  let count = 0
  for (const piece of pieces) {
    count = isDense
      ? readBits(piece, from, end, target, count)
      : readDifferences(piece, from, end, target, count)
  }
  return count
}

function readDifferences(
  { after, numbers: signs }: ListPiece,
  from: number,
  end: number,
  target: Int32Array,
  count: number,
): number {
  const { length } = signs
  let number = after | 0
  let next = count | 0
  let at = 0
  while (at < length) {
    let sign = signs[at++] as number
    let high = 0
    while (sign < lastSign) {
      high = (high << 5) | (sign & 31)
      sign = signs[at++] as number
    }
    number = (number + ((high << 6) | (sign & 63))) | 0
    if (number >= end) break
    if (number >= from) target[next++] = number
  }
  return next
}

function readBits(
  { after, numbers: signs }: ListPiece,
  from: number,
  end: number,
  target: Int32Array,
  count: number,
): number {
  const { length } = signs
  let next = count | 0
  for (let at = 0; at < length; at++) {
    const first = (after + at * bitsInSign) | 0
    for (let six = (signs[at] as number) & 63; six !== 0; six &= six - 1) {
      const number = (first + 31 - Math.clz32(six & -six)) | 0
      if (number >= from && number < end) target[next++] = number
    }
  }
  return next
}

/**
 * Sets the flag of every candidate that is in the list. Candidates are in ascending order; pieces in which none can be are
 * not read.
 */
export function flagCandidates(
  pieces: readonly ListPiece[],
  isDense: boolean,
  candidates: Int32Array,
  flags: Uint8Array,
): void {
  const count = candidates.length
  let candidate = 0
  for (const [i, piece] of pieces.entries()) {
    const following = pieces[i + 1]
    while (candidate < count && (candidates[candidate] as number) < piece.after) candidate += 1
    if (candidate === count) return
    // A piece ends with the number after which the following one goes on.
    if (following && (candidates[candidate] as number) > following.after) continue
    candidate = isDense
      ? flagInBits(piece, candidates, count, candidate, flags)
      : flagInDifferences(piece, candidates, count, candidate, flags)
  }
}

/** Both return the first candidate that lies behind the piece. */
function flagInDifferences(
  { after, numbers: signs }: ListPiece,
  candidates: Int32Array,
  count: number,
  first: number,
  flags: Uint8Array,
): number {
  const { length } = signs
  let number = after | 0
  let candidate = first | 0
  let looked = candidates[candidate] as number
  let at = 0
  while (at < length) {
    let sign = signs[at++] as number
    let high = 0
    while (sign < lastSign) {
      high = (high << 5) | (sign & 31)
      sign = signs[at++] as number
    }
    number = (number + ((high << 6) | (sign & 63))) | 0
    while (looked < number) {
      candidate += 1
      if (candidate >= count) return candidate
      looked = candidates[candidate] as number
    }
    if (looked === number) flags[candidate] = 1
  }
  return candidate
}

function flagInBits(
  { after, numbers: signs }: ListPiece,
  candidates: Int32Array,
  count: number,
  first: number,
  flags: Uint8Array,
): number {
  const end = after + signs.length * bitsInSign
  let candidate = first
  for (; candidate < count && (candidates[candidate] as number) < end; candidate++) {
    const bit = (candidates[candidate] as number) - after
    const sign = signs[(bit / bitsInSign) | 0] as number
    if (((sign >> (bit % bitsInSign)) & 1) === 1) flags[candidate] = 1
  }
  return candidate
}
