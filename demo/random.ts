export type Random = ReturnType<typeof randomFrom>

/** The same choices each time, so that two demonstrations look alike. */
export function randomFrom(seed: number) {
  let state = seed
  function next(): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return {
    next,
    between: (least: number, most: number) => least + next() * (most - least),
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}
