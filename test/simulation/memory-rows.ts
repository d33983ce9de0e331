/** A transaction on rows in memory. Rows are locked until it ends, and others see its changes after the commit. */
export type RowTransaction<V> = ReturnType<Rows<V>['begin']>
export type Rows<V> = ReturnType<typeof createRows<V>>

/** Rows with locks and transactions as in PostgreSQL (read committed). Values are replaced, never changed. */
export function createRows<V>() {
  const committed = new Map<string, V>()
  const locks = new Map<string, { owner: object; waiting: (() => void)[] }>()

  function begin() {
    const owner = {}
    const held = new Set<string>()
    const changes = new Map<string, V | undefined>()
    let isOpen = true

    const get = (key: string) => (changes.has(key) ? changes.get(key) : committed.get(key))

    function release(): void {
      isOpen = false
      for (const key of held) {
        const lock = locks.get(key)
        locks.delete(key)
        for (const retry of lock?.waiting ?? []) retry()
      }
    }

    return {
      get,
      /** Waits for the lock of the row, and returns it as it is then. */
      async lock(key: string): Promise<V | undefined> {
        for (;;) {
          // A connection that is closed while it waits takes no lock any more.
          if (!isOpen) return new Promise(() => {})
          const lock = locks.get(key)
          if (!lock || lock.owner === owner) break
          await new Promise<void>((resolve) => lock.waiting.push(resolve))
        }
        if (!held.has(key)) locks.set(key, { owner, waiting: [] })
        held.add(key)
        return get(key)
      },
      /** Takes the lock if it is free. */
      tryLock(key: string): boolean {
        if (locks.has(key) && !held.has(key)) return false
        locks.set(key, locks.get(key) ?? { owner, waiting: [] })
        held.add(key)
        return true
      },
      set(key: string, value: V | undefined): void {
        if (!held.has(key)) throw new Error(`The row ${key} is changed without its lock.`)
        changes.set(key, value)
      },
      commit(): void {
        if (!isOpen) throw new Error('The transaction has ended.')
        for (const [key, value] of changes) {
          if (value === undefined) committed.delete(key)
          else committed.set(key, value)
        }
        release()
      },
      rollback(): void {
        if (isOpen) release()
      },
    }
  }

  return {
    begin,
    /** What is committed. */
    get: (key: string) => committed.get(key),
    entries: () => [...committed],
    /** One statement in a transaction of its own. */
    async alone<T>(work: (rows: ReturnType<typeof begin>) => Promise<T>): Promise<T> {
      const transaction = begin()
      const result = await work(transaction)
      transaction.commit()
      return result
    },
  }
}
