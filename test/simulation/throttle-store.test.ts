import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Counter } from '../../server/features/authentication/sign-in/throttle-rules.ts'
import {
  createThrottleStore,
  subjectsOf,
  type ThrottleStore,
} from '../../server/features/authentication/sign-in/throttle-store.ts'
import { connect, type PooledDb } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { cloneDatabase } from '../support/service/harness.ts'
import { createMemoryThrottleStore } from './memory-throttle-store.ts'
import { plainStore } from './node-store.ts'

const email = 'owner@example.com'
const administratorId = newId()
const start = Date.parse('2026-11-15T12:00:00Z')
const at = new Date(start)

describe('in memory', () => {
  storeBehaves(
    () => plainStore(createMemoryThrottleStore((name) => (name === email ? administratorId : undefined))),
    runs(50),
  )
})

describe('in PostgreSQL', () => {
  let db: PooledDb
  beforeAll(async () => {
    db = connect(await cloneDatabase(), { max: 4 })
    const row = { id: administratorId, email, name: 'Owner', role: 'owner' as const, password_hash: '!' }
    const times = { password_changed_at: at, created_at: at, updated_at: at }
    await db
      .insertInto('administrators')
      .values({ ...row, ...times, created_by: 'test' })
      .execute()
  })
  afterAll(() => db.destroy())
  storeBehaves(() => createThrottleStore(db), runs(10))
})

const time = fc.integer({ min: 0, max: 10_000_000 }).map((ms) => new Date(start - ms))
const subject = fc.constantFrom('pair' as const, 'account' as const, 'address' as const)
const counter = fc.record({
  failures: fc.nat(1_000),
  since: time,
  last_failure_at: fc.option(time),
})
const operation = fc.oneof(
  fc.record({ kind: fc.constant('save' as const), subject, counter }),
  fc.record({ kind: fc.constant('remove failure' as const), subject }),
  fc.record({ kind: fc.constant('delete' as const), subject }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never
/** Undefined: no row. */
type Rows = Record<'pair' | 'account' | 'address', Counter | undefined>

/** What a store of the throttle must do, whatever it keeps its rows in. */
function storeBehaves(createStore: () => ThrottleStore, numRuns: number): void {
  /** Subjects that nobody has used before. */
  const newSubjects = () => subjectsOf(`${newId()}@example.com`, newId())
  const none = (): Counter => ({ failures: 0, since: at, last_failure_at: null })
  const readable = ({ pair, account, address }: Rows) => ({
    pair: pair ?? none(),
    account: account ?? none(),
    address: address ?? none(),
  })

  test('counters are what the operations of committed transactions made of them', async () => {
    const transactions = fc.array(
      fc.record({ operations: fc.array(operation, { maxLength: 6 }), commits: fc.boolean() }),
      { maxLength: 5 },
    )
    const property = fc.asyncProperty(transactions, async (transactions) => {
      const [store, subjects] = [createStore(), newSubjects()]
      let expected: Rows = { pair: undefined, account: undefined, address: undefined }
      for (const { operations, commits } of transactions) {
        const locked = readable(expected)
        const undo = new Error('rolled back')
        const run = store.transaction(async (store) => {
          expect(await store.lockCounters(subjects, at)).toEqual(locked)
          for (const operation of operations) await apply(store, subjects, operation)
          if (!commits) throw undo
        })
        if (commits) await run
        else await expect(run).rejects.toBe(undo)
        if (commits) expected = operations.reduce(applied, locked as Rows)
      }
      expect(await store.transaction((store) => store.lockCounters(subjects, at))).toEqual(readable(expected))
    })
    await fc.assert(property, { numRuns })
  })

  test('a transaction waits for the counters that another one has locked', async () => {
    const [store, subjects] = [createStore(), newSubjects()]
    const count = () =>
      store.transaction(async (store) => {
        const { pair } = await store.lockCounters(subjects, at)
        await store.saveCounter(subjects.pair, { ...pair, failures: pair.failures + 1 })
      })
    await Promise.all([count(), count(), store.removeFailure(subjects.address), count()])
    const { pair, address } = await store.transaction((store) => store.lockCounters(subjects, at))
    expect(pair.failures).toBe(3)
    expect(address.failures).toBe(0)
  })

  test('an address is known after a sign-in, to its administrator only', async () => {
    const property = fc.asyncProperty(fc.ipV4(), time, time, async (address, signedInAt, since) => {
      const store = createStore()
      await store.rememberAddress(administratorId, address, signedInAt)
      expect(await store.isKnownAddress(email, address, since)).toBe(signedInAt > since)
      expect(await store.isKnownAddress('other@example.com', address, since)).toBe(false)
      expect(await store.isKnownAddress(email, `${address}0`, new Date(0))).toBe(false)
    })
    await fc.assert(property, { numRuns })
  })

  async function apply(store: ThrottleStore, subjects: ReturnType<typeof newSubjects>, operation: Operation) {
    const subject = subjects[operation.subject]
    if (operation.kind === 'save') await store.saveCounter(subject, operation.counter)
    if (operation.kind === 'remove failure') await store.removeFailure(subject)
    if (operation.kind === 'delete') await store.deleteCounter(subject)
  }

  /** In a row that was deleted nothing can be saved. */
  function applied(rows: Rows, operation: Operation): Rows {
    const before = rows[operation.subject]
    if (!before) return rows
    const next = {
      save: 'counter' in operation ? operation.counter : before,
      'remove failure': { ...before, failures: Math.max(0, before.failures - 1) },
      delete: undefined,
    }
    return { ...rows, [operation.subject]: next[operation.kind] }
  }
}
