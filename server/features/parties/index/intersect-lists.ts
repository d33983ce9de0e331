import { flagCandidates, type ListChunk, maxNumbers, readNumbers } from './posting-lists.ts'

/** The numbers of a prefix: in a posting list, or already known, in ascending order. */
export type Source =
  | { key: string; isDense: boolean; parties: number }
  | { numbers: readonly number[]; parties: number }

/** The maximum number of parties that satisfy a clause. */
export function clauseSize(clause: readonly Source[]): number {
  return clause.reduce((sum, source) => sum + source.parties, 0)
}

export interface IntersectOptions {
  /**
   * A party matches if it is in one source of each clause. The smallest clause comes first: it gives the candidates,
   * which are then looked up in the others.
   */
  clauses: readonly (readonly Source[])[]
  /** The number of parties in the generation. */
  parties: number
  limit: number
  excluded: ReadonlySet<number>
  /** Returns those candidates that also satisfy what the lists do not cover. */
  check: (candidates: number[]) => Promise<number[]>
  /** Up to `count` chunks of each list, those that begin after `position`. */
  readNext: (lists: { key: string; position: number }[], count: number) => Promise<ListChunk[][]>
  /** The chunks of each list that can contain numbers from `from` up to but not including `end`. */
  readBetween: (keys: string[], from: number, end: number) => Promise<ListChunk[][]>
  /** The maximum number of chunks of a list that are read at once, so that the event loop is never blocked for long. */
  maxChunks: number
}

const checkedAtOnce = 1000
const numbersPerChunk = 1700

/** A source with the chunks that are needed at present. */
interface OpenSource {
  key: string | undefined
  isDense: boolean
  chunks: ListChunk[]
  numbers: readonly number[]
}

function openSource(source: Source): OpenSource {
  return 'key' in source
    ? { key: source.key, isDense: source.isDense, chunks: [], numbers: [] }
    : { key: undefined, isDense: false, chunks: [], numbers: source.numbers }
}

function listsOf(clause: readonly OpenSource[]): (OpenSource & { key: string })[] {
  return clause.filter((source): source is OpenSource & { key: string } => source.key !== undefined)
}

/**
 * The numbers of the parties that match, best first. Reads the lists range by range, from the best parties on, until
 * there are enough.
 */
export async function intersectLists(options: IntersectOptions): Promise<number[]> {
  const { parties, limit, excluded, check, readNext, readBetween, maxChunks } = options
  const [first = [], ...others] = options.clauses.map((clause) => clause.map(openSource))
  const otherLists = others.flatMap(listsOf)
  let reading = listsOf(first)
  // The probability that a candidate matches, if the clauses are independent.
  const probability = options.clauses
    .slice(1)
    .reduce((product, clause) => product * Math.min(1, clauseSize(clause) / parties), 1)
  // One more, because the range ends where the last chunk begins.
  let count = Math.min(Math.ceil((limit * 1.2) / probability / numbersPerChunk) + 1, maxChunks)
  const found: number[] = []
  for (let from = 0; from <= parties && found.length < limit; ) {
    const read = await readNext(
      reading.map(({ key, chunks }) => ({ key, position: chunks.at(-1)?.after ?? -1 })),
      count,
    )
    for (const [i, list] of reading.entries()) list.chunks.push(...(read[i] ?? []))
    reading = reading.filter((_, i) => read[i]?.length === count)
    const end = Math.min(parties, ...reading.map(({ chunks }) => chunks.at(-1)?.after ?? 0)) + 1

    let candidates = union(first, from, end)
    if (candidates.length > 0 && otherLists.length > 0) {
      const between = await readBetween(
        otherLists.map(({ key }) => key),
        candidates[0] as number,
        end,
      )
      for (const [i, list] of otherLists.entries()) list.chunks = between[i] ?? []
    }
    for (const clause of others) candidates = keepMatching(candidates, clause)
    const fresh = [...candidates].filter((number) => !excluded.has(number))
    for (let at = 0; at < fresh.length && found.length < limit; at += checkedAtOnce) {
      found.push(...(await check(fresh.slice(at, at + checkedAtOnce))))
    }
    for (const list of first) {
      // The chunk that reaches into the next range is needed again.
      const covering = list.chunks.findLastIndex(({ after }) => after < end)
      list.chunks = list.chunks.slice(Math.max(covering, 0))
    }
    from = end
    count = Math.min(count * 4, maxChunks)
  }
  return found.slice(0, limit)
}

/** The candidates that are in one of the sources. */
function keepMatching(candidates: Int32Array, clause: readonly OpenSource[]): Int32Array {
  const flags = new Uint8Array(candidates.length)
  for (const { chunks, isDense, numbers } of clause) {
    flagCandidates(chunks, isDense, candidates, flags)
    if (numbers.length > 0) {
      const set = new Set(numbers)
      for (const [i, candidate] of candidates.entries()) if (set.has(candidate)) flags[i] = 1
    }
  }
  return keepFlagged(candidates, flags)
}

/** The candidates that have a flag, in the same memory. */
function keepFlagged(candidates: Int32Array, flags: Uint8Array): Int32Array {
  let count = 0
  for (let i = 0; i < flags.length; i++) if (flags[i] === 1) candidates[count++] = candidates[i] as number
  return candidates.subarray(0, count)
}

function numbersOf({ chunks, isDense, numbers }: OpenSource, from: number, end: number): Int32Array {
  if (numbers.length > 0) return Int32Array.from(numbers.filter((number) => number >= from && number < end))
  const target = new Int32Array(maxNumbers(chunks, isDense))
  return target.subarray(0, readNumbers(chunks, isDense, from, end, target))
}

/** The numbers of all sources together. */
function union(sources: readonly OpenSource[], from: number, end: number): Int32Array {
  const [only] = sources
  if (only && sources.length === 1) return numbersOf(only, from, end)
  const bits = new Int32Array((end - from + 31) >>> 5)
  let count = 0
  for (const source of sources) {
    for (const number of numbersOf(source, from, end)) {
      const bit = number - from
      const word = bits[bit >> 5] as number
      const set = word | (1 << (bit & 31))
      if (set !== word) count += 1
      bits[bit >> 5] = set
    }
  }
  return setBits(bits, from, count)
}

function setBits(bits: Int32Array, from: number, count: number): Int32Array {
  const numbers = new Int32Array(count)
  let next = 0
  for (let i = 0; i < bits.length; i++) {
    if (bits[i] === 0) continue
    for (let word = bits[i] as number; word !== 0; word &= word - 1) {
      numbers[next++] = from + i * 32 + (31 - Math.clz32(word & -word))
    }
  }
  return numbers
}
