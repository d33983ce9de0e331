import { flagCandidates, type ListPiece, mostNumbers, readNumbers } from './number-lists.ts'

/** Where the numbers of a prefix are: in a list, or known already, in ascending order. */
export type Source =
  | { key: string; isDense: boolean; parties: number }
  | { numbers: readonly number[]; parties: number }

/** How many parties a need has at most. */
export function sizeOf(need: readonly Source[]): number {
  return need.reduce((sum, source) => sum + source.parties, 0)
}

export interface CompareOptions {
  /**
   * A party fits if it is in one source of each need. The smallest need comes first: it gives the candidates, and the
   * others are looked through for them.
   */
  needs: readonly (readonly Source[])[]
  /** How many parties there are. */
  parties: number
  wanted: number
  known: ReadonlySet<number>
  /** Keeps those of the candidates that fit in every other respect. */
  check: (candidates: number[]) => Promise<number[]>
  /** Up to `count` pieces of each list, those that begin behind `position`. */
  readOn: (lists: { key: string; position: number }[], count: number) => Promise<ListPiece[][]>
  /** The pieces of each list that can have numbers from `from` on and below `end`. */
  readBetween: (keys: string[], from: number, end: number) => Promise<ListPiece[][]>
  /** The most pieces of a list that are read at a time, so that other work is not kept waiting for long. */
  piecesAtOnce: number
}

const checkedAtOnce = 1000
const numbersInPiece = 1700

/** A source with those of its pieces that are needed at present. */
interface OpenSource {
  key: string | undefined
  isDense: boolean
  pieces: ListPiece[]
  numbers: readonly number[]
}

function openSource(source: Source): OpenSource {
  return 'key' in source
    ? { key: source.key, isDense: source.isDense, pieces: [], numbers: [] }
    : { key: undefined, isDense: false, pieces: [], numbers: source.numbers }
}

function listsOf(need: readonly OpenSource[]): (OpenSource & { key: string })[] {
  return need.filter((source): source is OpenSource & { key: string } => source.key !== undefined)
}

/**
 * Numbers of the parties that fit every need and are not known yet, the best first: stretch by stretch of the lists, until
 * there are enough.
 */
export async function compareLists(options: CompareOptions): Promise<number[]> {
  const { parties, wanted, known, check, readOn, readBetween, piecesAtOnce } = options
  const [first = [], ...others] = options.needs.map((need) => need.map(openSource))
  const otherLists = others.flatMap(listsOf)
  let reading = listsOf(first)
  // How likely a candidate fits, if the words have nothing to do with each other.
  const chance = options.needs
    .slice(1)
    .reduce((product, need) => product * Math.min(1, sizeOf(need) / parties), 1)
  // One more, because a stretch ends where the last piece begins.
  let count = Math.min(Math.ceil((wanted * 1.2) / chance / numbersInPiece) + 1, piecesAtOnce)
  const found: number[] = []
  for (let from = 0; from <= parties && found.length < wanted; ) {
    const arrived = await readOn(
      reading.map(({ key, pieces }) => ({ key, position: pieces.at(-1)?.after ?? -1 })),
      count,
    )
    for (const [i, list] of reading.entries()) list.pieces.push(...(arrived[i] ?? []))
    reading = reading.filter((_, i) => arrived[i]?.length === count)
    const end = Math.min(parties, ...reading.map(({ pieces }) => pieces.at(-1)?.after ?? 0)) + 1

    let candidates = inAny(first, from, end)
    if (candidates.length > 0 && otherLists.length > 0) {
      const between = await readBetween(
        otherLists.map(({ key }) => key),
        candidates[0] as number,
        end,
      )
      for (const [i, list] of otherLists.entries()) list.pieces = between[i] ?? []
    }
    for (const need of others) candidates = keepFound(candidates, need)
    const unknown = [...candidates].filter((number) => !known.has(number))
    for (let at = 0; at < unknown.length && found.length < wanted; at += checkedAtOnce) {
      found.push(...(await check(unknown.slice(at, at + checkedAtOnce))))
    }
    for (const list of first) {
      // The piece that reaches beyond the stretch is needed again.
      const covering = list.pieces.findLastIndex(({ after }) => after < end)
      list.pieces = list.pieces.slice(Math.max(covering, 0))
    }
    from = end
    count = Math.min(count * 4, piecesAtOnce)
  }
  return found.slice(0, wanted)
}

/** The candidates that are in one of the sources. */
function keepFound(candidates: Int32Array, need: readonly OpenSource[]): Int32Array {
  const flags = new Uint8Array(candidates.length)
  for (const { pieces, isDense, numbers } of need) {
    flagCandidates(pieces, isDense, candidates, flags)
    if (numbers.length > 0) {
      const set = new Set(numbers)
      for (const [i, candidate] of candidates.entries()) if (set.has(candidate)) flags[i] = 1
    }
  }
  return flagged(candidates, flags)
}

/** Those with a flag, in the memory that they had. */
function flagged(candidates: Int32Array, flags: Uint8Array): Int32Array {
  let count = 0
  for (let i = 0; i < flags.length; i++) if (flags[i] === 1) candidates[count++] = candidates[i] as number
  return candidates.subarray(0, count)
}

function numbersOf({ pieces, isDense, numbers }: OpenSource, from: number, end: number): Int32Array {
  if (numbers.length > 0) return Int32Array.from(numbers.filter((number) => number >= from && number < end))
  const target = new Int32Array(mostNumbers(pieces, isDense))
  return target.subarray(0, readNumbers(pieces, isDense, from, end, target))
}

/** The numbers of all sources together. */
function inAny(sources: readonly OpenSource[], from: number, end: number): Int32Array {
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
