import { beforeAll, expect, test } from 'vitest'
import { mostViews } from '../../contract/lists/views.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { givenApprovedKey } from '../support/given/given-approval.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(3) })
const path = '/v1/views'
let operator: Client
let officer: Client
let number = 0

beforeAll(async () => {
  operator = await server.signIn('operator')
  officer = await server.signIn('officer')
})

function newView(overrides: Record<string, unknown> = {}) {
  number += 1
  return {
    list: 'purchase-requests',
    name: `Оплаченные, мои ${number}`,
    filters: { status: 'paid', assignee_id: 'me', from: '2026-01-01' },
    ...overrides,
  }
}

async function givenView(owner: Client, overrides: Record<string, unknown> = {}) {
  const made = await owner.post(path, newView(overrides))
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}

async function tracesOf(id: string) {
  const [audit, events] = await Promise.all([
    server.db
      .selectFrom('audit_events')
      .select('action')
      .where('object_id', '=', id)
      .orderBy('seq')
      .execute(),
    server.db.selectFrom('outbox_events').select('type').where('object_id', '=', id).orderBy('id').execute(),
  ])
  return { audit: audit.map(({ action }) => action), events: events.map(({ type }) => type) }
}

test('a view is saved, read, renamed and deleted by its owner, and nobody else knows of it', async () => {
  const given = newView()
  const made = await operator.post(path, given, { 'idempotency-key': 'view-1' })
  expect(made).toMatchObject({
    status: 201,
    body: { ...given, sort: null, columns: null, shared: false, version: 1, owner: { id: operator.id } },
  })
  const place = `${path}/${made.body.id}`
  expect(made.headers.get('location')).toBe(place)
  expect((await operator.post(path, given, { 'idempotency-key': 'view-1' })).body).toEqual(made.body)
  expect((await operator.get(place)).body).toEqual(made.body)
  expect((await operator.get(`${path}?list=purchase-requests`)).body.items).toContainEqual(made.body)
  expect((await operator.get(`${path}?list=organizations`)).body.items).not.toContainEqual(made.body)

  for (const other of [officer, await server.signIn('owner')]) {
    expect(await other.get(place)).toMatchObject({ status: 404, body: { code: 'view_not_found' } })
    expect((await other.patch(place, { name: 'Чужой' })).status).toBe(404)
    expect((await other.delete(place)).status).toBe(404)
    expect((await other.get(path)).body.items).not.toContainEqual(made.body)
  }

  const renamed = await operator.patch(place, { name: 'Ждут отправки', sort: 'created_at', version: 1 })
  expect(renamed).toMatchObject({
    status: 200,
    body: { name: 'Ждут отправки', sort: 'created_at', filters: given.filters, version: 2 },
  })
  expect(await operator.patch(place, { name: 'Ещё', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', context: { version: 2 } },
  })
  expect(await operator.delete(place)).toMatchObject({ status: 204, body: '' })
  expect((await operator.delete(place)).status).toBe(404)
  expect(await tracesOf(made.body.id)).toEqual({
    audit: ['view.created', 'view.updated', 'view.deleted'],
    events: [],
  })
})

test('a shared view is opened by others, changed by its owner, and deleted by its owner or the role owner', async () => {
  const view = await givenView(operator, { shared: true })
  const place = `${path}/${view.id}`
  expect(await officer.get(place)).toMatchObject({ status: 200, body: view })
  expect((await officer.get(path)).body.items).toContainEqual(view)
  for (const refused of [await officer.patch(place, { name: 'Моё' }), await officer.delete(place)])
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const owner = await server.signIn('owner')
  expect((await owner.patch(place, { name: 'Моё' })).status).toBe(403)
  expect((await operator.patch(place, { shared: false })).status).toBe(200)
  expect((await officer.get(place)).status).toBe(404)
  expect((await operator.patch(place, { shared: true })).status).toBe(200)
  expect((await owner.delete(place)).status).toBe(204)
  expect(await tracesOf(view.id)).toEqual({
    audit: ['view.created', 'view.updated', 'view.updated', 'view.deleted'],
    events: ['view.created', 'view.updated', 'view.updated', 'view.deleted'],
  })
})

test('an event of a view that is no longer shared has neither its name nor its filters', async () => {
  const view = await givenView(operator, { shared: true })
  await operator.patch(`${path}/${view.id}`, { shared: false, filters: { status: 'new' } })
  const { data } = await server.db
    .selectFrom('outbox_events')
    .select('data')
    .where('object_id', '=', view.id)
    .where('type', '=', 'view.updated')
    .executeTakeFirstOrThrow()
  expect(data).toEqual({ id: view.id, list: 'purchase-requests', shared: false })
})

test('only those see a view of a list who may read the list', async () => {
  const auditor = await server.signIn('auditor')
  const view = await givenView(auditor, {
    list: 'audit-events',
    filters: { action: 'auth.login', from: '2026-01-01T00:00:00Z' },
    shared: true,
  })
  expect((await officer.get(`${path}/${view.id}`)).status).toBe(200)
  expect((await operator.get(`${path}/${view.id}`)).status).toBe(404)
  expect((await operator.get(path)).body.items).not.toContainEqual(view)
  expect(await operator.post(path, newView({ list: 'audit-events', filters: {} }))).toMatchObject({
    status: 403,
    body: { code: 'forbidden', context: { permission: 'audit:read' } },
  })
})

test('a filter that the list does not know is named with its place', async () => {
  const filters = {
    status: 'lost',
    surprise: 'x',
    'a/b': 'y',
    assignee_id: 'somebody',
    from: '2026-02-30',
    organization_id: 7,
  }
  const { status, body } = await operator.post(path, newView({ filters, sort: 'name' }))
  expect(status).toBe(422)
  expect(body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.join('.'), type])).toEqual([
    ['body.sort', 'enum'],
    ['body.filters.status', 'enum'],
    ['body.filters.surprise', 'extra_forbidden'],
    ['body.filters.a/b', 'extra_forbidden'],
    ['body.filters.assignee_id', 'string_pattern_mismatch'],
    ['body.filters.from', 'value_error'],
    ['body.filters.organization_id', 'string_type'],
  ])
  const view = await givenView(operator)
  expect(await operator.patch(`${path}/${view.id}`, { filters: { text: 'x' } })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'filters', 'text'], type: 'extra_forbidden' }] },
  })
  expect(
    await operator.post(path, newView({ list: 'credits', filters: {}, sort: 'created_at' })),
  ).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'sort'], type: 'enum' }] },
  })
  expect(await operator.post(path, newView({ name: '  ' }))).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'name'], ctx: { code: 'blank' } }] },
  })
})

test('a person has one view of a list with a name, also when two are saved at once', async () => {
  const view = await givenView(operator, { name: 'Одно имя' })
  const duplicate = {
    status: 409,
    body: { code: 'duplicate', context: { reason: 'view_name', existing_id: view.id } },
  }
  expect(await operator.post(path, newView({ name: ' Одно имя ' }))).toMatchObject(duplicate)
  const other = await givenView(operator)
  expect(await operator.patch(`${path}/${other.id}`, { name: 'Одно имя' })).toMatchObject(duplicate)
  await givenView(operator, { name: 'Одно имя', list: 'organizations', filters: {} })
  await givenView(officer, { name: 'Одно имя' })

  const lock = (db: typeof server.db) =>
    db
      .selectFrom('administrators')
      .select('id')
      .where('id', '=', operator.id as string)
      .forUpdate()
      .execute()
  const both = await whileLocked(server.db, lock, () => [
    operator.post(path, newView({ name: 'Сразу' })),
    operator.post(path, newView({ name: 'Сразу' })),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
})

test(`a person keeps at most ${mostViews} views`, async () => {
  const busy = await server.signIn('operator')
  const at = new Date()
  await server.db
    .insertInto('views')
    .values(
      Array.from({ length: mostViews - 1 }, (_, index) => ({
        id: newId(),
        owner_id: busy.id as string,
        list: 'organizations' as const,
        name: `${index}`,
        filters: {},
        sort: null,
        shared: false,
        version: 1,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute()
  await givenView(busy)
  expect(await busy.post(path, newView())).toMatchObject({
    status: 409,
    body: { code: 'too_many_views', context: { most: mostViews } },
  })
  const first = await busy.get(`${path}?limit=150`)
  const second = await busy.get(`${path}?limit=150&cursor=${first.body.next_cursor}`)
  const own = [...first.body.items, ...second.body.items].filter(({ owner }) => owner.id === busy.id)
  expect(own).toHaveLength(mostViews)
})

test('views are for people: an API key has none', async () => {
  const owner = await server.signIn('owner')
  const key = client(server, await givenApprovedKey(server, owner, ['requests:read', 'requests:write']))
  for (const reply of [await key.get(path), await key.post(path, newView())])
    expect(reply).toMatchObject({ status: 403, body: { code: 'administrators_only' } })
  expect((await server.anonymous.get(path)).status).toBe(401)
})

test('a filter that is true or false is one of the two words', async () => {
  const hits = (above_threshold: string) => newView({ list: 'hits', filters: { above_threshold } })
  expect((await officer.post(path, hits('true'))).status).toBe(201)
  const refused = await officer.post(path, hits('maybe'))
  expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'filters', 'above_threshold']])
})

test('a view keeps the columns that the console shows, in their order', async () => {
  const columns = ['number', 'total', 'status']
  const made = await operator.post(path, { ...newView(), columns })
  expect(made).toMatchObject({ status: 201, body: { columns } })
  const place = `${path}/${made.body.id}`
  const changed = await operator.patch(place, { columns: ['status'], version: 1 })
  expect(changed).toMatchObject({ status: 200, body: { columns: ['status'], version: 2 } })
  expect((await operator.get(place)).body.columns).toEqual(['status'])
  expect((await operator.patch(place, { columns: null, version: 2 })).body.columns).toBeNull()
  for (const wrong of [
    [],
    ['a', 'a'],
    ['Имя'],
    [''],
    'status',
    Array.from({ length: 41 }, (_, index) => `c${index}`),
  ])
    expect((await operator.post(path, { ...newView(), columns: wrong })).status, String(wrong)).toBe(422)
})
