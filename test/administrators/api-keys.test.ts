import { describe, expect, test } from 'vitest'
import { scopes } from '../../contract/api/roles.ts'
import { auditRows, password } from '../support/service/auth-helpers.ts'
import { client, startServer } from '../support/service/harness.ts'

const server = startServer()

describe('API keys', () => {
  async function givenKey(granted: string[]) {
    const owner = await server.signIn('owner')
    const { body, status } = await owner.post('/v1/api-keys', { name: 'Сборщик', scopes: granted })
    expect(status).toBe(201)
    return {
      owner,
      id: body.api_key.id as string,
      key: body.key as string,
      machine: client(server, body.key),
    }
  }

  test('a key can do what its scopes permit and nothing else', async () => {
    const { key, machine, owner, id } = await givenKey(['organizations:read'])
    expect(key).toMatch(/^kontor_[\w-]{43}$/)
    expect((await machine.get('/v1/organizations')).status).toBe(200)
    for (const [method, path] of [
      ['POST', '/v1/organizations'],
      ['GET', '/v1/purchase-requests'],
      ['GET', '/v1/organizations/x/documents'],
    ] as const) {
      const call = method === 'GET' ? machine.get(path) : machine.post(path, {})
      expect((await call).status).toBe(403)
    }
    const row = await server.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.hash.toString('latin1')).not.toContain(key)
    expect((await owner.get('/v1/api-keys')).body.items[0]).toMatchObject({ id, hint: key.slice(0, 11) })
    expect(JSON.stringify(await auditRows(server))).not.toContain(key)
  })

  test('all scopes together do not permit secrets, administration or account operations', async () => {
    const { machine } = await givenKey([...scopes])
    const replies = [
      await machine.get('/v1/organizations/x/wallets/mnemonic'),
      await machine.get('/v1/organizations/x/wallets/secret-keys'),
      await machine.get('/v1/administrators'),
      await machine.get('/v1/api-keys'),
      await machine.get('/v1/auth/me'),
      await machine.get('/v1/sessions'),
      await machine.post('/v1/auth/reauthenticate', { password }),
      await machine.post('/v1/auth/password', {
        current_password: password,
        new_password: 'three green umbrellas',
      }),
      await machine.post('/v1/auth/otp/enrol', { password }),
    ]
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 403))
    expect((await machine.post('/v1/auth/logout')).status).toBe(401)
  })

  test('a revoked key is refused at once', async () => {
    const { machine, owner, id } = await givenKey(['organizations:read'])
    expect((await machine.get('/v1/organizations')).status).toBe(200)
    expect((await owner.delete(`/v1/api-keys/${id}`)).status).toBe(200)
    expect(await machine.get('/v1/organizations')).toMatchObject({
      status: 401,
      body: { code: 'api_key_invalid' },
    })
    expect((await owner.delete(`/v1/api-keys/${id}`)).status).toBe(200)
    expect((await owner.delete('/v1/api-keys/missing')).status).toBe(404)
  })

  test.each(['kontor_', `kontor_${'x'.repeat(43)}`, `kontor_${'x'.repeat(9000)}`, 'kontor_яяя'])(
    '%# is not a valid key',
    async (key) => {
      expect((await client(server, encodeURI(key)).get('/v1/organizations')).status).toBe(401)
    },
  )

  test('the last use is written at most once a minute', async () => {
    const { machine, id } = await givenKey(['organizations:read'])
    const lastUse = async () =>
      (await server.db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirst())
        ?.last_used_at
    const at = Date.now()
    const seen = []
    for (const seconds of [0, 30, 59, 60, 61]) {
      server.clock.at = new Date(at + seconds * 1000)
      await machine.get('/v1/organizations')
      seen.push(((await lastUse())?.getTime() ?? 0) - at)
    }
    server.clock.at = null
    expect(seen).toEqual([0, 0, 0, 60_000, 60_000])
  })

  test.each([
    [{ name: 'x', scopes: [] }],
    [{ name: 'x', scopes: ['secrets:read'] }],
    [{ name: '', scopes: ['requests:read'] }],
  ])('%j is 422', async (body) => {
    const owner = await server.signIn('owner')
    expect((await owner.post('/v1/api-keys', body)).status).toBe(422)
  })
})
