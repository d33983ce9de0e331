/** Runs one function at a time per key. At most `maxWaiting` others wait for the same key. */
export function createKeyedQueue(maxWaiting: number) {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>()

  return async function enqueue<T>(key: string, run: () => Promise<T>, createError: () => Error): Promise<T> {
    const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length > maxWaiting) throw createError()
    queues.set(key, queue)
    queue.length += 1
    const result = queue.last.then(run, run)
    queue.last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }
}
