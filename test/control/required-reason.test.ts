import { expect, test } from 'vitest'
import { givenOrganization } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

test('a secret is not shown without the reason that the policy requires, and with it the reason may be Russian', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenOrganization(server)
  expect((await owner.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
  const rules = [{ act: 'wallet.reveal', reason: 'required' }]
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
  const place = `/v1/organizations/${id}/wallets/mnemonic`
  for (const sent of [{}, { 'kontor-reason': '' }, { 'kontor-reason': '%20' }]) {
    const reply = await owner.get(place, sent)
    expect(reply).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['header', 'kontor-reason'], type: 'missing' }] },
    })
  }
  const reason = encodeURIComponent('Перенос на холодное хранение')
  expect((await owner.get(place, { 'kontor-reason': reason })).status).toBe(200)
})
