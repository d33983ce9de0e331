import { describe, expect, test } from 'vitest'
import { bearer, givenAdministrator, login, password } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { codeOf } from '../support/service/one-time-code.ts'
import { useStillClock } from '../support/service/still-clock.ts'

const server = startServer()
const at = useStillClock(server)
const wrong = { password: 'not the password at all' }

describe('one-time codes', () => {
  async function enrolled() {
    const administrator = await givenAdministrator(server)
    const me = bearer(server, (await login(server, administrator.email)).body.access_token)
    const { body } = await me.post('/v1/auth/otp/enrol', { password })
    const confirmed = await me.post('/v1/auth/otp/confirm', {
      otp: codeOf(body.uri, server.clock.at as Date),
    })
    expect(confirmed.status).toBe(200)
    at(60)
    return {
      ...administrator,
      me,
      uri: body.uri as string,
      recoveryCodes: confirmed.body.recovery_codes as string[],
    }
  }

  test('enrolment takes effect only after a code has confirmed it', async () => {
    const { email } = await givenAdministrator(server)
    const me = bearer(server, (await login(server, email)).body.access_token)
    expect((await me.post('/v1/auth/otp/confirm', { otp: '123456' })).body.code).toBe('otp_not_enrolled')
    expect((await me.post('/v1/auth/otp/enrol', wrong)).body.code).toBe('invalid_credentials')
    const { body } = await me.post('/v1/auth/otp/enrol', { password })
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Kontor:/)
    expect(body.uri).toContain(body.secret)
    expect((await login(server, email)).status).toBe(200)
    const right = codeOf(body.uri, server.clock.at as Date)
    const off = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    expect((await me.post('/v1/auth/otp/confirm', { otp: off })).body.code).toBe('otp_invalid')
    expect((await me.post('/v1/auth/otp/confirm', { otp: right })).body.recovery_codes).toHaveLength(10)
    expect((await me.post('/v1/auth/otp/enrol', { password })).status).toBe(401)
    expect((await me.get('/v1/auth/me')).body.otp_enabled).toBe(true)
  })

  test('the seed is sealed, the recovery codes are hashed', async () => {
    const { id, uri, recoveryCodes } = await enrolled()
    const row = await server.db
      .selectFrom('administrators')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const secret = new URL(uri).searchParams.get('secret') as string
    expect(row.otp_secret?.toString('latin1')).not.toContain(secret)
    const codes = await server.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('administrator_id', '=', id)
      .execute()
    expect(codes).toHaveLength(10)
    for (const { hash } of codes) expect(recoveryCodes).not.toContain(hash.toString())
  })

  test('a sign-in needs a code, and each code works once', async () => {
    const { email, uri } = await enrolled()
    expect((await login(server, email)).body.code).toBe('otp_required')
    expect((await login(server, email, { otp: '000000' })).body.code).toBe('otp_invalid')
    // A wrong password is told as that, whatever the code.
    const otp = codeOf(uri, server.clock.at as Date)
    expect((await login(server, email, { ...wrong, otp })).body.code).toBe('invalid_credentials')
    expect((await login(server, email, { otp })).status).toBe(200)
    expect((await login(server, email, { otp })).body.code).toBe('otp_invalid')
    at(90)
    expect((await login(server, email, { otp: codeOf(uri, server.clock.at as Date) })).status).toBe(200)
  })

  test('missing and wrong codes count as failures', async () => {
    const { email, uri } = await enrolled()
    for (let n = 0; n < 5; n += 1) await login(server, email, n % 2 ? {} : { otp: '000000' })
    const otp = codeOf(uri, server.clock.at as Date)
    expect((await login(server, email, { otp })).status).toBe(429)
  })

  test('a recovery code replaces a code once', async () => {
    const { email, recoveryCodes } = await enrolled()
    const [otp, other] = recoveryCodes as [string, string]
    expect((await login(server, email, { otp: otp.toUpperCase() })).status).toBe(200)
    expect((await login(server, email, { otp })).body.code).toBe('otp_invalid')
    expect((await login(server, email, { otp: other })).status).toBe(200)
  })

  test('they can be disabled with password and code', async () => {
    const { id, email, me, uri } = await enrolled()
    expect((await me.post('/v1/auth/otp/disable', { password, otp: '000000' })).body.code).toBe('otp_invalid')
    const otp = codeOf(uri, server.clock.at as Date)
    expect((await me.post('/v1/auth/otp/disable', { password, otp })).status).toBe(200)
    expect((await login(server, email)).status).toBe(200)
    expect(
      await server.db.selectFrom('recovery_codes').selectAll().where('administrator_id', '=', id).execute(),
    ).toEqual([])
    expect((await me.post('/v1/auth/otp/disable', { password, otp: '1' })).body.code).toBe('otp_not_enabled')
  })

  test('while the vault is sealed, a sign-in with a code is 503 and one without a code works', async () => {
    const { email, uri, me, recoveryCodes } = await enrolled()
    const plain = await givenAdministrator(server)
    const { vault } = server.service
    await vault.stop()
    try {
      const otp = codeOf(uri, server.clock.at as Date)
      const reply = await login(server, email, { otp })
      expect(reply).toMatchObject({ status: 503, body: { code: 'vault_sealed' } })
      expect(reply.headers.get('retry-after')).not.toBeNull()
      expect((await login(server, plain.email)).status).toBe(200)
      expect((await login(server, email, { otp: recoveryCodes[0] })).status).toBe(200)
      expect((await me.get('/v1/auth/me')).status).toBe(200)
      const fresh = bearer(server, (await login(server, plain.email)).body.access_token)
      expect((await fresh.post('/v1/auth/otp/enrol', { password })).status).toBe(503)
      // Nothing of this was a wrong guess.
      await vault.unlock()
      expect((await login(server, email, { otp })).status).toBe(200)
      // Who says that the recovery code was not used has no proof of it.
      await server.db.updateTable('recovery_codes').set({ used_at: null }).execute()
      const again = await login(server, email, { otp: recoveryCodes[0] })
      expect(again).toMatchObject({ status: 401, body: { code: 'otp_invalid' } })
    } finally {
      await vault.unlock()
    }
  })
})
