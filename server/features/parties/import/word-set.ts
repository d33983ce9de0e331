/**
 * A set of words as 64-bit hashes, 8 bytes each. No register is large enough to expect two words with the same hash. A
 * full set accepts no more words and reports each of them as new.
 */
export function createWordSet(maxWords = 6_000_000) {
  let capacity = 1 << 16
  let slots = new Uint32Array(capacity * 2)
  let size = 0

  function slotOf(table: Uint32Array, mask: number, high: number, low: number): number {
    let slot = low & mask
    for (;;) {
      const at = slot * 2
      if (table[at] === 0 && table[at + 1] === 0) return at
      if (table[at] === high && table[at + 1] === low) return at
      slot = (slot + 1) & mask
    }
  }
  function grow(): void {
    const larger = new Uint32Array(capacity * 4)
    for (let at = 0; at < slots.length; at += 2) {
      const high = slots[at] as number
      const low = slots[at + 1] as number
      if (high !== 0 || low !== 0) {
        const to = slotOf(larger, capacity * 2 - 1, high, low)
        larger[to] = high
        larger[to + 1] = low
      }
    }
    capacity *= 2
    // Frees the memory at once, without the garbage collector.
    slots.buffer.transfer(0)
    slots = larger
  }

  return {
    /** Frees the memory. The set cannot be used afterwards. */
    end(): void {
      slots.buffer.transfer(0)
    },
    /** Returns whether the word is new. */
    add(word: string): boolean {
      let high = 0x811c9dc5
      let low = 0x9747b28c
      for (let i = 0; i < word.length; i++) {
        const unit = word.charCodeAt(i)
        high = Math.imul(high ^ unit, 0x01000193)
        low = Math.imul(low ^ (unit + i), 0x5bd1e995)
        low ^= low >>> 15
      }
      // 0, 0 marks a free slot.
      high = high >>> 0 || 1
      low >>>= 0
      const at = slotOf(slots, capacity - 1, high, low)
      if (slots[at] !== 0) return false
      if (size >= maxWords) return true
      slots[at] = high
      slots[at + 1] = low
      size += 1
      if (size * 4 > capacity * 3) grow()
      return true
    },
  }
}
