import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type PooledDb } from '../../server/platform/db/database.ts'
import { measureDatabase } from '../../server/platform/db/database-metrics.ts'
import { measuredAs } from '../../server/platform/db/primary/query-kind.ts'
import { openScope, withinScope } from '../../server/platform/request-scope.ts'
import { type Door, openDoor } from '../support/database/database-door.ts'
import { cloneDatabase } from '../support/service/harness.ts'
import { metricIn } from '../support/service/metrics.ts'

const registry = new Registry()
let door: Door
let db: PooledDb
let probe: ReturnType<typeof measureDatabase>

beforeAll(async () => {
  door = await openDoor(await cloneDatabase())
  db = connect(door.url, { max: 2 })
  probe = measureDatabase(registry, db)
})
afterAll(() => db.destroy())

async function value(name: string, labels: Record<string, string> = {}) {
  return metricIn(await registry.metrics(), name, labels)
}

/** Takes a connection, or the turn of a transaction, until it is let go. */
function hold(how: (work: () => Promise<void>) => Promise<void>) {
  const taken = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const ended = how(async () => {
    taken.resolve()
    await letGo.promise
  })
  return {
    taken: taken.promise,
    end() {
      letGo.resolve()
      return ended
    },
  }
}
const connection = () => hold((work) => db.connection().execute(work))
const transaction = () => hold((work) => db.transaction().execute(work))

test('connections in use and callers that wait for one', async () => {
  expect(await value('kontor_database_connections_max')).toBe(2)
  expect(await value('kontor_database_connections_in_use')).toBe(0)
  const held = [connection(), connection()]
  await Promise.all(held.map(({ taken }) => taken))
  expect(await value('kontor_database_connections_in_use')).toBe(2)
  expect(await value('kontor_database_waiting_callers', { kind: 'connection' })).toBe(0)
  const waited = (await value('kontor_database_wait_seconds_count', { kind: 'connection' })) ?? 0
  const third = connection()
  await expect
    .poll(() => value('kontor_database_waiting_callers', { kind: 'connection' }), { interval: 5 })
    .toBe(1)
  await Promise.all(held.map((one) => one.end()))
  await third.taken
  expect(await value('kontor_database_wait_seconds_count', { kind: 'connection' })).toBe(waited + 1)
  await third.end()
  expect(await value('kontor_database_connections_in_use')).toBe(0)
})

test('transactions that wait for their turn', async () => {
  const held = [transaction(), transaction()]
  await Promise.all(held.map(({ taken }) => taken))
  const third = transaction()
  await expect.poll(() => value('kontor_database_waiting_callers', { kind: 'transaction' })).toBe(1)
  await Promise.all([...held, third].map((one) => one.end()))
  expect(await value('kontor_database_waiting_callers', { kind: 'transaction' })).toBe(0)
  expect(await value('kontor_database_wait_seconds_count', { kind: 'transaction' })).toBe(3)
})

test('queries by kind, also those that fail', async () => {
  const count = (kind: string) => value('kontor_database_query_seconds_count', { kind })
  const before = { other: (await count('other')) ?? 0, commit: (await count('commit')) ?? 0 }
  await db.transaction().execute((db) => sql`select 1`.execute(db))
  // What begins the transaction is sent with it.
  expect(await count('other')).toBe(before.other + 1)
  expect(await count('commit')).toBe(before.commit + 1)
  await sql.raw(measuredAs('special', 'select 1')).execute(db)
  expect(await count('special')).toBe(1)
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero')
  expect(await count('other')).toBe(before.other + 2)
})

test('a request learns what its own queries took and waited, and nothing of others', async () => {
  const mine = openScope(undefined)
  const other = openScope(undefined)
  await Promise.all([
    withinScope(mine, async () => {
      await sql`select pg_sleep(0.05)`.execute(db)
      await sql`select 1`.execute(db)
    }),
    withinScope(other, async () => {
      await sql`select 1`.execute(db)
    }),
  ])
  expect([mine.queries, other.queries]).toEqual([2, 1])
  expect(mine.queryMs).toBeGreaterThanOrEqual(50)
  const held = [connection(), connection()]
  await Promise.all(held.map(({ taken }) => taken))
  const waiting = withinScope(mine, () => sql`select 1`.execute(db))
  const waited = mine.waitMs
  await expect
    .poll(() => value('kontor_database_waiting_callers', { kind: 'connection' }), { interval: 5 })
    .toBe(1)
  await Promise.all(held.map((one) => one.end()))
  await waiting
  expect(mine.waitMs).toBeGreaterThan(waited)
})

test('whether the database answers', async () => {
  const { signal } = new AbortController()
  await probe.job.run(signal)
  expect(await value('kontor_database_up')).toBe(1)
  await door.close()
  await probe.job.run(signal)
  expect(await value('kontor_database_up')).toBe(0)
})
