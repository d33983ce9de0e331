export interface Slots {
  <T>(work: () => Promise<T>): Promise<T>
  /** How many functions wait for a slot. */
  waiting(): number
}

/** Runs at most `count` functions at the same time. The others wait for a slot, at most `timeoutMs`. */
export function createSlots(count: number, timeoutMs: number, createError: () => Error): Slots {
  let free = count
  const waiting = new Set<() => void>()

  function waitForSlot(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(createError())
      }, timeoutMs)
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(begin)
    })
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else await waitForSlot()
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

  return Object.assign(run, { waiting: () => waiting.size })
}
