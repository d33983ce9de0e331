/** An LRU cache of unwrapped keys. It stores copies and returns copies. */
export function createKeyCache(capacity: number) {
  const keys = new Map<string, Buffer>()

  function forget(id: string): void {
    keys.get(id)?.fill(0)
    keys.delete(id)
  }

  return {
    /** Returns a copy, which the caller zeroes after use. Evicting the entry does not affect it. */
    get(id: string): Buffer | undefined {
      const key = keys.get(id)
      if (key === undefined) return undefined
      keys.delete(id)
      keys.set(id, key)
      return copyOf(key)
    },
    put(id: string, key: Buffer): void {
      forget(id)
      keys.set(id, copyOf(key))
      for (const oldest of keys.keys()) {
        if (keys.size <= capacity) break
        forget(oldest)
      }
    },
    clear(): void {
      for (const id of [...keys.keys()]) forget(id)
    },
    size: () => keys.size,
  }
}

/** Not from Buffer's shared pool, so that zeroing it leaves no copy there. */
function copyOf(key: Buffer): Buffer {
  const copy = Buffer.alloc(key.length)
  key.copy(copy)
  return copy
}
