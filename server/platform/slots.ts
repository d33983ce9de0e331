export type Slots = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `count` at the same time; the others wait their turn, `patience` milliseconds at most. */
export function createSlots(count: number, patience: number, refuse: () => Error): Slots {
  let free = count
  const waiting = new Set<() => void>()

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(refuse())
      }, patience)
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(begin)
    })
  }

  return async (work) => {
    if (free > 0) free -= 1
    else await turn()
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else free += 1
    }
  }
}
