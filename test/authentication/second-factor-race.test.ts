import { expect, test } from 'vitest'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { bearer, givenAdministrator, login, password } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { codeOf } from '../support/service/one-time-code.ts'
import { addPasskey, reauthenticateWithPasskey } from '../support/service/passkeys.ts'

const server = startServer({ connections: connectionsFor(2), env: { KONTOR_SECOND_FACTOR: 'all' } })

test('the passkey and the codes are removed at the same time: one of them stays', async () => {
  const { id, email } = await givenAdministrator(server)
  const client = bearer(server, (await login(server, email)).body.access_token)
  const { body } = await client.post('/v1/auth/otp/enrol', { password })
  await client.post('/v1/auth/otp/confirm', { otp: codeOf(body.uri, new Date()) })
  const { reply, authenticator } = await addPasskey(client)
  await reauthenticateWithPasskey(client, authenticator)
  const otp = codeOf(body.uri, new Date(Date.now() + 30_000))
  const replies = await whileLocked(
    server.db,
    (db) => db.selectFrom('administrators').select('id').where('id', '=', id).forUpdate().execute(),
    () => [
      client.delete(`/v1/account/passkeys/${reply.body.id}`),
      client.post('/v1/auth/otp/disable', { password, otp }),
    ],
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const { body: me } = await client.get('/v1/auth/me')
  expect([me.passkeys, me.otp_enabled]).toEqual(me.otp_enabled ? [0, true] : [1, false])
  expect(me.second_factor_required).toBe(false)
})
