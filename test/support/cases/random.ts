export type Random = ReturnType<typeof randomFrom>

/** The same choices for the same seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed
  /** From here on the choices of another seed. */
  function restart(other: number): void {
    state = other | 0
  }
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    restart,
    below: (limit: number) => Math.floor(next() * limit),
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}
