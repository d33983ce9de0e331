import { inMebibytes, mebibyte } from '../../../platform/memory.ts'
import type { ListEntry } from '../model/entry.ts'
import { refused } from './list-refused.ts'

// Measured with `buildScreeningIndex`, from the lists that need least to those in which no word is there twice.
const bytesPerCharacter = 2.75
const bytesPerName = 290
const bytesPerWord = 400
/** A word is found by its deletions, whose number grows with the square of its length. */
const bytesPerLetterPair = 8
const longestWord = 40

/** Beside lists: the service itself, and half of the memory is for PostgreSQL, threads and uploads. */
const withoutLists = 100 * mebibyte
/** More is neither in the heap of Node nor in that of a thread. */
const mostForLists = 3_072 * mebibyte
const fewThreadsBelow = 2_048 * mebibyte

/** What all lists together may use, of all memory that there is. */
export function memoryForLists(limit: number): number {
  return Math.max(0, Math.min(limit / 2 - withoutLists, mostForLists))
}

/** How many threads compare a book with a list. Each has its own index. */
export function comparisonThreads(limit: number): number {
  return limit < fewThreadsBelow ? 1 : 2
}

/** About how much memory entries need once they are loaded, without loading them. */
export function createListSize() {
  /** Which words were there, by a hash: one bit each. */
  const known = new Uint8Array(512 * 1024)
  let bytes = 0

  function isNew(word: string): boolean {
    let hash = 0x811c9dc5
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
    const bit = (hash >>> 0) % (known.length * 8)
    const [at, mask] = [bit >> 3, 1 << (bit & 7)]
    if (((known[at] as number) & mask) !== 0) return false
    known[at] = (known[at] as number) | mask
    return true
  }

  return {
    add(entry: ListEntry): void {
      bytes += bytesPerCharacter * JSON.stringify(entry).length
      for (const { name } of entry.names) {
        bytes += bytesPerName
        for (const word of name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
          if (isNew(word))
            bytes += bytesPerWord + bytesPerLetterPair * Math.min(word.length, longestWord) ** 2
      }
    },
    bytes: () => bytes,
  }
}

/**
 * Throws ListRefused if the list does not fit. While it replaces its predecessor both are there, and each thread that
 * compares the parties with it has it once more.
 */
export function refuseUnlessFits(sizes: { list: number; others: number }, limit: number): void {
  const needed = sizes.others + sizes.list * (2 + comparisonThreads(limit))
  const available = memoryForLists(limit)
  if (needed > available)
    throw refused('list_too_large', { needed: inMebibytes(needed), available: inMebibytes(available) })
}
