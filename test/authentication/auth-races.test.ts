import { describe, expect, test } from 'vitest'
import type { Db } from '../../server/platform/db/database.ts'
import { connectionsFor, untilWaiting, whileLocked } from '../support/database/locks.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { bearer, bodyRefresh, givenAdministrator, login, password } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { codeOf } from '../support/service/one-time-code.ts'

const server = startServer({ connections: connectionsFor(2), env: { KONTOR_TRUSTED_PROXIES: '127.0.0.1' } })

function whileHeld<T>(table: 'sessions' | 'administrators', id: string, calls: () => Promise<T>[]) {
  const lock = (db: Db) => db.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
  return whileLocked(server.db, lock, calls)
}

describe('refresh', () => {
  test('two concurrent refreshes with one token get the same successor, and the session stays active', async () => {
    const { body } = await login(server, (await givenAdministrator(server)).email)
    const refresh = () => bodyRefresh(server, body.refresh_token)
    const [one, two] = await whileHeld('sessions', body.admin.session.id, () => [refresh(), refresh()])
    expect([one?.status, two?.status]).toEqual([200, 200])
    expect(one?.body.refresh_token).toBe(two?.body.refresh_token)
    expect((await bodyRefresh(server, one?.body.refresh_token)).status).toBe(200)
  })

  test('a refresh that waited while its session was ended is refused', async () => {
    const { body } = await login(server, (await givenAdministrator(server)).email)
    const held = await server.db.transaction().execute(async (db) => {
      await db
        .updateTable('sessions')
        .set({ revoked_at: new Date(), revoked_because: 'revoked' })
        .where('id', '=', body.admin.session.id)
        .execute()
      const reply = bodyRefresh(server, body.refresh_token)
      await untilWaiting(server.db, 1)
      return { reply }
    })
    expect((await held.reply).status).toBe(401)
  })
})

describe('one-time codes', () => {
  test('the same code sent twice at the same time works once', async () => {
    const { id, email } = await givenAdministrator(server)
    const me = bearer(server, (await login(server, email)).body.access_token)
    const { body } = await me.post('/v1/auth/otp/enrol', { password })
    const now = Date.now()
    server.clock.at = new Date(now)
    await me.post('/v1/auth/otp/confirm', { otp: codeOf(body.uri, server.clock.at) })
    server.clock.at = new Date(now + 60_000)
    const otp = codeOf(body.uri, server.clock.at)
    const reauthenticate = () => me.post('/v1/auth/reauthenticate', { password, otp })
    // Attempts on one account from one address go one after the other; from two addresses only the lock is in the way.
    const elsewhere = () => login(server, email, { otp }, { 'x-forwarded-for': '10.0.0.1' })
    const replies = await whileHeld('administrators', id, () => [reauthenticate(), elsewhere()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(replies.find(({ status }) => status === 401)?.body.code).toBe('otp_invalid')
    server.clock.at = null
  })
})

describe('the last owner', () => {
  test('of two owners who demote each other at the same time, one remains', async () => {
    const one = await server.signIn('owner')
    const two = await server.signIn('owner')
    const demote = (who: typeof one, whom: typeof one) =>
      who.patch(`/v1/administrators/${whom.id}`, { role: 'operator' })
    const first = [one.id, two.id].sort()[0] as string
    const replies = await whileHeld('administrators', first, () => [demote(one, two), demote(two, one)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('last_owner')
  })
})

test('a sign-in that waited while the administrator was disabled is refused', async () => {
  const { id, email } = await givenAdministrator(server)
  const held = await server.db.transaction().execute(async (db) => {
    await changeAdministrators({ ...server, db }, { disabled_at: new Date() }, id)
    const reply = login(server, email)
    await untilWaiting(server.db, 1)
    return { reply }
  })
  expect(await held.reply).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
})
