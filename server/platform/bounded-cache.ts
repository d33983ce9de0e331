export type BoundedCache<T> = ReturnType<typeof createBoundedCache<T>>

/**
 * A cache with at most `size` entries that drops the least recently used ones. It uses two maps, a young and an old one:
 * usually one lookup is enough, and entries are dropped in bulk.
 */
export function createBoundedCache<T>(size: number) {
  const half = Math.ceil(size / 2)
  let young = new Map<string, T>()
  let old = new Map<string, T>()

  function set(key: string, value: T): void {
    if (young.size >= half && !young.has(key)) {
      old = young
      young = new Map()
    }
    young.set(key, value)
  }

  return {
    get(key: string): T | undefined {
      const found = young.get(key)
      if (found !== undefined) return found
      const aged = old.get(key)
      if (aged !== undefined) set(key, aged)
      return aged
    },
    set,
    delete(key: string): void {
      young.delete(key)
      old.delete(key)
    },
    deleteWhere(matches: (value: T) => boolean): void {
      for (const map of [young, old]) {
        for (const [key, value] of map) if (matches(value)) map.delete(key)
      }
    },
    clear(): void {
      young.clear()
      old.clear()
    },
    get size(): number {
      return young.size + old.size
    },
  }
}
