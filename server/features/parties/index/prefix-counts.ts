import { longestKeyed, type PrefixKind, seeds, stepHigh, stepLow } from './prefixes.ts'

/** Prefixes by their keys, each with a number. 0 in both halves of a key marks a free place. */
interface PrefixTable {
  keys: Uint32Array<ArrayBuffer>
  values: Uint32Array<ArrayBuffer>
  mask: number
  size: number
}

function emptyTable(capacity: number): PrefixTable {
  return {
    keys: new Uint32Array(capacity * 2),
    values: new Uint32Array(capacity),
    mask: capacity - 1,
    size: 0,
  }
}

/** Where the key is, or the free place where it would be. */
function placeOf({ keys, mask }: PrefixTable, high: number, low: number): number {
  let at = (low ^ (low >>> 16) ^ Math.imul(high, 0x9e3779b1)) & mask
  while (keys[at * 2] !== high || keys[at * 2 + 1] !== low) {
    if (keys[at * 2] === 0 && keys[at * 2 + 1] === 0) return at
    at = (at + 1) & mask
  }
  return at
}

function put(table: PrefixTable, at: number, high: number, low: number, value: number): void {
  table.keys[at * 2] = high
  table.keys[at * 2 + 1] = low
  table.values[at] = value
  table.size += 1
}

function isFree({ keys }: PrefixTable, at: number): boolean {
  return keys[at * 2] === 0 && keys[at * 2 + 1] === 0
}

/**
 * A table of the same prefixes with `capacity` places, of those alone whose number is `least` or more. The old one gives
 * its memory back at once; the garbage collector would take its time.
 */
function moved(table: PrefixTable, capacity: number, least: number): PrefixTable {
  const copy = emptyTable(capacity)
  for (let at = 0; at <= table.mask; at++) {
    const value = table.values[at] as number
    if (value < least || isFree(table, at)) continue
    const high = table.keys[at * 2] as number
    const low = table.keys[at * 2 + 1] as number
    put(copy, placeOf(copy, high, low), high, low, value)
  }
  table.keys.buffer.transfer(0)
  table.values.buffer.transfer(0)
  return copy
}

/**
 * Finds the prefixes that many parties share. Each text is followed letter by letter, only as far as its prefixes
 * are known to be common: a prefix is counted from when the one before it was met `commonFrom` times. So the many
 * that hardly anybody has take no memory, and what is common begins with what is common.
 */
export function createPrefixCounts(commonFrom: number) {
  let table = emptyTable(1 << 16)

  return {
    add(kind: PrefixKind, text: string): void {
      let [high, low] = seeds[kind]
      const longest = Math.min(text.length, longestKeyed)
      for (let i = 0; i < longest; i++) {
        const unit = text.charCodeAt(i)
        high = stepHigh(high, unit)
        low = stepLow(low, unit)
        const at = placeOf(table, high >>> 0, low >>> 0)
        if (isFree(table, at)) {
          put(table, at, high >>> 0, low >>> 0, 1)
          if (table.size * 4 > table.mask * 3) table = moved(table, (table.mask + 1) * 2, 0)
          if (commonFrom > 1) return
        } else {
          const count = (table.values[at] as number) + 1
          table.values[at] = count
          if (count < commonFrom) return
        }
      }
    },

    common(): CommonPrefixes {
      let count = 0
      for (const value of table.values) if (value >= commonFrom) count += 1
      let capacity = 1 << 4
      while (count * 2 > capacity) capacity *= 2
      return numbered(moved(table, capacity, commonFrom))
    },
  }
}

export interface CommonPrefixes {
  count: number
  /** The halves of the key of each prefix, by its number. */
  highs: Uint32Array
  lows: Uint32Array
  /** How often each was met, at least. */
  counts: Uint32Array
  /** Gives the numbers of the common prefixes of a text; whether the whole of it is one. */
  follow(kind: PrefixKind, text: string, visit: (prefix: number) => void): boolean
}

function numbered(table: PrefixTable): CommonPrefixes {
  const highs = new Uint32Array(table.size)
  const lows = new Uint32Array(table.size)
  const counts = new Uint32Array(table.size)
  let next = 0
  for (let at = 0; at <= table.mask; at++) {
    if (isFree(table, at)) continue
    highs[next] = table.keys[at * 2] as number
    lows[next] = table.keys[at * 2 + 1] as number
    counts[next] = table.values[at] as number
    table.values[at] = next++
  }
  return {
    count: next,
    highs,
    lows,
    counts,
    follow(kind, text, visit) {
      let [high, low] = seeds[kind]
      const longest = Math.min(text.length, longestKeyed)
      for (let i = 0; i < longest; i++) {
        const unit = text.charCodeAt(i)
        high = stepHigh(high, unit)
        low = stepLow(low, unit)
        const at = placeOf(table, high >>> 0, low >>> 0)
        if (isFree(table, at)) return false
        visit(table.values[at] as number)
      }
      return longest === text.length
    },
  }
}
