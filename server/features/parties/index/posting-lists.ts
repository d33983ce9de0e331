import type { CommonPrefixes } from './prefix-counts.ts'

/**
 * A posting list: the numbers of the parties that have a prefix, in ascending order. It is stored in chunks of ASCII text,
 * because PostgreSQL and its driver pass text on as it is, and would convert bytes to longer text. There are two
 * encodings:
 * - Differences: each number is stored as its difference from the one before. The low six bits are in a character from 64
 *   on; higher bits come before it in characters from 32 to 63, five bits each. A chunk continues where the one before
 *   ended, so concatenated chunks are one list again.
 * - Bitmap (a _dense_ list, of a prefix that one party in six has): six bits per character from 64 on. Chunks without any
 *   bit set are not stored.
 */
export interface ListChunk {
  /** The number before the first one of the chunk; of a bitmap, the number of its first bit. */
  after: number
  numbers: Uint8Array
}

/** Must be written before the next number is added, because its memory is reused. */
export interface WrittenChunk extends ListChunk {
  /** The two halves of the prefix's key. */
  high: number
  low: number
  /** Chunks with the same part are merged. */
  part: number
}

const bitsPerCharacter = 6

const maxChunkSize = 128
/** Merged chunks are read faster. Longer ones would be moved out of the table's row by PostgreSQL (TOAST). */
const chunksPerPart = 14
const bitmapSpan = maxChunkSize * chunksPerPart * bitsPerCharacter
const maxNumberLength = 6
/** The lowest character that ends a number or contains bits. */
const lastCharacter = 64
/** For all unfinished chunks together. With more prefixes than expected, chunks get smaller. */
const memory = 48 * 1024 * 1024

/** How far the first five of the high bits of a difference are shifted. */
function shiftOf(difference: number): number {
  if (difference < 1 << 6) return 1
  if (difference < 1 << 11) return 6
  if (difference < 1 << 16) return 11
  if (difference < 1 << 21) return 16
  if (difference < 1 << 26) return 21
  return 26
}

function emptyBitmap(): Uint8Array {
  return new Uint8Array(bitmapSpan / bitsPerCharacter).fill(lastCharacter)
}

export type ListWriter = ReturnType<typeof createListWriter>

export function createListWriter(
  prefixes: CommonPrefixes,
  parties: number,
  write: (chunk: WrittenChunk) => void,
) {
  const chunkSize = Math.max(
    4 * maxNumberLength,
    Math.min(maxChunkSize, Math.floor(memory / Math.max(prefixes.count, 1))),
  )
  const chunks = new Uint8Array(prefixes.count * chunkSize)
  const filled = new Uint16Array(prefixes.count)
  const starts = new Uint32Array(prefixes.count)
  const written = new Uint32Array(prefixes.count)
  const lasts = new Uint32Array(prefixes.count)
  const totals = new Uint32Array(prefixes.count)
  const bitmaps = new Map<number, Uint8Array>()
  for (let prefix = 0; prefix < prefixes.count; prefix++) {
    if ((prefixes.counts[prefix] as number) * bitsPerCharacter >= parties) bitmaps.set(prefix, emptyBitmap())
  }

  function writeChunk(prefix: number, numbers: Uint8Array, part: number): void {
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
    const at = prefix * chunkSize
    const part = Math.floor((written[prefix] as number) / chunksPerPart)
    writeChunk(prefix, chunks.subarray(at, at + (filled[prefix] as number)), part)
    filled[prefix] = 0
    starts[prefix] = lasts[prefix] as number
  }

  function finishBitmap(prefix: number, bits: Uint8Array): void {
    writeChunk(prefix, bits, written[prefix] as number)
    bits.fill(lastCharacter)
  }

  function addDifference(prefix: number, number: number): void {
    if ((filled[prefix] as number) + maxNumberLength > chunkSize) finishDifferences(prefix)
    const difference = number - (lasts[prefix] as number)
    const start = prefix * chunkSize
    let at = start + (filled[prefix] as number)
    for (let shift = shiftOf(difference); shift >= 6; shift -= 5) {
      chunks[at++] = 32 | ((difference >>> shift) & 31)
    }
    chunks[at++] = lastCharacter | (difference & 63)
    filled[prefix] = at - start
  }

  function addBit(prefix: number, bits: Uint8Array, number: number): void {
    const start = number - (number % bitmapSpan)
    if (start !== starts[prefix]) {
      if (totals[prefix] !== 0) finishBitmap(prefix, bits)
      starts[prefix] = start
    }
    const bit = number - (starts[prefix] as number)
    const at = Math.floor(bit / bitsPerCharacter)
    bits[at] = (bits[at] as number) | (1 << (bit % bitsPerCharacter))
  }

  return {
    /** The number of parties of each prefix. */
    totals,
    isDense: (prefix: number) => bitmaps.has(prefix),
    /** Numbers have to come in ascending order. A number that was just added is not added again. */
    add(prefix: number, number: number): void {
      if (lasts[prefix] === number) return
      const bits = bitmaps.get(prefix)
      if (bits) addBit(prefix, bits, number)
      else addDifference(prefix, number)
      lasts[prefix] = number
      totals[prefix] = (totals[prefix] as number) + 1
    },
    /** Writes the last chunk of a prefix's list. */
    end(prefix: number): void {
      const bits = bitmaps.get(prefix)
      if (bits && totals[prefix] !== 0) finishBitmap(prefix, bits)
      else if (filled[prefix] !== 0) finishDifferences(prefix)
    },
  }
}

// The functions below process millions of numbers per search. Local integers (hence `| 0`) and plain loops make them several
// times faster.

/** The maximum number of numbers in the chunks. */
export function maxNumbers(chunks: readonly ListChunk[], isDense: boolean): number {
  return chunks.reduce((sum, { numbers }) => sum + numbers.length, 0) * (isDense ? bitsPerCharacter : 1)
}

/** Writes the numbers from `from` up to but not including `end` to `target` and returns their count. */
export function readNumbers(
  chunks: readonly ListChunk[],
  isDense: boolean,
  from: number,
  end: number,
  target: Int32Array,
): number {
  let count = 0
  for (const chunk of chunks) {
    count = isDense
      ? readBits(chunk, from, end, target, count)
      : readDifferences(chunk, from, end, target, count)
  }
  return count
}

function readDifferences(
  { after, numbers: characters }: ListChunk,
  from: number,
  end: number,
  target: Int32Array,
  count: number,
): number {
  const { length } = characters
  let number = after | 0
  let next = count | 0
  let at = 0
  while (at < length) {
    let character = characters[at++] as number
    let high = 0
    while (character < lastCharacter) {
      high = (high << 5) | (character & 31)
      character = characters[at++] as number
    }
    number = (number + ((high << 6) | (character & 63))) | 0
    if (number >= end) break
    if (number >= from) target[next++] = number
  }
  return next
}

function readBits(
  { after, numbers: characters }: ListChunk,
  from: number,
  end: number,
  target: Int32Array,
  count: number,
): number {
  const { length } = characters
  let next = count | 0
  for (let at = 0; at < length; at++) {
    const first = (after + at * bitsPerCharacter) | 0
    for (let six = (characters[at] as number) & 63; six !== 0; six &= six - 1) {
      const number = (first + 31 - Math.clz32(six & -six)) | 0
      if (number >= from && number < end) target[next++] = number
    }
  }
  return next
}

/**
 * Sets the flag of every candidate that is in the list. Candidates are in ascending order. Chunks that cannot contain one
 * are skipped.
 */
export function flagCandidates(
  chunks: readonly ListChunk[],
  isDense: boolean,
  candidates: Int32Array,
  flags: Uint8Array,
): void {
  const count = candidates.length
  let candidate = 0
  for (const [i, chunk] of chunks.entries()) {
    const following = chunks[i + 1]
    while (candidate < count && (candidates[candidate] as number) < chunk.after) candidate += 1
    if (candidate === count) return
    // The last number of a chunk is the `after` of the following one.
    if (following && (candidates[candidate] as number) > following.after) continue
    candidate = isDense
      ? flagInBits(chunk, candidates, count, candidate, flags)
      : flagInDifferences(chunk, candidates, count, candidate, flags)
  }
}

/** Both functions return the index of the first candidate after the chunk. */
function flagInDifferences(
  { after, numbers: characters }: ListChunk,
  candidates: Int32Array,
  count: number,
  first: number,
  flags: Uint8Array,
): number {
  const { length } = characters
  let number = after | 0
  let candidate = first | 0
  let looked = candidates[candidate] as number
  let at = 0
  while (at < length) {
    let character = characters[at++] as number
    let high = 0
    while (character < lastCharacter) {
      high = (high << 5) | (character & 31)
      character = characters[at++] as number
    }
    number = (number + ((high << 6) | (character & 63))) | 0
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
  { after, numbers: characters }: ListChunk,
  candidates: Int32Array,
  count: number,
  first: number,
  flags: Uint8Array,
): number {
  const end = after + characters.length * bitsPerCharacter
  let candidate = first
  for (; candidate < count && (candidates[candidate] as number) < end; candidate++) {
    const bit = (candidates[candidate] as number) - after
    const character = characters[(bit / bitsPerCharacter) | 0] as number
    if (((character >> (bit % bitsPerCharacter)) & 1) === 1) flags[candidate] = 1
  }
  return candidate
}
