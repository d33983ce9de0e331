import { fork } from 'node:child_process'
import { chmodSync, createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { foldWords, withoutLegalForms } from '../contract/values/text-folding.ts'
import { commandLineOptions } from '../scripts/command-line-options.mjs'
import { plainColumns } from '../server/features/parties/import/plain-file.ts'
import { readRegisterStatus } from '../server/features/parties/import/register-status.ts'
import type { Party } from '../server/features/parties/model/party.ts'
import { createPartyService, type PartyService } from '../server/features/parties/party-service.ts'
import { generateParties } from '../server/features/parties/synthetic/generate.ts'
import { writeRegister } from '../server/features/parties/synthetic/write-register.ts'
import { copyIn } from '../server/platform/db/copy.ts'
import { connect } from '../server/platform/db/database.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { createLog } from '../server/platform/log.ts'
import { superuserUrl } from '../test/support/database/superuser.ts'
import { startDatabase } from './database.ts'
import { generateOrganizations, loadOrganizations, removeOrganizations } from './parties-organizations.ts'
import { queriesByClass, withTypo } from './party-queries.ts'
import { atLeast, atMost, type BenchOptions, type Row } from './report.ts'
import { sized } from './scale.ts'

const counts = {
  smoke: { parties: 1_000, organizations: 500 },
  small: { parties: 200_000, organizations: 20_000 },
  full: { parties: 10_000_000, organizations: 100_000 },
}
const seed = 11
const queriesPerClass = sized(5, 400)

/**
 * Import and search of a synthetic register, compared with a bare COPY and a tsvector prefix search of the same rows. Then
 * search of organizations that are not in the register.
 */
export async function run({ scale, keep }: BenchOptions): Promise<Row[]> {
  const count = counts[scale].parties
  const dataDir = keep === undefined ? mkdtempSync(join(tmpdir(), 'kontor-bench-')) : resolve(keep)
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  const embedded = await startDatabase({ dataDir, log: createLog('silent', process.stderr) })
  const db = connect(embedded.url, { max: 10 })
  // Loading without triggers requires a superuser.
  const client = new pg.Client({ connectionString: superuserUrl(embedded.url) })
  try {
    await migrate(db)
    await client.connect()
    await removeOrganizations(client)
    const isImported = (await readRegisterStatus(db)).current.parties === count
    const rows = isImported
      ? []
      : await measureImport(client, embedded.url, join(dataDir, 'register.csv'), count)
    const service = createPartyService({ db, now: () => new Date() })
    const sample = sampleOf(generateParties(count, seed), count)
    await warmUp(service, sample)
    rows.push(...(await measureClasses('party search', service, sample)))
    rows.push(await measureMix(service, sample))
    rows.push(await measureTypos(service, sample))
    rows.push(...(await compareWithPlainSearch(client, service)))
    rows.push(...(await measureOrganizations(client, service, counts[scale].organizations)))
    return rows
  } finally {
    await client.end()
    await db.destroy()
    await embedded.stop()
    if (keep === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Every so many of the parties, as many as there are queries in a class. */
function sampleOf(parties: Iterable<Party>, count: number): Party[] {
  const every = Math.floor(count / queriesPerClass)
  const sample: Party[] = []
  let i = 0
  for (const party of parties) if (i++ % every === 0) sample.push(party)
  return sample
}

/** The same classes of queries, drawn from organizations that are found beside the register. */
async function measureOrganizations(client: pg.Client, service: PartyService, count: number): Promise<Row[]> {
  console.error(`  loading ${count} organizations`)
  await loadOrganizations(client, count)
  const sample = sampleOf(generateOrganizations(count), count)
  await warmUp(service, sample)
  const what = `with ${count.toLocaleString('en-US')} organizations beside the register`
  return measureClasses(what, service, sample)
}

async function measureImport(client: pg.Client, url: string, file: string, count: number): Promise<Row[]> {
  if (!existsSync(file)) await writeRegister(generateParties(count, seed), file, 'csv')
  await client.query('drop table if exists bare, plain')
  await client.query(`create table bare (${plainColumns.join(' text, ')} text, remark text)
    with (autovacuum_enabled = off)`)
  const copyStarted = performance.now()
  const register = createReadStream(file, { highWaterMark: 1 << 18 })
  await copyIn(client, 'copy bare from stdin (format csv, header)', register)
  const bareRate = count / ((performance.now() - copyStarted) / 1000)

  const started = performance.now()
  const result = await new Promise<{ parties: number; mebibytes: number }>((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'parties-importer.ts'), [url, file], {
      execArgv: commandLineOptions,
    })
    child.once('message', (message) => resolve(message as { parties: number; mebibytes: number }))
    child.once('exit', (code) => reject(new Error(`the import ended with ${code}`)))
  })
  const rate = result.parties / ((performance.now() - started) / 1000)
  const minutes = 10_000_000 / rate / 60
  return [
    {
      what: `import of ${count.toLocaleString('en-US')} parties, searchable`,
      measured: `${Math.round(rate).toLocaleString('en-US')} rows/s`,
      against: `bare COPY ${Math.round(bareRate).toLocaleString('en-US')} rows/s (ratio ${(rate / bareRate).toFixed(3)})`,
      ...atMost(minutes, 20, ' min for 10 million'),
    },
    {
      what: 'memory of the importer',
      measured: `${Math.round(result.mebibytes)} MiB`,
      against: '',
      ...atMost(result.mebibytes, 300, ' MiB'),
    },
  ]
}

/** Runs queries of each class, so that code is compiled and data is cached, as in a service that is in use. */
async function warmUp(service: PartyService, sample: Party[]): Promise<void> {
  for (const queries of Object.values(queriesByClass(sample.slice(0, 50)))) {
    for (const q of queries.slice(0, 50)) await service.search(q, 50, 0)
  }
}

async function measureClasses(what: string, service: PartyService, sample: Party[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, queries] of Object.entries(queriesByClass(sample))) {
    const times: number[] = []
    for (let i = 0; i < queriesPerClass; i++)
      times.push(await timeOf(service, queries[i % queries.length] as string))
    rows.push({
      what: `${what}, ${name}: p99`,
      measured: `p50 ${percentile(times, 50).toFixed(1)} ms`,
      against: '',
      ...atMost(percentile(times, 99), name === 'three single letters' ? 100 : 50, ' ms'),
    })
  }
  return rows
}

async function measureMix(service: PartyService, sample: Party[]): Promise<Row> {
  const mixed = Object.values(queriesByClass(sample)).flatMap((queries) => queries.slice(0, 40))
  const times: number[] = []
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let i = next++; i < mixed.length; i = next++) {
        times.push(await timeOf(service, mixed[(i * 17) % mixed.length] as string))
      }
    }),
  )
  const perSecond = mixed.length / ((performance.now() - started) / 1000)
  return {
    what: 'party search, all classes mixed, 4 callers: p99',
    measured: `${Math.round(perSecond)}/s, p50 ${percentile(times, 50).toFixed(1)} ms`,
    against: '',
    ...atMost(percentile(times, 99), 100, ' ms'),
  }
}

/** How many names are found although one of their letters is wrong. */
async function measureTypos(service: PartyService, sample: Party[]): Promise<Row> {
  let searched = 0
  let found = 0
  for (const [i, party] of sample.entries()) {
    const words = nameOf(party)
    const place = words.findIndex((word) => word.length >= 5)
    if (place < 0) continue
    searched += 1
    const q = words.with(place, withTypo(words[place] as string, i)).join(' ')
    const { items } = await service.search(q, 200, 0)
    if (items.some((item) => nameOf(item).join(' ') === words.join(' '))) found += 1
  }
  return {
    what: 'names found with a typo',
    measured: `${found} of ${searched}`,
    against: '',
    ...atLeast(found / searched, 0.9),
  }
}

function nameOf(party: Pick<Party, 'full_name' | 'short_name'>): string[] {
  return withoutLegalForms(foldWords(party.short_name ?? party.full_name))
}

/** The same rows with a tsvector and a GIN index: prefix search, active parties first, then shorter names. */
async function compareWithPlainSearch(client: pg.Client, service: PartyService): Promise<Row[]> {
  await client.query(`
    create table if not exists plain with (autovacuum_enabled = off) as select *,
      to_tsvector('simple', concat_ws(' ', full_name, director_name, inn, ogrn)) as words from bare
  `)
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query('create index if not exists plain_words on plain using gin (words)')
  await client.query('analyze plain')
  const plainTime = async (q: string) => {
    const started = performance.now()
    await client.query(
      `select * from plain where words @@ to_tsquery('simple', $1)
       order by status <> 'active', length(full_name), inn limit 50`,
      [`${q}:*`],
    )
    return performance.now() - started
  }
  const rows: Row[] = []
  for (const [name, queries] of [
    ['common words', ['строй', 'иванов', 'александр', 'сергей']],
    ['single letters', ['а', 'с', 'о', 'м']],
  ] as const) {
    const ours: number[] = []
    const plain: number[] = []
    for (let turn = 0; turn < 5; turn++) {
      for (const q of queries) {
        ours.push(await timeOf(service, q))
        plain.push(await plainTime(q))
      }
    }
    const ratio = percentile(plain, 50) / percentile(ours, 50)
    rows.push({
      what: `party search against plain tsvector, ${name}`,
      measured: `${percentile(ours, 50).toFixed(1)} ms`,
      against: `tsvector prefix search ${percentile(plain, 50).toFixed(1)} ms`,
      ...atLeast(ratio, 10),
    })
  }
  return rows
}

async function timeOf(service: PartyService, q: string): Promise<number> {
  const started = performance.now()
  await service.search(q, 50, 0)
  return performance.now() - started
}

function percentile(times: number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] as number
}
