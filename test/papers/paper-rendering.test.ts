import { sql } from 'kysely'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { PaperResponse } from '../../contract/purchase-requests/papers.ts'
import { createPaperRendering } from '../../server/features/papers/paper-rendering.ts'
import { findOrphans } from '../../server/features/stored-files/upkeep.ts'
import { createBlobStores } from '../../server/platform/blobs/open-storage.ts'
import { isFull } from '../support/cases/scale.ts'
import { lockWaiters, untilWaiting } from '../support/database/locks.ts'
import { filesOf } from '../support/given/document-uploads.ts'
import { download, givenApproved, givenCompany, issue } from '../support/given/given-paper.ts'
import { startProcess, untilReady } from '../support/processes/service-process.ts'
import { givenAdministrator, password } from '../support/service/auth-helpers.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'

/** Its own job makes a PDF only when a paper is issued or downloaded; the nodes of the tests make the others. */
const server = startServer({ connections: 3, timers: createManualTimers() })
const pdf = Buffer.from('%PDF-1.3 a paper')
let owner: Client
let paper: PaperResponse

const counted: string[] = []

/** One more node on the same database and store, whose renderer is in the hands of the test. */
function node(render: () => Promise<Buffer>, at: () => Date = () => new Date()) {
  const stores = createBlobStores({ url: server.config.documentsUrl, dataDir: server.dataDir })
  const { vault } = server.service
  const log = pino({ level: 'silent' })
  const count = (outcome: string) => counted.push(outcome)
  return createPaperRendering({ db: server.db, now: at, log, vault, stores, pdfs: { render }, count })
}

/** A paper that was issued and whose PDF is still to be made. */
beforeEach(async () => {
  owner = await server.signIn()
  const company = await givenCompany(owner)
  paper = await issue(owner, await givenApproved(server, owner), { kind: 'invoice', company_id: company.id })
  await download(server, owner, paper)
  await server.service.paperRenderingIdle()
  await server.db.deleteFrom('paper_files').execute()
  await server.db
    .updateTable('papers')
    .set({ render_at: new Date(0), render_attempts: 0 })
    .execute()
  await server.db.updateTable('papers').set({ render_at: null }).where('id', '!=', paper.id).execute()
})

function files() {
  return server.db.selectFrom('paper_files').select(['id', 'sha256', 'size']).execute()
}

async function orphans() {
  const stores = createBlobStores({ url: server.config.documentsUrl, dataDir: server.dataDir })
  return (await findOrphans(server.db, stores, new Date(Date.now() + 60_000))).orphans.length
}

test.runIf(isFull)('while one node makes a PDF, no other one does', async () => {
  const blobs = filesOf(server).blobs.length
  const rendered = Promise.withResolvers<Buffer>()
  const first = node(() => rendered.promise).renderNext()
  await expect
    .poll(async () =>
      (await server.db.selectFrom('papers').select('render_attempts').execute()).map(
        (p) => p.render_attempts,
      ),
    )
    .toContain(1)
  expect(await node(async () => pdf).renderNext()).toBe(false)
  rendered.resolve(pdf)
  expect(await first).toBe(true)
  expect(await files()).toMatchObject([{ size: pdf.length }])
  expect(await node(async () => pdf).renderNext()).toBe(false)
  expect(filesOf(server).blobs).toHaveLength(blobs + 1)
})

test('a paper whose node has died is made by another one, and the first one that is stored stays', async () => {
  const blobs = filesOf(server).blobs.length
  const late = Promise.withResolvers<Buffer>()
  const slow = node(() => late.promise).renderNext()
  const leased = () =>
    server.db.selectFrom('papers').select('render_at').where('id', '=', paper.id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await leased()).render_at?.getTime() ?? 0).toBeGreaterThan(0)
  const later = () => new Date(Date.now() + 31_000)
  expect(await node(async () => pdf, later).renderNext()).toBe(true)
  const kept = await files()
  late.resolve(Buffer.from('%PDF-1.3 the same'))
  expect(await slow).toBe(true)
  expect(await files()).toEqual(kept)
  expect(await leased()).toEqual({ render_at: null })
  expect(filesOf(server).blobs).toHaveLength(blobs + 1)
  const told = await server.db
    .selectFrom('outbox_events')
    .select('type')
    .where('object_id', '=', paper.id)
    .where('type', '=', 'paper.rendered')
    .execute()
  // Once when the paper was issued, before the test took its file away.
  expect(told).toHaveLength(2)
})

test('a PDF that could not be made is tried again after a pause', async () => {
  const broken = node(async () => {
    throw new Error('out of paper')
  })
  expect(await broken.renderNext()).toBe(true)
  expect(await broken.renderNext()).toBe(false)
  expect(await files()).toEqual([])
  expect(
    await node(
      async () => pdf,
      () => new Date(Date.now() + 2_100),
    ).renderNext(),
  ).toBe(true)
  expect(await files()).toHaveLength(1)
  expect(counted.slice(-2)).toEqual(['failure', 'success'])
})

test.runIf(isFull)('what is damaged in the store is an error, not half a file', async () => {
  const { pdf } = await download(server, owner, paper)
  await server.db
    .updateTable('paper_files')
    .set({ size: pdf.length - 1 })
    .execute()
  expect((await download(server, owner, paper)).status).toBe(500)
})

test.runIf(isFull).each(['after the commit', 'after the blob was stored'])(
  'kill -9 %s: another process makes the PDF once',
  async (moment) => {
    const environment = {
      DATABASE_URL: server.databaseUrl,
      KONTOR_DATA_DIR: server.dataDir,
      KONTOR_RATE_LIMIT: 'off',
    }
    const { email } = await givenAdministrator(server, { role: 'owner' })
    const company = await givenCompany(owner)
    const request = await givenApproved(server, owner)
    const orphansBefore = await orphans()
    const start = async () => {
      const started = await startProcess(environment)
      await untilReady(started)
      const { body } = await client(started, null).post('/v1/auth/login', { email, password })
      return { ...started, person: client(started, body.access_token, body.admin.id) }
    }
    const first = await start()
    let issued = paper
    await server.db.transaction().execute(async (db) => {
      // The row of the file cannot be written.
      await sql`lock table paper_files in share mode`.execute(db)
      issued = await issue(first.person, request, { kind: 'invoice', company_id: company.id })
      if (moment === 'after the blob was stored') await untilWaiting(server.db, 1)
      first.child.kill('SIGKILL')
      expect(await first.ended).toBe('SIGKILL')
    })
    await expect.poll(() => lockWaiters(server.db), { timeout: 30_000 }).toBe(0)
    expect(
      (await server.db.selectFrom('paper_files').selectAll().where('paper_id', '=', issued.id).execute())
        .length,
    ).toBe(0)
    // The lease of the dead node would end by itself, half a minute later.
    await server.db
      .updateTable('papers')
      .set({ render_at: new Date(0) })
      .where('id', '=', issued.id)
      .execute()
    const second = await start()
    const { status, pdf } = await download(second, second.person, issued)
    second.child.kill('SIGKILL')
    await second.ended
    expect([status, pdf.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(
      (await server.db.selectFrom('paper_files').selectAll().where('paper_id', '=', issued.id).execute())
        .length,
    ).toBe(1)
    // What the first process stored belongs to nothing, and gc finds it.
    if (moment === 'after the blob was stored') expect(await orphans()).toBe(orphansBefore + 1)
  },
)
