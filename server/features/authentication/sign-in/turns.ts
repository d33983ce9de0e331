/** One at a time per key; the others wait for their turn, at most `waiting` of them. */
export function createTurns(waiting: number) {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>()

  return async function inTurn<T>(key: string, run: () => Promise<T>, refuse: () => Error): Promise<T> {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (line.length > waiting) throw refuse()
    lines.set(key, line)
    line.length += 1
    const mine = line.last.then(run, run)
    line.last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      line.length -= 1
      if (line.length === 0) lines.delete(key)
    }
  }
}
