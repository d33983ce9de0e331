import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listChanges } from '../../server/features/screening/generations/entry-store.ts'
import { holdGeneration } from '../../server/features/screening/generations/generation-lock.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { isFull } from '../support/cases/scale.ts'
import { openDoor } from '../support/database/database-door.ts'
import { connectionsFor, lockWaiters, untilWaiting } from '../support/database/locks.ts'
import { withoutNotifications } from '../support/database/notification-filter.ts'
import { startProcess, untilReady } from '../support/processes/service-process.ts'
import { givenAdministrator, password, startNode } from '../support/service/auth-helpers.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import { idsFor, importList, people, tableOf } from './list-uploads.ts'

const server = startServer({ connections: connectionsFor(4) })
let owner: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
})

const rows = people(10)
const file = { 'own.csv': tableOf(rows) }
const longer = { 'own.csv': tableOf([...rows, { id: 'late', name: 'Evstafiy Lukomorov' }]) }
const outcomesOf = async (list: string) =>
  (
    await server.db
      .selectFrom('screening_imports')
      .select('outcome')
      .where('list', '=', list)
      .orderBy('id')
      .execute()
  ).map(({ outcome }) => outcome)
const generation = async () => (await owner.get('/v1/screening')).body.generation

async function lockGeneration(db: Db): Promise<void> {
  await holdGeneration(db)
  // The lock is sent with the next statement.
  await sql`select 1`.execute(db)
}

/** Runs `work` while nothing can be published. */
function whileHeld<T>(work: () => Promise<T>): Promise<T> {
  return server.db.transaction().execute(async (db) => {
    await lockGeneration(db)
    return work()
  })
}

test('one import of a list at a time; other lists, and what is published, are not concerned', async () => {
  await importList(owner, 'busy', file)
  const { first, second } = await whileHeld(async () => {
    const first = importList(owner, 'busy', longer)
    first.catch(() => {})
    await untilWaiting(server.db, 1)
    const second = await importList(owner, 'busy', longer)
    expect((await owner.get('/v1/screening')).body.importing).toMatchObject([
      { list: 'busy', phase: 'publishing', entries: 11 },
    ])
    expect(await idsFor(owner, 'Evstafiy Lukomorov')).toEqual([])
    return { first, second }
  })
  expect(second).toMatchObject({ status: 409, body: { code: 'list_importing' } })
  expect((await first).status).toBe(201)
  expect(await idsFor(owner, 'Evstafiy Lukomorov')).toEqual(['busy:late'])
  expect((await owner.get('/v1/screening')).body.importing).toEqual([])
  expect((await importList(owner, 'busy', longer)).body).toMatchObject({ is_unchanged: true })
})

test('two lists that are published at once get two generations', async () => {
  const before = await generation()
  const both = await Promise.all(['left', 'right'].map((list) => importList(owner, list, file)))
  expect(both.map(({ body }) => body.generation).sort()).toEqual([before + 1, before + 2])
  expect(await generation()).toBe(before + 2)
})

describe('a service that is killed while it imports leaves the list as it was', () => {
  const lockStaging = (db: Db) => sql`lock table screening_staging in share mode`.execute(db)
  const moments = [
    { when: 'publishing', lock: lockGeneration },
    { when: 'reading', lock: lockStaging },
  ]
  test.runIf(isFull).each(moments)('$when', async ({ when, lock }) => {
    const list = `killed-${when}`
    expect((await importList(owner, list, file)).status).toBe(201)
    const before = await generation()
    const service = await startProcess({
      DATABASE_URL: server.databaseUrl,
      KONTOR_DATA_DIR: server.dataDir,
      KONTOR_RATE_LIMIT: 'off',
    })
    await untilReady(service)
    const { email } = await givenAdministrator(server, { role: 'owner' })
    const { body } = await client(service, null).post('/v1/auth/login', { email, password })
    await server.db.transaction().execute(async (db) => {
      await lock(db)
      importList(client(service, body.access_token), list, longer).catch(() => {})
      await untilWaiting(server.db, 1)
      service.child.kill('SIGKILL')
      expect(await service.ended).toBe('SIGKILL')
    })
    await expect.poll(() => lockWaiters(server.db), { timeout: 30_000 }).toBe(0)

    expect(await generation()).toBe(before)
    expect(await idsFor(owner, 'Evstafiy Lukomorov')).not.toContain(`${list}:late`)
    expect(await importList(owner, list, longer)).toMatchObject({
      status: 409,
      body: { code: 'list_importing' },
    })
    server.clock.at = new Date(Date.now() + 60_000)
    try {
      expect((await owner.get('/v1/screening')).body.importing).toEqual([])
      expect(await importList(owner, list, longer)).toMatchObject({ status: 201, body: { added: 1 } })
    } finally {
      server.clock.at = null
    }
    expect(await outcomesOf(list)).toEqual(['published', 'abandoned', 'published'])
    expect(await server.db.selectFrom('screening_staging').selectAll().execute()).toEqual([])
  })
})

test('a connection that is lost while a list is published changes nothing; it is published once', async () => {
  const before = await generation()
  const { late } = await whileHeld(async () => {
    const late = importList(owner, 'lost', file)
    late.catch(() => {})
    await untilWaiting(server.db, 1)
    const { rows } = await sql<{ pid: number }>`
      select pid, pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()
    `.execute(server.db)
    expect(rows).toHaveLength(1)
    // Another connection tries again.
    await expect.poll(() => lockWaiters(server.db), { timeout: 30_000 }).toBe(1)
    expect(await generation()).toBe(before)
    return { late }
  })
  expect(await late).toMatchObject({ status: 201, body: { generation: before + 1, added: 10 } })
  expect(await outcomesOf('lost')).toEqual(['published'])
})

test('an import whose place another one took publishes nothing', async () => {
  const { late } = await server.db.transaction().execute(async (db) => {
    await sql`lock table screening_staging in share mode`.execute(db)
    const late = importList(owner, 'taken', file)
    late.catch(() => {})
    await untilWaiting(server.db, 1)
    await server.db
      .updateTable('screening_imports')
      .set({ outcome: 'abandoned', finished_at: new Date() })
      .where('list', '=', 'taken')
      .execute()
    return { late }
  })
  expect(await late).toMatchObject({ status: 409, body: { code: 'list_importing' } })
  expect(await outcomesOf('taken')).toEqual(['abandoned'])
})

describe('another node', () => {
  test('has what was published before it started, and soon what is published later', async () => {
    await importList(owner, 'shared', file)
    const node = await startNode(server)
    try {
      const there = client(node, owner.token)
      const name = rows[0]?.name as string
      expect(await idsFor(there, name)).toContain(`shared:${rows[0]?.id}`)
      await importList(owner, 'shared', longer)
      await expect.poll(() => idsFor(there, 'Evstafiy Lukomorov')).toContain('shared:late')
    } finally {
      await node.stop()
    }
  })

  test.runIf(isFull)('asks the database at each search while notifications do not reach it', async () => {
    await importList(owner, 'deaf', file)
    const door = await openDoor(server.databaseUrl, withoutNotifications)
    const node = await startNode(server, { databaseUrl: door.url })
    try {
      const there = client(node, owner.token)
      await importList(owner, 'deaf', longer)
      expect(await idsFor(there, 'Evstafiy Lukomorov')).toContain('deaf:late')
    } finally {
      await node.stop()
      await door.close()
    }
  })
})

test('the changes between two generations are those that are left of it', async () => {
  const names = { a: 'Agafon Belozerov', b: 'Bronislav Gudkov', c: 'Clementina Faddeeva' }
  const given = (ids: (keyof typeof names)[], renamed = '') =>
    importList(
      owner,
      'steps',
      { 'own.csv': tableOf(ids.map((id) => ({ id, name: id === renamed ? `${names[id]} Jr` : names[id] }))) },
      { force: 'true' },
    )
  const first = (await given(['a'])).body.generation
  await given(['a', 'b'])
  await given(['b', 'c'], 'b')
  const last = (await given(['b', 'c'])).body.generation
  const changes = async (since: number, to: number) => {
    const { entries, ended } = await listChanges(server.db, since, to)
    return {
      begun: entries.map(({ entry, generation }) => `${entry.id}@${generation - first}`),
      ended: ended.map(({ list, entryId }) => `${list}:${entryId}`),
    }
  }
  expect(await changes(first - 1, first)).toEqual({ begun: ['a@0'], ended: [] })
  expect(await changes(first, first + 1)).toEqual({ begun: ['b@1'], ended: [] })
  expect(await changes(first + 1, first + 2)).toEqual({ begun: ['b@2', 'c@2'], ended: ['steps:a'] })
  expect(await changes(first - 1, last)).toEqual({ begun: ['b@3', 'c@2'], ended: ['steps:a'] })
  expect(await changes(last, last)).toEqual({ begun: [], ended: [] })
})
