import { afterEach, expect, test } from 'vitest'
import { bearer, bodyRefresh, givenAdministrator, login } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { metric } from '../support/service/metrics.ts'

const server = startServer()
afterEach(() => server.service.vault.unlock())

test('while the vault is sealed, a session may read, refresh and stop signing, and nothing else', async () => {
  const { email } = await givenAdministrator(server, { role: 'owner' })
  await server.service.vault.stop()
  const { body } = await login(server, email)
  const client = bearer(server, body.access_token)
  expect((await client.get('/v1/organizations')).status).toBe(200)
  const refused = await client.post('/v1/api-keys', { name: 'x', scopes: ['organizations:read'] })
  expect(refused).toMatchObject({ status: 503, body: { code: 'vault_sealed' } })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect((await client.post('/v1/signing/stop')).status).toBe(200)
  const refreshed = await bodyRefresh(server, body.refresh_token)
  expect(refreshed.status).toBe(200)
  expect((await bearer(server, refreshed.body.access_token).post('/v1/auth/logout')).status).toBe(200)
  expect(await failures()).toBe(0)
})

test('a session that was opened while the vault was sealed ends when it opens; one from before goes on', async () => {
  const { email } = await givenAdministrator(server, { role: 'owner' })
  const { body: before } = await login(server, email)
  await server.service.vault.stop()
  const { body: sealed } = await login(server, email)
  expect((await bearer(server, sealed.access_token).get('/v1/auth/me')).status).toBe(200)
  expect((await bearer(server, before.access_token).get('/v1/auth/me')).status).toBe(200)
  await server.service.vault.unlock()
  expect(await bearer(server, sealed.access_token).get('/v1/auth/me')).toMatchObject({
    status: 401,
    body: { code: 'session_ended' },
  })
  expect((await bodyRefresh(server, sealed.refresh_token)).status).toBe(401)
  expect((await bearer(server, before.access_token).get('/v1/auth/me')).status).toBe(200)
  expect((await bodyRefresh(server, before.refresh_token)).status).toBe(200)
})

async function failures(): Promise<number | undefined> {
  return metric(server, 'kontor_proof_failures_total', { kind: 'session', because: 'missing' })
}
