import { expect, test } from 'vitest'
import { startServer } from '../support/harness.ts'

const server = startServer()

test('while the vault is sealed, a creation with an Idempotency-Key is 503 and without one goes on', async () => {
  const owner = await server.signIn('owner')
  await server.service.vault.stop()
  const key = (name: string) => ({ name, scopes: ['organizations:read'] })
  const refused = await owner.post('/v1/api-keys', key('with'), { 'idempotency-key': 'sealed' })
  expect(refused).toMatchObject({ status: 503, body: { code: 'vault_sealed' } })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await owner.post('/v1/api-keys', key('without'))).toMatchObject({ status: 201 })
  expect(await server.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
})
