import { hashSync } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { subjectsOf } from '../../server/features/authentication/sign-in/throttle-store.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { auditRows, bearer, givenAdministrator, login, password } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { useStillClock } from '../support/service/still-clock.ts'

const server = startServer()
const at = useStillClock(server)
const wrong = { password: 'not the password at all' }

async function fail(email: string, times: number, headers: Record<string, string> = {}) {
  const statuses = []
  for (let n = 0; n < times; n += 1) statuses.push((await login(server, email, wrong, headers)).status)
  return statuses
}

describe('passwords', () => {
  test('an unknown account, a wrong password and a disabled administrator get the same response', async () => {
    const known = await givenAdministrator(server)
    const disabled = await givenAdministrator(server)
    await changeAdministrators(server, { disabled_at: new Date() }, disabled.id)
    const replies = [
      await login(server, known.email, wrong),
      await login(server, 'nobody@example.com'),
      await login(server, disabled.email),
    ]
    const [first, ...others] = replies.map(({ status, body: { request_id, ...body }, headers }) => ({
      status,
      body,
      headers: [...headers.keys()].filter((name) => name !== 'date'),
    }))
    expect(first).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
    for (const other of others) expect(other).toEqual(first)
  })

  test('the account is trimmed and lower-cased, and may be at localhost', async () => {
    await givenAdministrator(server, { email: 'admin@localhost' })
    expect((await login(server, '  Admin@LOCALHOST ')).status).toBe(200)
    expect((await login(server, 'two@at@signs')).status).toBe(401)
    expect((await login(server, ' @ ')).status).toBe(401)
  })

  test.each([
    [{ email: 'a@' }, 'email'],
    [{ email: 'no at sign' }, 'email'],
    [{ password: '' }, 'password'],
    [{ password: 'x'.repeat(129) }, 'password'],
    [{ password: 12 }, 'password'],
    [{ remember: true }, 'remember'],
  ])('%o is 422 before anything is hashed or counted', async (fields, field) => {
    const reply = await login(server, 'someone@example.com', fields)
    expect(reply.status).toBe(422)
    expect(reply.body.detail[0].loc).toEqual(['body', field])
  })

  test('a body over 1 MiB is 400', async () => {
    const reply = await login(server, 'someone@example.com', { password: 'x'.repeat(1024 * 1024) })
    expect(reply.status).toBe(400)
  })

  test('a hash with weaker parameters is renewed at the next sign-in', async () => {
    const { id, email } = await givenAdministrator(server)
    const weak = '$argon2id$v=19$m=8,t=1,p=1$'
    const password_hash = hashSync(password.normalize('NFKC'), { memoryCost: 8, timeCost: 1, parallelism: 1 })
    expect(password_hash.startsWith(weak)).toBe(true)
    await changeAdministrators(server, { password_hash }, id)
    expect((await login(server, email)).status).toBe(200)
    const row = await server.db
      .selectFrom('administrators')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect((await login(server, email)).status).toBe(200)
  })

  test('failures are audited, without the account name that was typed', async () => {
    const { id, email } = await givenAdministrator(server)
    await login(server, email, wrong)
    await login(server, 'typed-my-password@here')
    const rows = (await auditRows(server)).filter((row) => row.action === 'auth.login').slice(-2)
    expect(rows).toMatchObject([
      { outcome: 'failure', object_id: id, address: '127.0.0.1', details: { reason: 'invalid_credentials' } },
      { outcome: 'failure', object_id: null },
    ])
    expect(JSON.stringify(rows)).not.toContain('typed-my-password')
  })
})

describe('throttling', () => {
  test('after five failures the delay grows, and a success resets it', async () => {
    const { email } = await givenAdministrator(server)
    expect(await fail(email, 5)).toEqual([401, 401, 401, 401, 401])
    const limited = await login(server, email)
    expect(limited).toMatchObject({
      status: 429,
      body: { code: 'too_many_failures', context: { retry_after: 1 } },
    })
    expect(limited.headers.get('retry-after')).toBe('1')
    at(1)
    expect(await fail(email, 1)).toEqual([401])
    expect((await login(server, email)).headers.get('retry-after')).toBe('2')
    at(3)
    expect((await login(server, email)).status).toBe(200)
    expect(await fail(email, 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('a clock that is set back does not prolong the delay', async () => {
    const { email } = await givenAdministrator(server)
    at(7200)
    expect(await fail(email, 5)).toEqual([401, 401, 401, 401, 401])
    at(0)
    expect((await login(server, email)).headers.get('retry-after')).toBe('1')
    at(1)
    expect((await login(server, email)).status).toBe(200)
  })

  test('other case, spaces or a forwarded address do not bypass it', async () => {
    const { email } = await givenAdministrator(server)
    await fail(email, 2)
    await fail(email.toUpperCase(), 2, { 'x-forwarded-for': '198.51.100.1' })
    await fail(`  ${email} `, 1, { 'x-forwarded-for': '198.51.100.2' })
    expect((await login(server, email, {}, { 'x-forwarded-for': '198.51.100.3' })).status).toBe(429)
  })

  test('unknown accounts are throttled too', async () => {
    expect(await fail('nobody-at-all@example.com', 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  async function givenFailures(which: 'account' | 'address', account: string, failures: number) {
    const since = server.clock.at as Date
    const counter = { failures, since, last_failure_at: since }
    await server.db
      .insertInto('sign_in_counters')
      .values({ subject: subjectsOf(account, '127.0.0.1')[which], ...counter })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(counter))
      .execute()
  }

  test('an address is blocked after 100 failures in an hour, for all accounts', async () => {
    const { email } = await givenAdministrator(server)
    await givenFailures('address', '', 98)
    expect(await fail('one@example.com', 1)).toEqual([401])
    expect((await login(server, email)).status).toBe(200)
    expect(await fail('two@example.com', 1)).toEqual([401])
    const reply = await login(server, email)
    expect(reply.status).toBe(429)
    expect(Number(reply.headers.get('retry-after'))).toBe(3600)
    at(3600)
    expect((await login(server, email)).status).toBe(200)
  })

  test('failures from other addresses do not lock an owner out of a known address', async () => {
    const { id, email } = await givenAdministrator(server)
    await login(server, email)
    await givenFailures('account', email, 100)
    expect((await login(server, email)).status).toBe(200)
    await server.db.deleteFrom('sign_in_addresses').where('administrator_id', '=', id).execute()
    expect((await login(server, email)).status).toBe(429)
  })

  test('eight valid sign-ins at the same time all succeed', async () => {
    const { email } = await givenAdministrator(server)
    const replies = await Promise.all(Array.from({ length: 8 }, () => login(server, email)))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })

  test('of twenty guesses at the same time, five are checked', async () => {
    const { email } = await givenAdministrator(server)
    const replies = await Promise.all(Array.from({ length: 20 }, () => login(server, email, wrong)))
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
  })
})

describe('re-authentication', () => {
  test('updates auth_time, also for the current token', async () => {
    const { email } = await givenAdministrator(server)
    const me = bearer(server, (await login(server, email)).body.access_token)
    const before = (await me.get('/v1/auth/me')).body.session.auth_time
    at(600)
    expect((await me.post('/v1/auth/reauthenticate', wrong)).body.code).toBe('invalid_credentials')
    expect((await me.get('/v1/auth/me')).body.session.auth_time).toBe(before)
    const reply = await me.post('/v1/auth/reauthenticate', { password })
    expect(reply.body).toMatchObject({ auth_time: at(600).toISOString(), expires_in: 900 })
    for (const client of [me, bearer(server, reply.body.access_token)]) {
      expect((await client.get('/v1/auth/me')).body.session.auth_time).toBe(at(600).toISOString())
    }
  })

  test('is throttled together with the sign-ins of the account', async () => {
    const { email } = await givenAdministrator(server)
    const me = bearer(server, (await login(server, email)).body.access_token)
    for (let n = 0; n < 5; n += 1) await me.post('/v1/auth/reauthenticate', wrong)
    expect((await me.post('/v1/auth/reauthenticate', { password })).status).toBe(429)
    expect((await login(server, email)).status).toBe(429)
  })
})

describe('changing the password', () => {
  test('ends the other sessions but not the current one', async () => {
    const { email } = await givenAdministrator(server)
    const other = bearer(server, (await login(server, email)).body.access_token)
    const me = bearer(server, (await login(server, email)).body.access_token)
    const new_password = 'seven green umbrellas'
    const change = (current_password: string) =>
      me.post('/v1/auth/password', { current_password, new_password })
    expect((await change('not the password at all')).body.code).toBe('invalid_credentials')
    expect(await change(password)).toMatchObject({ status: 200, body: { sessions_revoked: 1 } })
    expect((await other.get('/v1/auth/me')).status).toBe(401)
    expect((await me.get('/v1/auth/me')).status).toBe(200)
    expect((await login(server, email)).status).toBe(401)
    expect((await login(server, email, { password: new_password })).status).toBe(200)
  })

  test.each(['elevenchars', 'password1234', 'x'.repeat(129), 'gfhjkm123456'])(
    'to %s is 422',
    async (new_password) => {
      const { email } = await givenAdministrator(server)
      const me = bearer(server, (await login(server, email)).body.access_token)
      const reply = await me.post('/v1/auth/password', { current_password: password, new_password })
      expect(reply.status).toBe(422)
      expect(reply.body.detail[0].loc).toEqual(['body', 'new_password'])
      expect(JSON.stringify(reply.body)).not.toContain(new_password)
    },
  )
})
