import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Subject } from '../server/features/screening/model/subject.ts'
import { newId } from '../server/platform/db/ids.ts'
import { superuserUrl } from '../test/support/database/superuser.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { startMeasuredService } from './measured-service.ts'
import { inventBook } from './screening-data.ts'

/** Fill the book with parties that were compared with this generation, or wait until all were compared with the next. */
export type BookQuestion = { fill: number } | { await: number }

export interface BookPass {
  seconds: number
  /** Of the service with all its threads, requests included. */
  processorSeconds: number
  hits: number
  /** The longest time that the event loop was held, in milliseconds. */
  longestHold: number
}

const [count, seed] = process.argv.slice(2, 4).map(Number) as [number, number]

/** The service over a book of invented organizations, which compares all of them when a list changes. */
const { db, url: databaseUrl, service, serve } = await startMeasuredService()

async function fillBook(generation: number): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl(databaseUrl) })
  await client.connect()
  // Without the organizations themselves, which are no part of what is measured.
  await client.query('alter table screening_hits drop constraint screening_hits_organization_id_fkey')
  await client.query('set session_replication_role = replica')
  let rows: { kind: string; id: string; compared: Subject }[] = []
  const flush = async () => {
    await client.query(insert, [
      rows.map(({ kind }) => kind),
      rows.map(({ id }) => id),
      rows.map(({ compared }) => JSON.stringify(compared)),
      generation,
    ])
    rows = []
  }
  for (const { organization, director } of inventBook(count, seed)) {
    rows.push({ kind: 'organization', id: newId(), compared: organization })
    if (director) rows.push({ kind: 'person', id: newId(), compared: director })
    if (rows.length >= 10_000) await flush()
  }
  await flush()
  await client.query('vacuum analyze screening_subjects')
  await client.end()
}

const insert = `
  insert into screening_subjects
    (kind, id, organization_id, name, compared, compared_hash, generation, screened_at, is_due)
  select kind, id, id, compared -> 'names' ->> 0, compared, md5(compared::text), $4, now(), false
  from unnest($1::text[], $2::uuid[], $3::jsonb[]) as given (kind, id, compared)
`

async function awaitPass(generation: number): Promise<BookPass> {
  const delays = monitorEventLoopDelay({ resolution: 2 })
  delays.enable()
  const before = process.cpuUsage()
  for (;;) {
    const pass = await db
      .selectFrom('screening_passes')
      .selectAll()
      .where('generation', '>=', generation)
      .where('finished_at', 'is not', null)
      .executeTakeFirst()
    if (!pass) {
      await wait(200)
      continue
    }
    delays.disable()
    const { user, system } = process.cpuUsage(before)
    const { hits } = await db
      .selectFrom('screening_hits')
      .select(({ fn }) => fn.countAll<number>().as('hits'))
      .executeTakeFirstOrThrow()
    return {
      seconds: (Number(pass.finished_at) - Number(pass.started_at)) / 1_000,
      processorSeconds: (user + system) / 1e6,
      hits: Number(hits),
      longestHold: delays.max / 1e6,
    }
  }
}

process.on('message', async (question: BookQuestion) => {
  if ('fill' in question) {
    await fillBook(question.fill)
    process.send?.({})
  } else process.send?.(await awaitPass(question.await))
})

await serve(async () => {
  const { token } = await givenSession({ db, service, now: new Date() }, 'owner')
  return { token }
})
