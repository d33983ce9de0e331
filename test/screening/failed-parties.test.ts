import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { lockSubjects, makeDue, postpone } from '../../server/features/screening/subjects/subject-store.ts'
import { validInn } from '../support/given/factories.ts'
import { until } from '../support/processes/until.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { hitsOf, type Listed, listOf, publish } from './given-lists.ts'
import { importList } from './list-uploads.ts'

const server = startServer({ env: { KONTOR_KYB_REQUIRES: 'screening' } })
let owner: Client
let made = 0
const first: Listed = { id: 'first', schema: 'Person', name: 'Полуэктов Ефрем Саввич' }
beforeAll(async () => {
  owner = await server.signIn('owner')
  await publish(server, owner, 'own', [first])
})

const pathOf = (id: string) => `/v1/organizations/${id}`

async function givenCompany(overrides: object = {}): Promise<string> {
  made++
  const { status, body } = await owner.post('/v1/organizations', {
    inn: validInn(775_500_000 + made),
    ogrn: '1027700132195',
    full_name: `Общество с ограниченной ответственностью «Подснежник ${made}»`,
    ...overrides,
  })
  expect(status).toBe(201)
  return body.id
}

async function givenPerson(organizationId: string, person: object): Promise<string> {
  const { status, body } = await owner.post(`${pathOf(organizationId)}/people`, {
    role: 'director',
    schema: 'Person',
    ...person,
  })
  expect(status).toBe(201)
  return body.id
}

/** Publishes the list, and waits for its pass only: somebody may still wait to be compared. */
async function publishAndPass(rows: readonly Listed[]): Promise<void> {
  const { status, body } = await importList(owner, 'own', { 'list.csv': listOf(rows) }, { force: 'true' })
  expect(status).toBe(201)
  await until(`the pass of generation ${body.generation} is done`, async () => {
    const passes = await server.db
      .selectFrom('screening_passes')
      .select('generation')
      .where('generation', '=', body.generation)
      .where('finished_at', 'is not', null)
      .execute()
    return passes.length === 1
  })
}

const subject = (id: string) =>
  server.db.selectFrom('screening_subjects').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Flips the last byte of what the vault sealed, so that it cannot be opened. */
const damageSecrets = (id: string) =>
  sql`
    update screening_subjects
    set secret_identifiers = set_byte(secret_identifiers, length(secret_identifiers) - 1,
      get_byte(secret_identifiers, length(secret_identifiers) - 1) # 1)
    where id = ${id}
  `.execute(server.db)

async function screeningOf(organizationId: string) {
  const { status, body } = await owner.get(`${pathOf(organizationId)}/kyb-checklist`)
  expect(status).toBe(200)
  return body.items.find(({ requirement }: { requirement: string }) => requirement === 'screening').blockers
}

const failureLines = (id: string) =>
  server.logged.filter((line) => line.includes('cannot be compared with the lists') && line.includes(id))

/** As if the pause were over. */
async function tryAgain(): Promise<void> {
  await sql`update screening_subjects set retry_at = null`.execute(server.db)
  await sql`select pg_notify('kontor_screening_due', '')`.execute(server.db)
}

describe('a party that cannot be compared', () => {
  const listed: Listed = {
    id: 'new',
    schema: 'Person',
    name: 'Громобоев Захар Ильич',
    passport: '4511223344',
  }
  const name = 'Неоткрываемый Пётр Сидорович'
  let sealed: { organization: string; person: string }
  let damaged: { organization: string; person: string }
  let odd: string
  let others: string[]

  beforeAll(async () => {
    const inCompany = async (person: object) => {
      const organization = await givenCompany()
      return { organization, person: await givenPerson(organization, person) }
    }
    sealed = await inCompany({ name, identity_document: { type: 'passport', number: '45 11 223344' } })
    damaged = await inCompany({ name: 'Без Имени' })
    odd = (await inCompany({ name: `${'🙂'.repeat(40)} ${'Ѯ\u0301'.repeat(60)} O'` })).organization
    others = await Promise.all([1, 2, 3].map(() => givenCompany({ director: { name: listed.name } })))
    await damageSecrets(sealed.person)
    await sql`
      update screening_subjects set compared = compared - 'names' where id = ${damaged.person}
    `.execute(server.db)
    await publishAndPass([first, listed])
  })

  test('is left out of the pass, which compares all others', async () => {
    for (const id of others) expect(await hitsOf(owner, id)).toMatchObject([{ status: 'open', list: 'own' }])
    expect(await hitsOf(owner, odd)).toEqual([])
    expect(await screeningOf(odd)).toEqual([])
    for (const { person } of [sealed, damaged])
      expect(await subject(person)).toMatchObject({ is_due: true, failures: expect.any(Number) })
    const { body } = await owner.get(`${pathOf(sealed.organization)}/screening`)
    expect(body).toMatchObject({ state: 'pending' })
  })

  test('blocks its organization, and the blocker says who it is and how to resolve it', async () => {
    for (const { organization, person } of [sealed, damaged]) {
      const blockers = await screeningOf(organization)
      expect(blockers).toMatchObject([
        {
          code: 'screening_failed',
          subject_kind: 'person',
          subject_id: person,
          operation_id: 'updateOrganizationPerson',
          resolve_with: `PATCH ${pathOf(organization)}/people/${person}`,
        },
      ])
      await owner.patch(pathOf(organization), { kyb_status: 'in_review' })
      expect(await owner.patch(pathOf(organization), { kyb_status: 'approved' })).toMatchObject({
        status: 409,
        body: { code: 'approval_blocked', context: { blockers: [{ code: 'screening_failed' }] } },
      })
    }
  })

  test('is logged by its id only, and counted', async () => {
    for (const { person } of [sealed, damaged]) expect(failureLines(person).length).toBeGreaterThan(0)
    const told = server.logged.join('')
    for (const secret of [name, 'Неоткрываемый', '4511223344', '223344']) expect(told).not.toContain(secret)
    await until('they are counted', async () => {
      const { body } = await server.anonymous.get('/metrics')
      return body.includes('\nkontor_screening_failed_parties 2\n')
    })
  })

  test('is tried again, later each time', async () => {
    const at = new Date()
    const key = { kind: 'person' as const, id: damaged.person }
    const pauses: unknown[] = []
    const rolledBack = new Error('rolled back')
    await server.db
      .transaction()
      .execute(async (db) => {
        await makeDue(db, [key])
        for (let tries = 0; tries < 8; tries++) {
          await postpone(db, [key], at)
          const [row] = await lockSubjects(db, [key])
          pauses.push(((row?.retry_at?.getTime() ?? 0) - at.getTime()) / 1000)
        }
        throw rolledBack
      })
      .catch((error) => expect(error).toBe(rolledBack))
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 600, 600])
  })

  test('keeps nobody waiting when it is tried again', async () => {
    const before = await subject(sealed.person)
    // Sorts behind both, wherever the job begins.
    const waiting = await givenCompany({ director: { name: listed.name } })
    await sql`
      update screening_subjects set is_due = true, generation = 0 where organization_id = ${waiting}
    `.execute(server.db)
    await tryAgain()
    await until('it was tried again', async () => {
      const { failures } = await subject(sealed.person)
      return failures > before.failures
    })
    const after = await subject(sealed.person)
    expect(after.is_due).toBe(true)
    expect(after.retry_at).not.toBeNull()
    await until('all others are compared', async () => {
      const due = await server.db
        .selectFrom('screening_subjects')
        .select('id')
        .where('is_due', '=', true)
        .execute()
      return due.length === 2
    })
  })

  test('is compared once it is saved again, also if the number that was sealed is lost', async () => {
    const path = `${pathOf(sealed.organization)}/people/${sealed.person}`
    expect(await owner.patch(path, { version: 1, birth_date: '1980-01-02' })).toMatchObject({ status: 200 })
    expect(await subject(sealed.person)).toMatchObject({ is_due: false, failures: 0, retry_at: null })
    expect(await screeningOf(sealed.organization)).toMatchObject([{ code: 'screening_hit', subject: name }])
    expect(await hitsOf(owner, sealed.organization)).toMatchObject([{ score: 1 }])
  })

  test('is compared by the job once it can be', async () => {
    const names = JSON.stringify([listed.name])
    await sql`
      update screening_subjects set compared = compared || jsonb_build_object('names', ${names}::jsonb)
      where id = ${damaged.person}
    `.execute(server.db)
    // The gate looks itself, before the job does.
    expect(await screeningOf(damaged.organization)).toMatchObject([{ code: 'screening_hit' }])
    await tryAgain()
    await until('its hit is there', async () => (await hitsOf(owner, damaged.organization)).length === 1)
    expect(await subject(damaged.person)).toMatchObject({ is_due: false, failures: 0 })
  })
})

test('hits that are known go on blocking when their party can no longer be compared', async () => {
  const person = { id: 'known', schema: 'Person', name: 'Кукушкин Лукьян Фомич', passport: '4512000111' }
  await publishAndPass([first, person])
  const organization = await givenCompany()
  const id = await givenPerson(organization, {
    name: person.name,
    identity_document: { type: 'passport', number: person.passport },
  })
  await damageSecrets(id)
  await publishAndPass([first, { ...person, birth_date: '1961-03-14' }])
  expect(await screeningOf(organization)).toMatchObject([
    { code: 'screening_hit' },
    { code: 'screening_failed' },
  ])
})

test('a party whose hits cannot be written costs no other party its hits', async () => {
  const listed = { id: 'unwritten', schema: 'Person', name: 'Сорокопутов Нил Титович' }
  const [broken, ...others] = (await Promise.all(
    [1, 2, 3].map(() => givenCompany({ director: { name: listed.name } })),
  )) as [string, string, string]
  await sql`
    create function refuse_hit() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$
  `.execute(server.db)
  await sql`
    create trigger refuse_hit before insert on screening_hits for each row
    when (new.organization_id = ${sql.lit(broken)}) execute function refuse_hit()
  `.execute(server.db)
  await publishAndPass([first, listed])
  for (const id of others) await until('the hit is there', async () => (await hitsOf(owner, id)).length === 1)
  await until('the one that failed waits', async () => {
    const rows = await server.db
      .selectFrom('screening_subjects')
      .select('failures')
      .where('organization_id', '=', broken)
      .where('is_due', '=', true)
      .execute()
    return rows.some(({ failures }) => failures > 0)
  })
  await sql`drop trigger refuse_hit on screening_hits`.execute(server.db)
  await tryAgain()
  await until('its hit is there', async () => (await hitsOf(owner, broken)).length === 1)
})
