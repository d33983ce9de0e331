import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readRegisterStatus } from '../../server/features/parties/import/register-status.ts'
import { generateParties } from '../../server/features/parties/synthetic/generate.ts'
import { writeRegister } from '../../server/features/parties/synthetic/write-register.ts'
import { connect } from '../../server/platform/db/database.ts'
import { isFull } from '../support/cases/scale.ts'
import { untilWaiting } from '../support/database/locks.ts'
import {
  givenOnboarded,
  givenParty,
  givenRegister,
  importFiles,
  saveOrganization,
  temporaryFile,
} from '../support/given/party-fixtures.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: 3 })

async function search(q: string) {
  const client = await server.signIn('auditor')
  return (await client.get(`/v1/organizations/search?${new URLSearchParams({ q })}`)).body
}

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relname ~ '^part.*_[0-9]+$'
    order by name
  `.execute(server.db)
  return rows.map(({ name }) => name)
}

const partsOf = (generation: number) => [
  `parties_${generation}`,
  `party_lists_${generation}`,
  `party_prefixes_${generation}`,
  `party_vocabulary_${generation}`,
  `party_words_${generation}`,
]

/** Runs the work while no import can be published. */
async function whilePublishingWaits<T>(work: () => Promise<T>): Promise<T> {
  return server.db.transaction().execute(async (db) => {
    await db.selectFrom('party_generations').selectAll().where('state', '=', 'current').forUpdate().execute()
    return work()
  })
}

test('an import replaces the whole register', async () => {
  const first = await givenRegister(server.databaseUrl, [givenParty({ full_name: 'ООО "Прежняя"' })])
  expect(await search('прежняя')).toMatchObject({ total: 1, items: [{ full_name: 'ООО "Прежняя"' }] })

  const second = await givenRegister(server.databaseUrl, [givenParty({ full_name: 'ООО "Новейшая"' })])

  expect(second.generation).toBeGreaterThan(first.generation)
  expect(await search('прежняя')).toMatchObject({ total: 0, items: [] })
  expect(await search('новейшая')).toMatchObject({ total: 1 })
  expect(await tables()).toEqual(partsOf(second.generation))
})

test('rows are stored in the order of their rank', async () => {
  // Rows of very different length: a table that fills free space on earlier pages would be out of order.
  const parties = [...generateParties(600, 3)].map((party, i) =>
    i % 3 === 0 ? { ...party, address: 'улица '.repeat(160) } : party,
  )
  const { generation } = await givenRegister(server.databaseUrl, parties)
  const { rows } = await sql<{ n: number }>`
    select n from ${sql.table(`parties_${generation}`)} order by ctid
  `.execute(server.db)
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 600 }, (_, i) => i + 1))
})

test('a search during an import never fails and never mixes two generations', async () => {
  const generationOf = (name: string) =>
    Array.from({ length: 30 }, () => givenParty({ full_name: `ООО "Смена ${name}"` }))
  await givenRegister(server.databaseUrl, generationOf('первая'))
  const client = await server.signIn('auditor')
  let isDone = false
  const seen = new Set<string>()
  const searching = Array.from({ length: 3 }, async () => {
    while (!isDone) {
      const { status, body } = await client.get(
        `/v1/organizations/search?${new URLSearchParams({ q: 'смена' })}`,
      )
      expect(status).toBe(200)
      expect(body.total).toBe(30)
      const names = new Set<string>(body.items.map(({ full_name }: { full_name: string }) => full_name))
      expect(names.size).toBe(1)
      for (const name of names) seen.add(name)
    }
  })
  for (const name of ['вторая', 'третья']) await givenRegister(server.databaseUrl, generationOf(name))
  await expect.poll(() => seen.has('ООО "Смена третья"')).toBe(true)
  isDone = true
  await Promise.all(searching)
})

test('a search and the removal of its generation never deadlock', async () => {
  const { generation } = await givenRegister(server.databaseUrl, [givenParty()])
  const removal = connect(server.databaseUrl, { max: 1 })
  let removed: Promise<unknown> = Promise.resolve()
  try {
    await server.db.transaction().execute(async (search) => {
      // The locks of one statement of a search, with the removal in between.
      const lock = (table: string) =>
        sql`lock table ${sql.table(`${table}_${generation}`)} in access share mode`.execute(search)
      await lock('party_prefixes')
      await lock('party_words')
      removed = sql`
        begin;
        update party_generations set state = 'retired' where generation = ${sql.lit(generation)};
        select drop_party_generation(${sql.lit(generation)});
        rollback
      `.execute(removal)
      removed.catch(() => {})
      await untilWaiting(server.db, 1)
      await lock('parties')
    })
    await removed
  } finally {
    await removal.destroy()
  }
})

test.runIf(isFull)(
  'a killed import does not change the register, and the next import cleans up',
  async () => {
    const { generation } = await givenRegister(server.databaseUrl, [
      givenParty({ full_name: 'ООО "Стойкая"' }),
    ])
    const file = temporaryFile('next.csv')
    await writeRegister([givenParty({ full_name: 'ООО "Следующая"' })], file, 'csv')

    await whilePublishingWaits(async () => {
      const child = fork(join(import.meta.dirname, '../../cli/main.ts'), ['parties', 'import', file], {
        env: { ...process.env, DATABASE_URL: server.databaseUrl },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      await untilWaiting(server.db, 1)
      expect((await readRegisterStatus(server.db)).running).toMatchObject({ files: ['next.csv'] })
      child.kill('SIGKILL')
      await once(child, 'exit')
    })

    // PostgreSQL notices that the client is gone and releases the lock.
    await expect
      .poll(async () => (await readRegisterStatus(server.db)).running, { timeout: 20_000 })
      .toBeUndefined()
    expect(await search('стойкая')).toMatchObject({ total: 1 })
    expect((await readRegisterStatus(server.db)).current.generation).toBe(generation)
    expect(await tables()).not.toEqual(partsOf(generation))

    const { code, stdout } = await runCli(['parties', 'import', file], { DATABASE_URL: server.databaseUrl })

    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('contains 1 parties') })
    expect(await search('следующая')).toMatchObject({ total: 1 })
    const { current } = await readRegisterStatus(server.db)
    expect(await tables()).toEqual(partsOf(current.generation))
  },
)

test('a second import is refused while one runs', async () => {
  const file = temporaryFile('register.csv')
  await writeRegister([givenParty()], file, 'csv')

  const first = await whilePublishingWaits(async () => {
    const running = importFiles(server.databaseUrl, [file])
    await untilWaiting(server.db, 1)
    await expect(importFiles(server.databaseUrl, [file])).rejects.toThrow('Another import is running.')
    return { running }
  })

  expect((await first.running).parties).toBe(1)
})

test('an import that is stopped cleans up', async () => {
  const file = temporaryFile('register.csv')
  await writeRegister([givenParty()], file, 'csv')
  const before = await tables()
  const stop = new AbortController()

  await expect(
    importFiles(server.databaseUrl, [file], {
      signal: stop.signal,
      onProgress: ({ phase }) => {
        if (phase === 'indexing words') stop.abort(new Error('stopped by the test'))
      },
    }),
  ).rejects.toThrow('stopped by the test')

  expect(await tables()).toEqual(before)
})

test('an organization is found by itself exactly while it is not in the register', async () => {
  const party = givenParty({ full_name: 'ООО "Приходящая"', address: 'Казань' })
  const organization = await givenOnboarded(server, party)
  const organization_id = organization.id
  expect(await search('приходящая')).toMatchObject({
    total: 1,
    items: [{ source: 'organization', organization_id, address: 'Казань' }],
  })

  await givenRegister(server.databaseUrl, [party])
  expect(await search('приходящая')).toMatchObject({ total: 1, items: [{ source: 'file', organization_id }] })
  await saveOrganization(server, { ...organization, full_name: 'ООО "Переименованная"' })
  expect(await search('приходящая')).toMatchObject({ total: 1, items: [{ source: 'file', organization_id }] })
  expect(await search('переименованная')).toMatchObject({ total: 0 })

  await givenRegister(server.databaseUrl, [givenParty()])
  expect(await search('приходящая')).toMatchObject({ total: 0 })
  expect(await search('переименованная')).toMatchObject({ total: 1, items: [{ source: 'organization' }] })
})

test('publishing an import waits for an organization that is being saved', async () => {
  const party = givenParty({ full_name: 'ООО "Одновременная"' })
  const organization = await givenOnboarded(server, party)
  const file = temporaryFile('register.csv')
  await writeRegister([party], file, 'csv')

  const late = await server.db.transaction().execute(async (db) => {
    await server.service.parties.organizationSaved(db, organization)
    const running = importFiles(server.databaseUrl, [file])
    await untilWaiting(server.db, 1)
    return { running }
  })
  await late.running

  expect(await search('одновременная')).toMatchObject({
    total: 1,
    items: [{ source: 'file', organization_id: organization.id }],
  })
})

test('a company of the register is onboarded by its INN, and the search returns its organization', async () => {
  const party = givenParty({
    ...{ full_name: 'ООО "Полная"', short_name: 'ООО "Полн"', kpp: '770101001', address: 'Москва' },
    ...{ director_name: 'Иванова Анна Петровна', okved_main: '46.90', registration_date: '2010-05-06' },
  })
  await givenRegister(server.databaseUrl, [party, givenParty()])
  const operator = await server.signIn('operator')

  const { status, body } = await operator.post('/v1/organizations', { inn: party.inn })

  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...{ inn: party.inn, ogrn: party.ogrn, kpp: '770101001', full_name: 'ООО "Полная"', source: 'register' },
    ...{ short_name: 'ООО "Полн"', legal_address: 'Москва', okved_main: '46.90', registry_status: 'active' },
    ...{ registration_date: '2010-05-06', director: { name: 'Иванова Анна Петровна' } },
  })
  expect(await search(party.inn)).toMatchObject({
    total: 1,
    items: [{ source: 'file', organization_id: body.id }],
  })
})

test('an organization created manually is found at once, and under its new name after a change', async () => {
  const operator = await server.signIn('operator')
  const { inn, ogrn } = givenParty()
  const created = await operator.post('/v1/organizations', { inn, ogrn, full_name: 'ООО "Рукодельная"' })
  expect(await search('рукодельная')).toMatchObject({
    items: [{ source: 'organization', organization_id: created.body.id }],
  })

  await operator.patch(`/v1/organizations/${created.body.id}`, { full_name: 'ООО "Мастеровая"' })

  expect(await search('рукодельная')).toMatchObject({ total: 0 })
  expect(await search('мастеровая')).toMatchObject({ total: 1, items: [{ full_name: 'ООО "Мастеровая"' }] })
})

test('all parties with an INN are found by it', async () => {
  const party = givenParty({ kpp: '770101001' })
  await givenRegister(server.databaseUrl, [party, { ...party, kpp: '540201001' }, givenParty()])

  const found = await server.db.transaction().execute((db) => server.service.parties.findByInn(db, party.inn))

  expect(found.map(({ kpp }) => kpp)).toEqual(['540201001', '770101001'])
})
