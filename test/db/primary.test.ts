import { createServer } from 'node:net'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { createNotifications, notify } from '../../server/platform/db/notifications.ts'
import { CommitUnknown, isDatabaseUnavailable } from '../../server/platform/db/primary/availability.ts'
import { hostUrls } from '../../server/platform/db/primary/hosts.ts'
import { connectClient } from '../../server/platform/db/primary/primary-client.ts'
import { type Door, openDoor } from '../support/database/database-door.ts'
import { untilWaiting } from '../support/database/locks.ts'
import { cloneDatabase } from '../support/service/harness.ts'

describe('the hosts of a connection string', () => {
  test.each([
    ['postgres://u:p@a:5432/x', ['postgres://u:p@a:5432/x']],
    ['postgres://u:p@a:5432,b:5433/x', ['postgres://u:p@a:5432/x', 'postgres://u:p@b:5433/x']],
    [
      'postgresql://u@a,b/x?sslmode=require&target_session_attrs=read-write',
      ['postgresql://u@a/x?sslmode=require', 'postgresql://u@b/x?sslmode=require'],
    ],
    ['postgres://[::1]:5432,[::2]:5433/x', ['postgres://[::1]:5432/x', 'postgres://[::2]:5433/x']],
    [
      'postgres://u@localhost/x?host=/a,/b&port=5432,5433',
      ['postgres://u@localhost/x?host=%2Fa&port=5432', 'postgres://u@localhost/x?host=%2Fb&port=5433'],
    ],
  ])('%s', (url, expected) => expect(hostUrls(url)).toEqual(expected))

  test.each(['mysql://a/x', 'postgres://', 'postgres://a,/x', 'postgres://a:5432,b:port/x', 'a'])(
    '%s is not valid',
    (url) => expect(hostUrls(url)).toBeUndefined(),
  )
})

let url: string
let looking: Db
let door: Door
beforeAll(async () => {
  url = await cloneDatabase()
  looking = connect(url, { max: 2 })
  await sql`create table notes (id int primary key, note text not null)`.execute(looking)
  door = await openDoor(url)
})
afterAll(async () => {
  await looking.destroy()
  await door.close()
})

async function notes(id: number): Promise<string[]> {
  const { rows } = await sql<{ note: string }>`select note from notes where id = ${id}`.execute(looking)
  return rows.map(({ note }) => note)
}

function write(db: Db, id: number, note: string) {
  return sql`insert into notes values (${id}, ${note})`.execute(db)
}

async function using<T>(databaseUrl: string, work: (db: Db) => Promise<T>, max = 1): Promise<T> {
  const db = connect(databaseUrl, { max })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The connection string of `url` with a host in front at which nobody answers. */
async function behindADeadHost(): Promise<string> {
  const { host } = new URL(door.url)
  return door.url.replace(host, `127.0.0.1:${await unusedPort()},${host}`)
}

describe('several hosts', () => {
  test('pool, single connection and notifications find the primary', async () => {
    const several = await behindADeadHost()
    expect(await using(several, (db) => sql`select 1 as one`.execute(db))).toMatchObject({
      rows: [{ one: 1 }],
    })
    const client = await connectClient(several, 'test')
    await client.end()

    const heard: string[] = []
    const notifications = createNotifications({ url: several, log: pino({ level: 'silent' }) })
    notifications.listen(
      'test_hosts',
      (payload) => heard.push(payload),
      () => {},
    )
    await expect.poll(() => notifications.isLive(), { timeout: 20_000 }).toBe(true)
    await notify(looking, 'test_hosts', 'hello')
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['hello'])
    await notifications.close()
  })

  test('without a primary, the database is unavailable', async () => {
    const port = await unusedPort()
    const error = await using(`postgres://u@127.0.0.1:${port},127.0.0.1:${port}/x`, (db) =>
      sql`select 1`.execute(db),
    ).catch((error) => error)
    expect(isDatabaseUnavailable(error)).toBe(true)
  })
})

describe('a transaction is retried', () => {
  test('when its connection was lost before the commit was sent', async () => {
    let runs = 0
    await using(url, (db) =>
      db.transaction().execute(async (db) => {
        await write(db, 1, `run ${++runs}`)
        if (runs === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
      }),
    )
    expect(await notes(1)).toEqual(['run 2'])
  })

  test('when the server was demoted, on a new connection', async () => {
    let runs = 0
    await using(url, async (db) => {
      await sql`set default_transaction_read_only = on`.execute(db)
      await db.transaction().execute((db) => write(db, 2, `run ${++runs}`))
    })
    expect(await notes(2)).toEqual(['run 2'])
  })

  test('after a serialization failure, also with an isolation level', async () => {
    let runs = 0
    await write(looking, 3, 'before')
    await using(url, (db) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (db) => {
          await sql`select * from notes`.execute(db)
          if (++runs === 1) await sql`update notes set note = 'between' where id = 3`.execute(looking)
          await sql`update notes set note = note || ' after' where id = 3`.execute(db)
        }),
    )
    expect(runs).toBe(2)
    expect(await notes(3)).toEqual(['between after'])
  })

  test('after a deadlock, and both succeed', async () => {
    await write(looking, 4, '')
    await write(looking, 5, '')
    const add = (db: Db, id: number) => sql`update notes set note = note || 'x' where id = ${id}`.execute(db)
    await using(
      url,
      async (db) => {
        const firstHolds = Promise.withResolvers<void>()
        const secondWaits = Promise.withResolvers<void>()
        let firstRuns = 0
        let secondRuns = 0
        const first = db.transaction().execute(async (db) => {
          await add(db, 4)
          firstHolds.resolve()
          if (++firstRuns === 1) await secondWaits.promise
          await add(db, 5)
        })
        const second = db.transaction().execute(async (db) => {
          await firstHolds.promise
          await add(db, 5)
          const waiting = add(db, 4)
          if (++secondRuns === 1) await untilWaiting(looking, 1)
          secondWaits.resolve()
          await waiting
        })
        await Promise.all([first, second])
        // Whoever begins again may be faster than the other, and meet it once more.
        expect(firstRuns + secondRuns).toBeGreaterThan(2)
      },
      2,
    )
    expect(await notes(4)).toEqual(['xx'])
    expect(await notes(5)).toEqual(['xx'])
  })

  test('but not after an error of the work itself', async () => {
    let runs = 0
    const wrong = using(url, (db) =>
      db.transaction().execute(async (db) => {
        runs += 1
        await write(db, 3, 'there already')
      }),
    )
    await expect(wrong).rejects.toMatchObject({ code: '23505' })
    expect(runs).toBe(1)
  })
})

describe('an unconfirmed commit', () => {
  test.each([
    { arrives: true, id: 10 },
    { arrives: false, id: 11 },
  ])('is neither retried nor reported as success (reached the server: $arrives)', async ({ arrives, id }) => {
    let runs = 0
    door.onSent = (data, cut) => {
      if (!data.includes('commit')) return
      if (!arrives) return cut()
      door.onSent = () => {}
      // The commit has arrived once it waits for the lock that is held against it.
      untilWaiting(looking, 1).then(cut)
    }
    const held = arrives ? await holdCommits(id) : async () => {}
    const error = await using(door.url, (db) =>
      db.transaction().execute(async (db) => {
        runs += 1
        await write(db, id, 'perhaps')
      }),
    ).catch((error) => error)
    door.onSent = () => {}
    await held()
    expect(error).toBeInstanceOf(CommitUnknown)
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(runs).toBe(1)
    await expect.poll(() => notes(id), { timeout: 20_000 }).toEqual(arrives ? ['perhaps'] : [])
  })

  /** A deferred check that waits for a lock makes the commit of this note last until it is let go. */
  async function holdCommits(id: number): Promise<() => Promise<void>> {
    await sql`
      create or replace function wait_at_commit() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return null; end $$`.execute(looking)
    await sql`create constraint trigger wait_at_commit after insert on notes deferrable initially deferred
      for each row when (new.id = ${sql.lit(id)}) execute function wait_at_commit()`.execute(looking)
    const client = await connectClient(url, 'test')
    await client.query('select pg_advisory_lock(4711)')
    return () => client.end()
  }

  test('a commit that the server rejects is an ordinary error', async () => {
    await sql`create table pairs (id int unique deferrable initially deferred)`.execute(looking)
    const refused = using(url, (db) =>
      db.transaction().execute((db) => sql`insert into pairs values (1), (1)`.execute(db)),
    )
    await expect(refused).rejects.toMatchObject({ code: '23505' })
  })
})
