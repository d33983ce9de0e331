import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type PooledDb } from '../../server/platform/db/database.ts'
import { withNext } from '../../server/platform/db/primary/with-next.ts'
import { type Door, openDoor } from '../support/database/database-door.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
let door: Door
/** With one connection, so that what a transaction leaves behind is found by the next one. */
let db: PooledDb
let writes: string[] = []
beforeAll(async () => {
  door = await openDoor(server.databaseUrl)
  db = connect(door.url, { max: 1 })
  await sql`create table marks (name text check (name <> 'refused'))`.execute(db)
  door.onSent = (data) => writes.push(data.toString())
})
afterAll(async () => {
  await db.destroy()
  await door.close()
})

const mark = (name: unknown) => sql`insert into marks values (${name}) ${withNext}`
async function marks(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`delete from marks returning name`.execute(db)
  writes = []
  return rows.map(({ name }) => name)
}

test('begin and statements without a result are sent with the next one, in their order', async () => {
  await db.transaction().execute(async (db) => {
    await mark('first').execute(db)
    await mark('second').execute(db)
    expect(writes).toEqual([])
    const { rows } = await sql`select name from marks`.execute(db)
    expect(rows).toEqual([{ name: 'first' }, { name: 'second' }])
    expect(writes).toHaveLength(1)
    await mark('last').execute(db)
  })
  expect(writes).toEqual([
    expect.stringMatching(/begin.*first.*second.*select name/s),
    expect.stringMatching(/last.*commit/s),
  ])
  expect(await marks()).toEqual(['first', 'second', 'last'])
})

test('one that fails is never committed, and its error is thrown by what it was sent with', async () => {
  const withRead = db.transaction().execute(async (db) => {
    await mark('refused').execute(db)
    await expect(sql`select 1`.execute(db)).rejects.toThrow('marks_name_check')
    throw new Error('rolled back')
  })
  await expect(withRead).rejects.toThrow('rolled back')
  const withCommit = db.transaction().execute(async (db) => {
    await mark('before').execute(db)
    await mark('refused').execute(db)
    await mark('after').execute(db)
  })
  await expect(withCommit).rejects.toThrow('marks_name_check')
  expect(await marks()).toEqual([])
})

test('a value that cannot be sent is refused before anything is', async () => {
  const failing = db.transaction().execute(async (db) => {
    await mark('lost').execute(db)
    await mark({ toPostgres: () => '' }).execute(db)
  })
  await expect(failing).rejects.toThrow(TypeError)
  expect(writes).toEqual([])
  expect(await marks()).toEqual([])
})

test('a transaction in which nothing was sent is not begun', async () => {
  await db.transaction().execute(async () => {})
  const failing = db.transaction().execute(async (db) => {
    await mark('lost').execute(db)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(writes).toEqual([])
  expect(await marks()).toEqual([])
})

test('outside a transaction it is sent at once', async () => {
  await mark('alone').execute(db)
  expect(await marks()).toEqual(['alone'])
})

test('rows are copied on a connection that then sends several statements at once again', async () => {
  await db.transaction().execute((db) => mark('copied').execute(db))
  expect(Buffer.from(await db.copyOut('copy marks to stdout')).toString()).toBe('copied\n')
  await db.transaction().execute((db) => mark('again').execute(db))
  expect(await marks()).toEqual(['copied', 'again'])
})
