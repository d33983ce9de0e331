import { sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { createIndexBuilding } from '../../server/platform/db/index-building.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { startNode } from '../support/service/auth-helpers.ts'
import { client, startServer } from '../support/service/harness.ts'

const server = startServer({ connections: 4 })
const index = 'organizations_by_lei'
const lei = '253400V1H6ART1UQ0N98'

/** As migrations leave a database of an earlier release: the index is still to be built. */
async function withoutIndex(): Promise<void> {
  await sql`drop index if exists ${sql.id(index)}`.execute(server.db)
  await sql`delete from migrations where name = '0062_organizations_by_lei.sql'`.execute(server.db)
}

async function stateOf(): Promise<{ isValid: boolean | undefined; isRecorded: boolean }> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})
  `.execute(server.db)
  const recorded = await sql`select from migrations where name = '0062_organizations_by_lei.sql'`.execute(
    server.db,
  )
  return { isValid: rows[0]?.valid, isRecorded: recorded.rows.length > 0 }
}

/** Nothing is built while a transaction that has written goes on. */
async function whileNothingIsBuilt(work: () => Promise<void>): Promise<void> {
  await server.db.transaction().execute(async (db) => {
    await sql`lock table organizations in row exclusive mode`.execute(db)
    await sql`select pg_current_xact_id()`.execute(db)
    await work()
  })
}

async function startUpgradedNode() {
  const node = await startNode(server)
  onTestFinished(() => node.stop())
  const { token } = await server.signIn('owner')
  const caller = client(node, token)
  return { ...node, caller, search: async () => (await caller.get(`/v1/search?q=${lei}`)).body }
}

test('an index is built after the start: the node works, and the search says what is missing until then', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenOrganization(server)
  expect((await owner.patch(`/v1/organizations/${id}`, { lei })).status).toBe(200)
  const found = { kind: 'organization', id, subtitle: lei, matched: 'lei' }
  expect((await owner.get(`/v1/search?q=${lei.toLowerCase()}`)).body).toMatchObject({
    items: [found],
    being_built: [],
  })
  await withoutIndex()
  let node: Awaited<ReturnType<typeof startUpgradedNode>> | undefined
  await whileNothingIsBuilt(async () => {
    node = await startUpgradedNode()
    expect(await node.search()).toEqual({
      items: [],
      being_built: [{ kind: 'organization', by: 'lei', percent: 0 }],
    })
    await expect.poll(async () => (await stateOf()).isValid).toBe(false)
    // The table is written meanwhile.
    expect((await node.caller.patch(`/v1/organizations/${id}`, { notes: 'Заметка' })).status).toBe(200)
  })
  await expect.poll(node?.search as () => Promise<unknown>).toMatchObject({ items: [found], being_built: [] })
  expect(await stateOf()).toEqual({ isValid: true, isRecorded: true })
})

test('what an interrupted build has left is built anew', async () => {
  await withoutIndex()
  await whileNothingIsBuilt(async () => {
    const impatient = connect(server.databaseUrl, { max: 1, unlimited: true })
    await sql`set statement_timeout = 100`.execute(impatient)
    const built = sql`create index concurrently ${sql.id(index)} on organizations (lei)`.execute(impatient)
    await expect(built).rejects.toThrow('statement timeout')
    await impatient.destroy()
  })
  expect(await stateOf()).toEqual({ isValid: false, isRecorded: false })
  const { search } = await startUpgradedNode()
  await expect.poll(search).toMatchObject({ being_built: [] })
  expect(await stateOf()).toEqual({ isValid: true, isRecorded: true })
})

test('a node that stops leaves the build to PostgreSQL, and the next one finds it done', async () => {
  await withoutIndex()
  const stopping = new AbortController()
  const building = () => createIndexBuilding({ db: pool, owner: pool, log: pino({ level: 'silent' }) })
  const pool = connect(server.databaseUrl, { max: 1 })
  onTestFinished(() => pool.destroy())
  await whileNothingIsBuilt(async () => {
    const run = (await building()).job.run(stopping.signal) as Promise<void>
    await expect.poll(async () => (await stateOf()).isValid).toBe(false)
    stopping.abort()
    await expect(run).rejects.toThrow()
    // Somebody builds already: this node only looks.
    const second = await building()
    await second.job.run(new AbortController().signal)
    expect(second.progressOf(index)).toBe(0)
  })
  await expect.poll(async () => (await stateOf()).isValid).toBe(true)
  const next = await building()
  await expect
    .poll(async () => {
      await next.job.run(new AbortController().signal)
      return next.progressOf(index)
    })
    .toBe(undefined)
  expect(await stateOf()).toEqual({ isValid: true, isRecorded: true })
})
