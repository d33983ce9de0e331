import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createScreening } from '../../server/features/screening/subjects/create-screening.ts'
import { addressParty } from '../../server/features/screening/subjects/parties.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { isFull } from '../support/cases/scale.ts'
import { untilWaiting } from '../support/database/locks.ts'
import { givenOrganization, validInn } from '../support/given/factories.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type ServiceProcess, startProcess, untilReady } from '../support/processes/service-process.ts'
import { until } from '../support/processes/until.ts'
import { type Client, cloneDatabase, startServer } from '../support/service/harness.ts'
import { hitsOf, listOf, publish, untilCompared } from './given-lists.ts'
import { importList } from './list-uploads.ts'

const server = startServer()
let owner: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
})

const listed = 'Бережков Захар Ильич'
const payers = 6_000
const everyNth = 50

/** Payers straight in the database, every fiftieth of them listed. Returns the number of those. */
async function givenPayers(db: Db): Promise<number> {
  const { id } = await givenOrganization({ db })
  await sql`
    insert into screening_subjects
      (kind, id, organization_id, name, compared, compared_hash, generation, screened_at, is_due)
    select 'payer', gen_random_uuid(), ${id}, name,
      jsonb_build_object('schema', 'LegalEntity', 'names', jsonb_build_array(name)), 'hash of ' || name, 0, null, false
    from (
      select case when number % ${everyNth} = 0 then ${listed} else 'ООО Плательщик ' || number end as name
      from generate_series(1, ${payers}::int) as number
    ) as named
  `.execute(db)
  return payers / everyNth
}

/** Each hit was written once, and told of once. */
async function expectOnce(db: Db, count: number): Promise<void> {
  const hits = await db.selectFrom('screening_hits').select(['id', 'version', 'status']).execute()
  expect(hits).toHaveLength(count)
  expect(hits.every(({ version, status }) => version === 1 && status === 'open')).toBe(true)
  for (const told of [
    await db
      .selectFrom('audit_events')
      .select('object_id as id')
      .where('action', '=', 'screening.hit_opened')
      .execute(),
    await db
      .selectFrom('outbox_events')
      .select('object_id as id')
      .where('type', '=', 'screening.hit_opened')
      .execute(),
  ])
    expect(told.map(({ id }) => id).sort()).toEqual(hits.map(({ id }) => id).sort())
}

const passesOf = (db: Db) => db.selectFrom('screening_passes').selectAll().orderBy('generation').execute()

describe('a pass over all parties', { timeout: 120_000 }, () => {
  let url: string
  let dataDir: string
  let db: Db
  const nodes: ServiceProcess[] = []
  const start = async () => {
    const node = await startProcess({ DATABASE_URL: url, KONTOR_DATA_DIR: dataDir })
    nodes.push(node)
    await untilReady(node)
    return node
  }
  const kill = async ({ child, ended }: ServiceProcess) => {
    child.kill('SIGKILL')
    await ended
  }
  const importFile = async (content: string) => {
    const file = join(dataDir, 'own.csv')
    writeFileSync(file, content)
    const env = { DATABASE_URL: url, KONTOR_DATA_DIR: dataDir }
    expect(await runCli(['screening', 'import', file, '--list', 'own', '--force'], env)).toMatchObject({
      code: 0,
    })
  }

  test.runIf(isFull)(
    'loses no hit and doubles none when its node is killed; and two nodes do it once',
    async () => {
      url = await cloneDatabase()
      dataDir = mkdtempSync(join(inject('runDir'), 'data-'))
      db = connect(url, { max: 2 })
      try {
        const expected = await givenPayers(db)
        const first = await start()
        await importFile(listOf([{ id: '1', name: listed }]))
        await until('the pass is under way', async () => ((await passesOf(db))[0]?.done ?? 0) > 0, {
          every: 1,
        })
        await kill(first)
        const [left] = await passesOf(db)
        // Otherwise nothing was proven: make the list of payers longer.
        expect(left).toMatchObject({ finished_at: null })
        // As if the time of the lease had passed.
        await db
          .updateTable('screening_passes')
          .set({ leased_until: new Date(0) })
          .execute()
        await Promise.all([start(), start()])
        await untilCompared({ db }, 1)
        expect(await passesOf(db)).toMatchObject([{ generation: 1, since: 0 }])
        expect((await passesOf(db))[0]?.done).toBeGreaterThanOrEqual(payers)
        await expectOnce(db, expected)

        await importFile(
          listOf([
            { id: '1', name: listed },
            { id: '2', name: 'Плательщик 77', schema: 'Company' },
          ]),
        )
        await untilCompared({ db }, 2)
        const passes = await passesOf(db)
        expect(passes).toMatchObject([{ generation: 1 }, { generation: 2, since: 1 }])
        expect(passes[1]?.done).toBe(passes[1]?.total)
      } finally {
        await Promise.all(nodes.map(kill))
        await db.destroy()
      }
    },
  )
})

describe('a party that is saved while a list is published', () => {
  /** A node that has not read the lists that were published since. */
  const nodeWith = (generation: number) =>
    createScreening({
      db: server.db,
      log: pino({ enabled: false }),
      now: () => new Date(),
      vault: server.service.vault,
      authorization: server.service.authorization,
      index: { generation: () => generation, searchInSlices: async () => [], refresh: async () => {} },
      maxAgeSeconds: 86_400,
    })
  const address = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'
  const rows = [{ id: 'w', name: 'Владелец кошелька', crypto_addresses: address }]

  test('is compared later, if its node has old lists', async () => {
    const generation = await publish(server, owner, 'own', rows)
    const { id } = await givenOrganization(server)
    const party = addressParty({ id: crypto.randomUUID(), organizationId: id, address })
    await server.db.transaction().execute((db) => nodeWith(generation - 1).save(db, [party]))
    await until('the hit is there', async () => (await hitsOf(owner, id)).length === 1, { every: 20 })
    await untilCompared(server, generation)
  })

  test('holds back the list, and is compared by the pass', async () => {
    const generation = await publish(server, owner, 'own', [{ id: 'other', name: 'Некто Иной' }])
    const { id } = await givenOrganization(server)
    const party = addressParty({ id: crypto.randomUUID(), organizationId: id, address })
    const { publishing } = await server.db.transaction().execute(async (db) => {
      await nodeWith(generation).save(db, [party])
      const publishing = importList(owner, 'own', { 'list.csv': listOf(rows) }, { force: 'true' })
      await untilWaiting(server.db, 1)
      return { publishing }
    })
    const { body } = await publishing
    await untilCompared(server, body.generation)
    expect(await hitsOf(owner, id)).toMatchObject([{ status: 'open', generation: body.generation }])
  })
})

test('parties that nobody has told of are found', async () => {
  const inn = validInn(778_000_001)
  await publish(server, owner, 'own', [{ id: 'old', schema: 'Company', name: 'Старая фирма', inn }])
  const { id } = await givenOrganization(server, {
    inn,
    director: { name: 'Иванов Иван', post: null, inn: null },
  })
  await server.service.partySweep.job.run(new AbortController().signal)
  await until('the hit is there', async () => (await hitsOf(owner, id)).length === 1, { every: 20 })
  const { body } = await owner.get(`/v1/organizations/${id}/screening`)
  expect(body.parties).toMatchObject([
    { kind: 'organization', state: 'hit' },
    { kind: 'person', name: 'Иванов Иван', state: 'clear' },
  ])
})
