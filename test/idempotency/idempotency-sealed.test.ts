import { expect, test } from 'vitest'
import { givenBuyer, newRequest } from '../support/given/given-purchase-request.ts'
import { client, startServer } from '../support/service/harness.ts'

const server = startServer()

test('while the vault is sealed, a creation of a key with an Idempotency-Key is 503 and without one goes on', async () => {
  const owner = await server.signIn('owner')
  const { body: made } = await owner.post('/v1/api-keys', { name: 'Sealed', scopes: ['requests:write'] })
  const key = client(server, made.key)
  const body = newRequest((await givenBuyer(server)).id)
  await server.service.vault.stop()
  const refused = await key.post('/v1/purchase-requests', body, { 'idempotency-key': 'sealed' })
  expect(refused).toMatchObject({ status: 503, body: { code: 'vault_sealed' } })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await key.post('/v1/purchase-requests', body)).toMatchObject({ status: 201 })
  expect(await server.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
})
