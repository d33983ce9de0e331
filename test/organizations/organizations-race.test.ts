import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { completeInn, completeOgrn } from '../../contract/values/identifiers.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { connectionsFor, untilWaiting, whileLocked } from '../support/database/locks.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(10) })

const company = (number: number, fields: Record<string, unknown> = {}) => ({
  inn: completeInn(String(660_100_000 + number)),
  ogrn: completeOgrn(String(102_660_000_000 + number)),
  full_name: 'ООО «Гонка»',
  ...fields,
})

test('of ten concurrent creations of one company, with and without KPP, one succeeds', async () => {
  const officer = await server.signIn('officer')
  // Ten bodies that all exclude each other, because one of any two has no KPP or both have the same.
  const bodies = Array.from({ length: 10 }, (_, i) => company(1, i % 2 ? {} : { kpp: '660101001' }))

  // Another creation is at its commit: all ten wait behind it, and go at once when it ends.
  const replies = await whileLocked(
    server.db,
    (db) => givenOrganizationAtCommit(db),
    () => bodies.map((body) => officer.post('/v1/organizations', body)),
  )

  const created = replies.filter(({ status }) => status === 201)
  expect(created).toHaveLength(1)
  for (const { status, body } of replies.filter((reply) => reply !== created[0])) {
    expect({ status, code: body.code, existing: body.context?.existing_id }).toEqual({
      status: 409,
      code: 'duplicate',
      existing: created[0]?.body.id,
    })
  }
  expect((await officer.get('/v1/organizations')).body.total).toBe(2)
})

/** Its transaction holds what the commit of a creation holds. */
async function givenOrganizationAtCommit(db: Db, fields: Parameters<typeof givenOrganization>[1] = {}) {
  await givenOrganization({ db }, fields)
  await sql`set constraints all immediate`.execute(db)
}

test('a creation that hangs before its commit lets others create, and gets the number after theirs', async () => {
  const officer = await server.signIn('officer')
  const hung = await server.db.transaction().execute(async (other) => {
    const { id } = await givenOrganization({ db: other })
    expect(await officer.post('/v1/organizations', company(6))).toMatchObject({ status: 201 })
    return id
  })
  const { items, total } = (await officer.get('/v1/organizations?limit=2')).body
  const { rows } = await sql<{ id: string; seq: number }>`select id, seq from organizations
    order by seq desc limit 2`.execute(server.db)
  expect(rows).toEqual([
    { id: hung, seq: total },
    { id: items[1].id, seq: total - 1 },
  ])
  expect(items[1].full_name).toBe('ООО «Гонка»')
})

test('a branch whose creation hangs is refused if the KPP was removed meanwhile', async () => {
  const officer = await server.signIn('officer')
  const { body } = await officer.post('/v1/organizations', company(7, { kpp: '660101001' }))
  const creation = server.db.transaction().execute(async (other) => {
    await givenOrganization({ db: other }, { inn: body.inn, kpp: '660102002' })
    expect((await officer.patch(`/v1/organizations/${body.id}`, { kpp: null })).status).toBe(200)
  })
  await expect(creation).rejects.toMatchObject({ constraint: 'organizations_requisites_alone' })
})

test('removing a KPP while a branch is being created is refused', async () => {
  const officer = await server.signIn('officer')
  const { body } = await officer.post('/v1/organizations', company(2, { kpp: '660101001' }))

  const late = await server.db.transaction().execute(async (other) => {
    await givenOrganizationAtCommit(other, { inn: body.inn, kpp: '660102002' })
    const reply = officer.patch(`/v1/organizations/${body.id}`, { kpp: null })
    await untilWaiting(server.db, 1)
    return { reply }
  })

  expect(await late.reply).toMatchObject({ status: 409, body: { code: 'duplicate' } })
})

test('a change waits for a concurrent change of the same organization and does not overwrite it', async () => {
  const officer = await server.signIn('officer')
  const { id } = await givenOrganization(server)
  const path = `/v1/organizations/${id}`

  const late = await server.db.transaction().execute(async (other) => {
    await other
      .updateTable('organizations')
      .set({ kyb_status: 'rejected', kyb_reason: 'нет устава', version: 2 })
      .where('id', '=', id)
      .execute()
    const decision = officer.patch(path, { kyb_status: 'approved' })
    const edit = officer.patch(path, { notes: 'x', version: 1 })
    await untilWaiting(server.db, 2)
    return { decision, edit }
  })

  expect(await late.decision).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } })
  expect(await late.edit).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect((await officer.get(path)).body).toMatchObject({ kyb_status: 'rejected', notes: null, version: 2 })
})

test('two concurrent creations with one key create one organization and return one response', async () => {
  const officer = await server.signIn('officer')
  const body = company(3)
  const key = { 'idempotency-key': 'race' }

  const [first, second] = await whileLocked(
    server.db,
    (db) => givenOrganizationAtCommit(db),
    () => [1, 2].map(() => officer.post('/v1/organizations', body, key)),
  )

  expect(first?.status).toBe(201)
  expect(second).toMatchObject({ status: 201, body: first?.body })
})

async function inOtherFormat(id: string) {
  const { seq } = await server.db
    .selectFrom('organizations')
    .select('seq')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await server.db
    .updateTable('organization_responses')
    .set({ format: 'old', response: '{}' })
    .where('seq', '=', seq)
    .execute()
  return seq
}

const listed = async (id: string) => {
  const officer = await server.signIn('officer')
  const { items } = (await officer.get('/v1/organizations')).body
  return items.find((item: { id: string }) => item.id === id)
}

test('a change waits for the renewal of its stored response, and the list shows the change', async () => {
  const officer = await server.signIn('officer')
  const { body } = await officer.post('/v1/organizations', company(4))
  const seq = await inOtherFormat(body.id)

  const both = await server.db.transaction().execute(async (other) => {
    // The renewal has read the organization and stops here, before it writes.
    await sql`select from organization_responses where seq = ${seq} for update`.execute(other)
    const renewal = server.service.responseRenewal.run()
    await untilWaiting(server.db, 1)
    const change = officer.patch(`/v1/organizations/${body.id}`, { notes: 'новое' })
    await untilWaiting(server.db, 2)
    return { renewal, change }
  })

  expect(await both.renewal).toBe(1)
  expect((await both.change).status).toBe(200)
  expect(await listed(body.id)).toEqual((await both.change).body)
})

test('the renewal leaves an organization that is being changed to its writer, without waiting', async () => {
  const officer = await server.signIn('officer')
  const { body } = await officer.post('/v1/organizations', company(5))
  await inOtherFormat(body.id)

  await server.db.transaction().execute(async (other) => {
    const held = await server.service.organizations.lock(other, body.id)
    expect(await server.service.responseRenewal.run()).toBe(0)
    await server.service.organizations.change(other, held, { notes: 'новое' })
  })

  expect(await listed(body.id)).toEqual({ ...body, notes: 'новое' })
})
