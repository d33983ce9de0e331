import { longestKeyed, type PrefixKind, seeds, stepHigh, stepLow } from './prefixes.ts'

/** An open-addressing hash table from the keys of prefixes to numbers. A slot whose key is 0 is free. */
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

/** The slot of the key, or the free slot where it would be inserted. */
function slotOf({ keys, mask }: PrefixTable, high: number, low: number): number {
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
 * Copies the prefixes whose number is at least `minimum` to a new table. Frees the memory of the old one at once, without
 * the garbage collector.
 */
function moveTable(table: PrefixTable, capacity: number, minimum: number): PrefixTable {
  const copy = emptyTable(capacity)
  for (let at = 0; at <= table.mask; at++) {
    const value = table.values[at] as number
    if (value < minimum || isFree(table, at)) continue
    const high = table.keys[at * 2] as number
    const low = table.keys[at * 2 + 1] as number
    put(copy, slotOf(copy, high, low), high, low, value)
  }
  table.keys.buffer.transfer(0)
  table.values.buffer.transfer(0)
  return copy
}

/**
 * Finds the common prefixes. A prefix is counted only after the prefix that is one letter shorter has been seen
 * `commonFrom` times. So rare prefixes, which are most, take no memory, and every prefix of a common prefix is common.
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
        const at = slotOf(table, high >>> 0, low >>> 0)
        if (isFree(table, at)) {
          put(table, at, high >>> 0, low >>> 0, 1)
          if (table.size * 4 > table.mask * 3) table = moveTable(table, (table.mask + 1) * 2, 0)
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
      return numberPrefixes(moveTable(table, capacity, commonFrom))
    },
  }
}

export interface CommonPrefixes {
  count: number
  /** The two halves of the key of each prefix. Prefixes are numbered from 0 on. */
  highs: Uint32Array
  lows: Uint32Array
  /** How often each prefix was counted: a lower bound of its occurrences. */
  counts: Uint32Array
  /** Visits the common prefixes of a text. Returns whether the whole text is one. */
  follow(kind: PrefixKind, text: string, visit: (prefix: number) => void): boolean
}

function numberPrefixes(table: PrefixTable): CommonPrefixes {
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
        const at = slotOf(table, high >>> 0, low >>> 0)
        if (isFree(table, at)) return false
        visit(table.values[at] as number)
      }
      return longest === text.length
    },
  }
}
