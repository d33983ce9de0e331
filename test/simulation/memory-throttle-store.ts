import type { Counter } from '../../server/features/authentication/sign-in/throttle-rules.ts'
import type { ThrottleStore } from '../../server/features/authentication/sign-in/throttle-store.ts'
import { createRows, type RowTransaction } from './memory-rows.ts'
import { memoryStore } from './node-store.ts'

export type ThrottleStatements = Omit<ThrottleStore, 'transaction'>
type Row = { counter: Counter } | { lastSignInAt: Date }

/** The counters of sign-ins in memory. `administratorOf` finds the administrator with an e-mail address. */
export function createMemoryThrottleStore(administratorOf: (account: string) => string | undefined) {
  const rows = createRows<Row>()
  const counterKey = (subject: Buffer) => `counter ${subject.toString('hex')}`
  const addressKey = (administratorId: string, address: string) => `address ${administratorId} ${address}`

  async function lockCounter(own: RowTransaction<Row>, subject: Buffer, at: Date): Promise<Counter> {
    const key = counterKey(subject)
    const row = (await own.lock(key)) as { counter: Counter } | undefined
    const counter = row?.counter ?? { failures: 0, since: at, last_failure_at: null }
    own.set(key, { counter })
    return { ...counter }
  }

  async function change(own: RowTransaction<Row>, subject: Buffer, edit: (counter: Counter) => Counter) {
    const row = (await own.lock(counterKey(subject))) as { counter: Counter } | undefined
    if (row) own.set(counterKey(subject), { counter: edit(row.counter) })
  }

  /** Each statement in the transaction that `within` gives it. */
  function statements(
    within: <T>(work: (own: RowTransaction<Row>) => Promise<T>) => Promise<T>,
  ): ThrottleStatements {
    return {
      lockCounters: (subjects, at) =>
        within(async (own) => ({
          pair: await lockCounter(own, subjects.pair, at),
          account: await lockCounter(own, subjects.account, at),
          address: await lockCounter(own, subjects.address, at),
        })),
      saveCounter: (subject, counter) => within((own) => change(own, subject, () => ({ ...counter }))),
      removeFailure: (subject) =>
        within((own) =>
          change(own, subject, (counter) => ({ ...counter, failures: Math.max(0, counter.failures - 1) })),
        ),
      deleteCounter: (subject) =>
        within(async (own) => {
          await own.lock(counterKey(subject))
          own.set(counterKey(subject), undefined)
        }),
      isKnownAddress: (account, address, since) =>
        within(async (own) => {
          const administratorId = administratorOf(account)
          if (!administratorId) return false
          const row = own.get(addressKey(administratorId, address))
          return row !== undefined && 'lastSignInAt' in row && row.lastSignInAt > since
        }),
      rememberAddress: (administratorId, address, at) =>
        within(async (own) => {
          await own.lock(addressKey(administratorId, address))
          own.set(addressKey(administratorId, address), { lastSignInAt: at })
        }),
    }
  }

  return {
    ...memoryStore(rows, statements),
    /** The counter as it is committed. */
    counter: (subject: Buffer) =>
      (rows.get(counterKey(subject)) as { counter: Counter } | undefined)?.counter,
  }
}
