import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '../../server/features/audit/verification/audit-verify.ts'
import { service } from '../../server/platform/actor.ts'
import { recordChange } from '../../server/platform/audit/change.ts'
import { connect, type PooledDb } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { restWithCommit, withCommit } from '../../server/platform/db/primary/with-commit.ts'
import { isFull } from '../support/cases/scale.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
const at = new Date('2026-01-31T12:00:00Z')
/** With the limits of the service. */
let db: PooledDb
beforeAll(async () => {
  db = connect(server.databaseUrl, { max: 5 })
  await sql`create table marks (name text)`.execute(db)
})
afterAll(() => db.destroy())

const mark = (name: string) => withCommit(`insert into marks values ('${name}')`)
async function marks(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`delete from marks returning name`.execute(db)
  return rows.map(({ name }) => name)
}

test('what is sent with the commit is done last, in its order, and once', async () => {
  await db.transaction().execute(async (db) => {
    await mark('first').execute(db)
    await mark('second').execute(db)
    expect((await sql`select from marks`.execute(db)).rows).toEqual([])
    await sql`insert into marks values ('before')`.execute(db)
  })
  expect(await marks()).toEqual(['before', 'first', 'second'])
  await db.transaction().execute((db) => sql`select 1`.execute(db))
  expect(await marks()).toEqual([])
})

test('of a transaction that is rolled back, nothing is sent, and nothing stays for the next one', async () => {
  const one = connect(server.databaseUrl, { max: 1 })
  const failing = one.transaction().execute(async (db) => {
    await mark('lost').execute(db)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await one.transaction().execute((db) => mark('kept').execute(db))
  expect(await marks()).toEqual(['kept'])
  await one.destroy()
})

test('if it fails, the whole transaction is rolled back, and the error is that of the statement', async () => {
  const failing = db.transaction().execute(async (db) => {
    await sql`insert into marks values ('lost')`.execute(db)
    await withCommit('select 1 / 0').execute(db)
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(await marks()).toEqual([])
})

test('a deadlock at the commit repeats the transaction', async () => {
  let attempts = 0
  await db.transaction().execute(async (db) => {
    attempts += 1
    const fails = `do $$ begin raise exception 'collided' using errcode = '40P01'; end $$`
    await withCommit(attempts === 1 ? fails : `insert into marks values ('done')`).execute(db)
  })
  expect([attempts, await marks()]).toEqual([2, ['done']])
})

test('what comes after restWithCommit is sent with the commit, with the values that are known then', async () => {
  const odd = `it's \\ $1 "mark" ; --`
  await db.transaction().execute(async (db) => {
    await restWithCommit(`jsonb_build_object('mark-7', (select count(*) from marks))`).execute(db)
    await sql`insert into marks values (${'mark-7'}), (${odd}), (${null})`.execute(db)
    await mark('last').execute(db)
    // It returns nothing, so what is read comes before it.
    await expect(sql`select from marks`.execute(db)).rejects.toThrow('before what travels with the commit')
  })
  expect(await marks()).toEqual(['0', odd, null, 'last'])
  await db.transaction().execute((db) => sql`insert into marks values ('mark-7')`.execute(db))
  expect(await marks()).toEqual(['mark-7'])
})

test('an event with quotes, backslashes and other signs is stored as it is', async () => {
  const id = newId()
  const details = {
    text: `'; commit; -- \\' \\\\ E'\\x' $$ {"a":1} ${'\n\t\u007f'} «Ё» 😀 \u2028`,
  }
  const object = { type: 'organization', id }
  await db.transaction().execute(async (db) => {
    recordChange(db, service, { action: 'organization.updated', object, version: 2, details, at })
  })
  const { event } = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('object_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(event).details).toEqual(details)
  expect((await verifyAudit(server.db)).problem).toBeNull()
})

test('a transaction that has recorded its change and hangs lets others record theirs', async () => {
  const [hanging, other] = [newId(), newId()]
  const record = (db: Parameters<typeof recordChange>[0], id: string) =>
    recordChange(db, service, {
      action: 'organization.updated',
      object: { type: 'organization', id },
      version: 2,
      at,
    })
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const hung = db.transaction().execute(async (db) => {
    record(db, hanging)
    begun.resolve()
    await promise
  })
  await begun.promise
  await db.transaction().execute(async (db) => record(db, other))
  resolve()
  await hung
  const { rows } = await sql<{ object_id: string }>`select object_id from audit_events
    where object_id in (${hanging}, ${other}) order by seq`.execute(db)
  expect(rows.map(({ object_id }) => object_id)).toEqual([other, hanging])
})

test('a transaction that was ended while it was idle, before its commit was sent, is repeated', async () => {
  let attempts = 0
  await db.transaction().execute(async (own) => {
    attempts += 1
    await sql`insert into marks values ('done')`.execute(own)
    if (attempts > 1) return
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid,
      set_config('idle_in_transaction_session_timeout', '50', true)`.execute(own)
    const sessions = () => sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(db)
    await expect.poll(async () => (await sessions()).rows.length).toBe(0)
  })
  expect([attempts, await marks()]).toEqual([2, ['done']])
})

test.runIf(isFull)('a transaction that does nothing for two seconds is ended, and repeated', async () => {
  let attempts = 0
  await db.transaction().execute(async (db) => {
    attempts += 1
    await sql`insert into marks values ('done')`.execute(db)
    if (attempts === 1) await wait(3_000)
    await sql`select 1`.execute(db)
  })
  expect([attempts, await marks()]).toEqual([2, ['done']])
})
