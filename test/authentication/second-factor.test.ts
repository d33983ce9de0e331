import { describe, expect, test } from 'vitest'
import { operations } from '../../contract/operations/features.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { until } from '../support/processes/until.ts'
import { bearer, givenAdministrator, login, password, startNode } from '../support/service/auth-helpers.ts'
import { client as clientOf, startServer } from '../support/service/harness.ts'
import { codeOf } from '../support/service/one-time-code.ts'
import { addPasskey, reauthenticateWithPasskey, signInWithPasskey } from '../support/service/passkeys.ts'
import { SoftwareAuthenticator } from '../support/service/software-authenticator.ts'

const server = startServer({ env: { KONTOR_SECOND_FACTOR: 'owner,custodian' } })
const required = [403, 'second_factor_required']

describe('KONTOR_SECOND_FACTOR', () => {
  test('without a second factor only enrolling is allowed, whatever the operation', async () => {
    const client = await server.signIn('owner')
    const guarded = operations.filter(({ access }) => access !== 'anyone')
    expect(guarded.length).toBeGreaterThan(50)
    for (const { method, path, whileEnrolling } of guarded) {
      const url = path.replaceAll(/\{\w+\}/g, '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4')
      const response = await fetch(new URL(url, server.url), {
        method,
        headers: { authorization: `Bearer ${client.token}` },
      })
      const { code } = (await response.json()) as { code?: string }
      if (whileEnrolling) expect([path, code]).not.toEqual([path, 'second_factor_required'])
      else expect([method, path, response.status, code]).toEqual([method, path, ...required])
    }
    expect((await client.get('/v1/auth/me')).body).toMatchObject({
      second_factor_required: true,
      passkeys: 0,
    })
    expect((await client.post('/v1/auth/logout')).status).toBe(200)
  })

  test('only these operations are allowed while enrolling', () => {
    const allowed = operations.filter(({ whileEnrolling }) => whileEnrolling).map(({ id }) => id)
    expect(allowed.sort()).toEqual([
      'addPasskey',
      'confirmOtp',
      'disableOtp',
      'enrolOtp',
      'listPasskeys',
      'me',
      'passkeyOptions',
      'passkeySignatureOptions',
      'readPasskey',
      'reauthenticate',
      'reauthenticationOptions',
      'removePasskey',
      'renamePasskey',
      'stopSigning',
    ])
  })

  test('other roles work as before', async () => {
    const client = await server.signIn('operator')
    expect((await client.get('/v1/organizations')).status).toBe(200)
    expect((await client.get('/v1/auth/me')).body.second_factor_required).toBe(false)
  })

  test('a passkey opens the same session at once, and the last one cannot be removed', async () => {
    const client = await server.signIn('custodian')
    expect((await client.get('/v1/organizations')).status).toBe(403)
    const { reply, authenticator } = await addPasskey(client)
    expect((await client.get('/v1/organizations')).status).toBe(200)
    await reauthenticateWithPasskey(client, authenticator)
    const path = `/v1/account/passkeys/${reply.body.id}`
    const last = await client.delete(path)
    expect([last.status, last.body.code]).toEqual([409, 'last_second_factor'])
    const second = await addPasskey(client, new SoftwareAuthenticator(), { signer: authenticator })
    expect((await client.delete(path)).status).toBe(200)
    expect((await signInWithPasskey(server, second.authenticator)).status).toBe(200)
  })

  test('one-time codes do as well, and the last factor cannot be switched off', async () => {
    const { email } = await givenAdministrator(server, { role: 'owner' })
    const client = bearer(server, (await login(server, email)).body.access_token)
    const list = await client.get('/v1/organizations')
    expect([list.status, list.body.code]).toEqual(required)
    const { body } = await client.post('/v1/auth/otp/enrol', { password })
    const code = (ahead: number) => codeOf(body.uri, new Date(Date.now() + ahead))
    await client.post('/v1/auth/otp/confirm', { otp: code(0) })
    expect((await client.get('/v1/organizations')).status).toBe(200)
    const last = await client.post('/v1/auth/otp/disable', { password, otp: code(30_000) })
    expect([last.status, last.body.code]).toEqual([409, 'last_second_factor'])
    await addPasskey(client)
    expect((await client.post('/v1/auth/otp/disable', { password, otp: code(30_000) })).status).toBe(200)
    expect((await client.get('/v1/organizations')).status).toBe(200)
  })

  test('other nodes learn of the new passkey, and of a reset', async () => {
    const client = await server.signIn('custodian')
    const node = await startNode(server)
    const there = clientOf({ ...server, url: node.url }, client.token as string)
    expect((await there.get('/v1/organizations')).status).toBe(403)
    await addPasskey(client)
    await until('the node knows', async () => (await there.get('/v1/organizations')).status === 200)
    await changeAdministrators(server, { passkeys: 0 }, client.id as string)
    await server.db
      .deleteFrom('passkeys')
      .where('administrator_id', '=', client.id as string)
      .execute()
    await until('the node knows', async () => (await there.get('/v1/organizations')).status === 403)
    await node.stop()
  })

  test('an administrator who is promoted to such a role can only enrol', async () => {
    const owner = await server.signIn('owner')
    await addPasskey(owner)
    const client = await server.signIn('operator')
    expect((await client.get('/v1/organizations')).status).toBe(200)
    await owner.patch(`/v1/administrators/${client.id}`, { role: 'custodian' })
    expect((await client.get('/v1/organizations')).body.code).toBe('second_factor_required')
  })
})
