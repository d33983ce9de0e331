import { currentScope } from '../../request-scope.ts'

/** A transaction first waits for its turn among the transactions, then everything waits for a connection. */
export type WaitKind = 'connection' | 'transaction'

export interface LoadObserver {
  queryEnded(kind: string, seconds: number): void
  waited(kind: WaitKind, seconds: number): void
  lockTimedOut(): void
}

export type DatabaseLoad = ReturnType<typeof createDatabaseLoad>

/** Adds up the time that queries take and wait, for the request that they belong to and for the metrics. */
export function createDatabaseLoad() {
  let observer: LoadObserver | undefined
  return {
    observe(next: LoadObserver): void {
      observer = next
    },

    /** Returns a function to be called when the query has ended. */
    queryStarted(kind: string): () => void {
      const scope = currentScope()
      const startedAt = performance.now()
      return () => {
        const elapsed = performance.now() - startedAt
        if (scope) {
          scope.queries += 1
          scope.queryMs += elapsed
        }
        observer?.queryEnded(kind, elapsed / 1000)
      }
    },

    lockTimedOut(): void {
      observer?.lockTimedOut()
    },

    /** Returns a function to be called when the wait is over. */
    waitStarted(kind: WaitKind): () => void {
      const scope = currentScope()
      const startedAt = performance.now()
      return () => {
        const elapsed = performance.now() - startedAt
        if (scope) scope.waitMs += elapsed
        observer?.waited(kind, elapsed / 1000)
      }
    },
  }
}
