import { expect, test } from 'vitest'
import { newId } from '../../server/platform/db/ids.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenCompany, newCompany } from '../support/given/given-paper.ts'
import { givenBuyer, givenRequest } from '../support/given/given-purchase-request.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

test('a company names the organization that it is, once', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenOrganization(server)
  const { version } = (await owner.get(`/v1/organizations/${id}`)).body
  const company = await givenCompany(owner)
  expect(company.organization_id).toBeNull()
  const path = `/v1/desk/companies/${company.id}`
  const named = await owner.patch(path, { organization_id: id })
  expect(named.status).toBe(200)
  expect(named.body).toMatchObject({ organization_id: id, version: 2 })
  expect((await owner.get(path)).body.organization_id).toBe(id)
  // Its page is loaded anew, as its version is another.
  expect((await owner.get(`/v1/organizations/${id}`)).body).toMatchObject({ own: true, version: version + 1 })
  const { items } = (await owner.get('/v1/desk/companies')).body
  expect(items.find((one: { id: string }) => one.id === company.id).organization_id).toBe(id)

  // The same again is no other; another one is refused.
  expect((await owner.patch(path, { organization_id: id })).status).toBe(200)
  const { id: another } = await givenOrganization(server)
  expect((await owner.patch(path, { organization_id: another })).body).toMatchObject({
    code: 'own_organization_set',
    context: { organization_id: id },
  })
  const second = await owner.post('/v1/desk/companies', newCompany({ organization_id: id }))
  expect([second.status, second.body.context]).toEqual([
    409,
    { reason: 'own_organization', existing_id: company.id },
  ])
  const third = await owner.post('/v1/desk/companies', newCompany({ organization_id: another }))
  expect([third.status, third.body.organization_id]).toEqual([201, another])
})

test('a client is no company of the desk', async () => {
  const owner = await server.signIn('owner')
  const company = await givenCompany(owner)
  const path = `/v1/desk/companies/${company.id}`
  const buyer = await givenBuyer(server)
  await givenRequest(owner, buyer.id, {})
  expect((await owner.patch(path, { organization_id: buyer.id })).body.code).toBe('organization_is_client')
  expect((await owner.patch(path, { organization_id: newId() })).body.code).toBe('organization_not_found')
})

test('nobody is asked to decide the KYB of the desk itself', async () => {
  const owner = await server.signIn('owner')
  for (const [kyb_status, queue] of [
    ['new', 'new-organizations'],
    ['in_review', 'kyb'],
  ] as const) {
    const { id } = await givenOrganization(server, { kyb_status })
    const waiting = async () =>
      (await owner.get(`/v1/work/${queue}`)).body.items.map((item: { id: string }) => item.id)
    expect(await waiting()).toContain(id)
    await givenCompany(owner, { organization_id: id })
    expect(await waiting()).not.toContain(id)
  }
})

test('lists, files and the search say which organizations are the desk itself', async () => {
  const owner = await server.signIn('owner')
  const full_name = 'Общество с ограниченной ответственностью «Своя контора 4711»'
  const { id } = await givenOrganization(server, { full_name, short_name: null })
  const client = await givenOrganization(server)
  const path = `/v1/organizations/${id}`
  const read = async (own: string) => (await owner.get(`/v1/lists/organizations?own=${own}&limit=200`)).body
  const idsOf = async (own: string) => (await read(own)).items.map((one: { id: string }) => one.id)
  expect((await owner.get(path)).body.own).toBe(false)
  expect(await idsOf('true')).not.toContain(id)
  await givenCompany(owner, { organization_id: id })
  expect((await owner.get(path)).body.own).toBe(true)
  const { items } = (await owner.get('/v1/organizations?limit=100')).body
  expect(items).toContainEqual(expect.objectContaining({ id, own: true }))
  expect(items).toContainEqual(expect.objectContaining({ id: client.id, own: false }))
  const own = await idsOf('true')
  expect(own).toContain(id)
  expect(own).not.toContain(client.id)
  const others = await idsOf('false')
  expect(others).toContain(client.id)
  expect(others).not.toContain(id)
  expect((await owner.get('/v1/lists/organizations?own=yes')).status).toBe(422)
  const file = (await owner.get('/v1/exports/organizations?format=csv&own=true')).body
  expect(file).toContain(id)
  expect(file).not.toContain(client.id)
  const found = async (q: string) => (await owner.get(`/v1/search?q=${q}`)).body.items
  expect(await found(id)).toMatchObject([{ kind: 'organization', id, own: true }])
  expect(await found(client.id)).toMatchObject([{ kind: 'organization', id: client.id, own: false }])
})
