import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { isFull } from '../support/cases/scale.ts'
import { dropDatabase } from '../support/database/superuser.ts'
import { startProcess, untilReady } from '../support/processes/service-process.ts'
import { client, emptyDatabase } from '../support/service/harness.ts'
import { enlarge } from './large-database.ts'
import { loadRelease, readReleases, signInToRelease, writeReleaseKey } from './release.ts'

const organizations = 300_000
const requests = 50_000
/** 1.0.0 kept payments and deliveries in columns: the upgrade makes facts of them. */
const completedIn: Record<string, number> = { '1.0.0': 5_000 }
/** With two entries each: what is added up while their table is locked. 1.0.0 had no books. */
const coinPostingsIn: Record<string, number> = { '1.1.0': 500_000 }

test.runIf(isFull).each(readReleases().map(({ name }) => name))(
  'a database of %s with 300,000 organizations is upgraded, and nothing is missing',
  async (name) => {
    const keyFile = writeReleaseKey(mkdtempSync(join(inject('runDir'), 'large-')))
    const env = {
      DATABASE_URL: await emptyDatabase(),
      KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'large-')),
      KONTOR_KEY_FILE: keyFile,
    }
    const release = readReleases().find((release) => release.name === name)
    await loadRelease(release?.backup as string, env)
    const completed = completedIn[name] ?? 0
    const coinPostings = coinPostingsIn[name] ?? 0
    await timed(`${name}: filling`, () =>
      enlarge(env.DATABASE_URL, { organizations, requests, completed, coinPostings }),
    )

    const service = await startProcess(env)
    try {
      await timed(`${name}: start until it is ready`, () => untilReady(service, 1_200))
      const owner = client(service, await signInToRelease(service.url))
      const get = async (path: string) => {
        const { status, body } = await owner.get(path)
        expect([path, status]).toEqual([path, 200])
        return body
      }
      // Until the index is built.
      await expect
        .poll(async () => (await get('/v1/search?q=B1')).being_built, { timeout: 120_000 })
        .toEqual([])
      printTimes(name, service.output())

      expect(await get('/v1/organizations?limit=2')).toMatchObject({
        total: organizations,
        total_is_exact: true,
        items: [{ full_name: `Василёк ${organizations}` }, { full_name: `Василёк ${organizations - 1}` }],
      })
      // Found by a part of a name, so that no other may have it.
      const middle = 234_567
      for (const q of [`василёк ${middle}`, `B${middle}`, `${5_000_000_000 + middle}`]) {
        const found = await get(`/v1/organizations?q=${encodeURIComponent(q)}`)
        expect([q, found.items[0]?.full_name]).toEqual([q, `Василёк ${middle}`])
      }
      expect(await get(`/v1/search?q=${encodeURIComponent('Ромашка')}`)).toMatchObject({
        items: [{ kind: 'organization' }],
      })
      expect((await get('/v1/search?q=Устав 4711')).items[0]).toMatchObject({ title: 'Устав 4711.pdf' })
      const unreviewed = await get('/v1/lists/organizations?kyb_status=new&limit=100')
      expect(unreviewed.items).toHaveLength(100)
      const list = await get('/v1/purchase-requests?limit=1')
      expect(list.total).toBeGreaterThanOrEqual(requests)
      expect((await get('/v1/purchase-requests?status=completed&limit=1')).total).toBe(
        completed + (name === '1.0.0' ? 0 : 1),
      )
      if (completed > 0) await expectFacts(env.DATABASE_URL, completed, get)
    } finally {
      service.child.kill('SIGTERM')
      await service.ended
      await dropDatabase(env.DATABASE_URL)
    }
  },
)

/** Each completed request of 1.0.0 has its payment and its delivery, and the books balance. */
async function expectFacts(
  url: string,
  completed: number,
  get: (path: string) => Promise<{ items: unknown[] }>,
) {
  const db = connect(url, { max: 1, unlimited: true })
  const { rows } = await sql`
    select (select count(*) from payments) as payments, (select count(*) from deliveries) as deliveries,
      (select count(*) from (select from book_entries group by commodity having sum(amount) <> 0) as odd) as odd
  `.execute(db)
  await db.destroy()
  expect(rows).toEqual([{ payments: completed, deliveries: completed, odd: 0 }])
  expect((await get('/v1/lists/payments?limit=3')).items).toHaveLength(3)
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const since = performance.now()
  await work()
  console.log(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`)
}

/** What the log says of each migration and index, the slowest first. */
function printTimes(name: string, output: string): void {
  const done = output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return []
    const { migration, index, milliseconds } = JSON.parse(line)
    return milliseconds === undefined || !(migration ?? index)
      ? []
      : [{ what: migration ?? index, milliseconds }]
  })
  expect(done.length).toBeGreaterThan(0)
  const all = done.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  console.log(`${name}: ${done.length} migrations and indexes in ${(all / 1000).toFixed(1)} s`)
  for (const { what, milliseconds } of done.toSorted((a, b) => b.milliseconds - a.milliseconds)) {
    console.log(`  ${String(milliseconds).padStart(7)} ms  ${what}`)
  }
}
