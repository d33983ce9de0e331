import { expect, test } from 'vitest'
import { startServer } from '../support/harness.ts'

const server = startServer()

test('while the vault is sealed, a creation with an Idempotency-Key is 503 and without one goes on', async () => {
  const owner = await server.signIn('owner')
  await server.service.vault.stop()
  const body = { inn: '7736050003', ogrn: '1027700070518', full_name: 'ПАО «Газпром»' }
  const refused = await owner.post('/v1/organizations', body, { 'idempotency-key': 'sealed' })
  expect(refused).toMatchObject({ status: 503, body: { code: 'vault_sealed' } })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await owner.post('/v1/organizations', body)).toMatchObject({ status: 201 })
  expect(await server.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
})
