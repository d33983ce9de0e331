import { expect, test } from 'vitest'
import { givenOrganization } from '../support/given/factories.ts'
import { givenBuyer, givenRequest } from '../support/given/given-purchase-request.ts'
import { client, startServer } from '../support/service/harness.ts'

const server = startServer()

test.each(['A/17 №5 «Ромашка» a+b&c=d %2F', '..', 'x'.repeat(255)])(
  'an organization and a request are found by the external id %s',
  async (external_id) => {
    const operator = await server.signIn('operator')
    const { id } = await givenOrganization(server, { external_id })
    const buyer = await givenBuyer(server)
    const request = await givenRequest(operator, buyer.id, { external_id })
    const query = new URLSearchParams({ external_id })
    const organization = await operator.get(`/v1/organizations/by-external-id?${query}`)
    expect(organization.body).toEqual((await operator.get(`/v1/organizations/${id}`)).body)
    expect((await operator.get(`/v1/purchase-requests/by-external-id?${query}`)).body).toEqual(request)
  },
)

test('a request is found by its number', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const request = await givenRequest(operator, buyer.id)
  const { status, body } = await operator.get(`/v1/purchase-requests/by-number?number=${request.number}`)
  expect([status, body]).toEqual([200, request])
})

test('only the same text is found, by those who may read it', async () => {
  const operator = await server.signIn('operator')
  await givenOrganization(server, { external_id: 'Exact-1' })
  const paths = {
    '/v1/organizations/by-external-id?external_id=': 'organization_not_found',
    '/v1/purchase-requests/by-external-id?external_id=': 'purchase_request_not_found',
    '/v1/purchase-requests/by-number?number=': 'purchase_request_not_found',
  }
  for (const [path, code] of Object.entries(paths)) {
    for (const other of ['exact-1', 'Exact', 'Exact-1%20', '%00', 'PR-2026-999999']) {
      const { status, body } = await operator.get(path + other)
      expect([status, body.code]).toEqual([404, code])
    }
    expect((await operator.get(path)).status).toBe(422)
    expect((await operator.get(path.replace(/\?.*/, ''))).status).toBe(422)
    expect((await operator.get(`${path}${'x'.repeat(256)}`)).status).toBe(422)
  }
  const owner = await server.signIn('owner')
  const { body } = await owner.post('/v1/api-keys', { name: 'Documents', scopes: ['documents:read'] })
  for (const path of Object.keys(paths)) {
    expect((await client(server, body.key).get(`${path}x`)).status).toBe(403)
  }
})
