import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import pg from 'pg'
import { buildScreeningIndex } from '../server/features/screening/matching/screening-index.ts'
import type { Subject } from '../server/features/screening/model/subject.ts'
import { createBookWorker } from '../server/features/screening/rescreening/book-worker.ts'
import { newId } from '../server/platform/db/ids.ts'
import { givenSession } from '../test/support/signed-in.ts'
import { superuserUrl } from '../test/support/superuser.ts'
import { startMeasuredService } from './measured-service.ts'
import { inventBook, pickChanged, readFolder } from './screening-data.ts'

export interface BookPass {
  seconds: number
  /** Of the service with all its threads, requests included. */
  processorSeconds: number
  subjects: number
  matches: number
  /** The longest time that the event loop was held, in milliseconds. */
  longestHold: number
}

const [count, changedEntries, seed] = process.argv.slice(2, 5).map(Number) as [number, number, number]
const folder = process.argv[5] as string
const batchSize = 2_000

/** The service over a book of invented organizations. Told to, it compares all of them with changed entries. */
const { db, url: databaseUrl, service, serve } = await startMeasuredService()
const entries = await readFolder(folder)
const worker = createBookWorker()

async function loadSubjects(): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl(databaseUrl) })
  await client.connect()
  // Without the organizations themselves, which are no part of what is measured.
  await client.query('set session_replication_role = replica')
  await client.query(create)
  let rows: { kind: string; id: string; compared: Subject }[] = []
  const flush = async () => {
    await client.query(insert, [
      rows.map(({ kind }) => kind),
      rows.map(({ id }) => id),
      rows.map(({ compared }) => JSON.stringify(compared)),
    ])
    rows = []
  }
  for (const { organization, director } of inventBook(count, entries, seed)) {
    rows.push({ kind: 'organization', id: newId(), compared: organization })
    rows.push({ kind: 'person', id: newId(), compared: director })
    if (rows.length >= 10_000) await flush()
  }
  await flush()
  await client.query('vacuum analyze screening_subjects')
  await client.end()
}

const create = `
  create table if not exists screening_subjects (
    kind text collate "C" not null,
    id uuid not null,
    organization_id uuid not null,
    name text not null,
    compared jsonb not null,
    compared_hash text not null,
    generation bigint not null,
    is_due boolean not null,
    primary key (kind, id)
  );
  grant select on screening_subjects to public
`

const insert = `
  insert into screening_subjects (kind, id, organization_id, name, compared, compared_hash, generation, is_due)
  select kind, id, id, compared -> 'names' ->> 0, compared, md5(compared::text), 0, false
  from unnest($1::text[], $2::uuid[], $3::jsonb[]) as given (kind, id, compared)
`

type Row = { kind: string; id: string; compared: Subject }

async function readBatch(after: Pick<Row, 'kind' | 'id'>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select kind, id, compared from screening_subjects
    where (kind, id) > (${after.kind}, ${after.id}::uuid) order by kind, id limit ${batchSize}`.execute(db)
  return rows
}

async function pass(): Promise<BookPass> {
  const changed = pickChanged(entries, changedEntries, seed).map((entry) => ({
    list: 'bench',
    generation: 2,
    entry,
  }))
  const words = (await buildScreeningIndex(entries)).words()
  const delays = monitorEventLoopDelay({ resolution: 2 })
  delays.enable()
  const started = performance.now()
  const before = process.cpuUsage()
  await worker.begin(changed, new Map([['bench', words]]))
  const result = { subjects: 0, matches: 0 }
  let batch = await readBatch({ kind: '', id: '00000000-0000-0000-0000-000000000000' })
  while (batch.length > 0) {
    const [found, next] = await Promise.all([
      worker.compare(batch.map(({ id, compared }) => ({ key: id, compared }))),
      readBatch(batch.at(-1) as Row),
    ])
    result.subjects += batch.length
    for (const { matches } of found) result.matches += matches.length
    batch = next
  }
  await worker.end()
  delays.disable()
  const { user, system } = process.cpuUsage(before)
  return {
    ...result,
    seconds: (performance.now() - started) / 1_000,
    processorSeconds: (user + system) / 1e6,
    longestHold: delays.max / 1e6,
  }
}

process.on('message', async () => process.send?.(await pass()))

await serve(async () => {
  await loadSubjects()
  const { token } = await givenSession({ db, tokens: service.tokens, now: new Date() }, 'owner')
  return { token }
}, worker.close)
