/**
 * What was found of names, shared by all names of which the same was found in the same order: the weight and the number of
 * their words, and how rare these are. A search finds the same few things of many thousands of names.
 */
export interface Findings {
  /** Forgets all but 0, of which nothing was found. */
  clear(): void
  /** Before the names that have a word. Returns the first number that `add` will give. */
  begin(): number
  /** What each finding becomes with this word; less than what `begin` returned if `add` has not said it. Until it does. */
  next(): Int32Array
  /** What a finding becomes with this word. */
  add(before: number, slot: number, weight: number, short: number, rare: number): number
  /** The place in the name that was looked for when something was last added to the finding. */
  slotOf(finding: number): number
  /** Until the next `add`. */
  sums(): {
    foundWeight: Float32Array
    foundWords: Uint8Array
    foundShort: Uint8Array
    rarity: Float32Array
    /** The number of the first word that was found, in the order of `begin`. */
    foundFirst: Int32Array
  }
}

export function createFindings(): Findings {
  let size = 1024
  let next = new Int32Array(size)
  let slots = new Int32Array(size)
  let foundWeight = new Float32Array(size)
  let foundWords = new Uint8Array(size)
  let foundShort = new Uint8Array(size)
  let rarity = new Float32Array(size)
  let foundFirst = new Int32Array(size)
  let begun = 0
  let count = 1

  function grow(): void {
    size *= 2
    next = larger(next, new Int32Array(size))
    slots = larger(slots, new Int32Array(size))
    foundWeight = larger(foundWeight, new Float32Array(size))
    foundWords = larger(foundWords, new Uint8Array(size))
    foundShort = larger(foundShort, new Uint8Array(size))
    rarity = larger(rarity, new Float32Array(size))
    foundFirst = larger(foundFirst, new Int32Array(size))
  }

  return {
    clear() {
      next.fill(0, 0, count)
      count = 1
      begun = 0
    },
    begin() {
      begun += 1
      return count
    },
    next: () => next,
    add(before, slot, weight, short, rare) {
      if (count === size) grow()
      const after = count
      count += 1
      slots[after] = slot
      foundWeight[after] = (foundWeight[before] as number) + weight
      foundWords[after] = (foundWords[before] as number) + 1
      foundShort[after] = (foundShort[before] as number) + short
      rarity[after] = (rarity[before] as number) + rare
      foundFirst[after] = before === 0 ? begun : (foundFirst[before] as number)
      next[before] = after
      return after
    },
    slotOf: (finding) => slots[finding] as number,
    sums: () => ({ foundWeight, foundWords, foundShort, rarity, foundFirst }),
  }
}

function larger<T extends { set(values: T): void }>(values: T, room: T): T {
  room.set(values)
  return room
}
