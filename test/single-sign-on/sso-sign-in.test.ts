import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { startIdentityProvider } from '../support/outside/identity-provider.ts'
import { auditRows, givenAdministrator, login, password } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { ssoTools } from './sso-tools.ts'

const provider = await startIdentityProvider()
const server = startServer({ env: provider.settings })
const { newBrowser, newPerson, reset, signIn, sessionOf, signedIn } = ssoTools(server, provider)
afterAll(() => provider.close())
beforeEach(reset)

const hours = 3_600_000

async function countAdministrators(): Promise<number> {
  return (await server.db.selectFrom('administrators').select('id').execute()).length
}

describe('a first sign-in', () => {
  test('creates an administrator with the role of the group, without a password', async () => {
    const { subject, browser, me } = await signedIn()
    expect([...browser.cookies().keys()]).toEqual(['__Host-kontor_refresh'])
    expect(me).toMatchObject({
      email: `${subject}@example.com`,
      name: provider.people.get(subject)?.name,
      role: 'officer',
      managed_by: 'oidc',
      otp_enabled: false,
    })
    const rows = await auditRows(server)
    const created = rows.find((row) => row.action === 'administrator.created' && row.object_id === me.id)
    expect(created).toMatchObject({
      actor_kind: 'service',
      details: { role: 'officer', identity: { issuer: provider.issuer, subject } },
      state: { email: me.email, role: 'officer', disabled: false },
      proof: { hmac: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    const proofs = createAuditProofs({ vault: server.service.vault })
    expect(await proofs.check(server.db, JSON.stringify(created))).toBe('proven')
    expect(rows.at(-1)).toMatchObject({ action: 'auth.login', actor_id: me.id, details: { method: 'oidc' } })
    const owner = await server.signIn('owner')
    expect((await owner.get(`/v1/administrators/${me.id}`)).body).toMatchObject({
      created_by: 'oidc',
      managed_by: 'oidc',
    })
    expect((await login(server, me.email, { password: '!' })).body.code).toBe('invalid_credentials')
  })

  test('gives the highest role of several groups, whatever their order', async () => {
    const groups = ['kontor-auditors', 'staff', 'kontor-owners', 'kontor-officers']
    expect((await signedIn({ groups })).me.role).toBe('owner')
    expect((await signedIn({ groups: ['kontor-operators', 'kontor-auditors'] })).me.role).toBe('operator')
  })

  test('takes one group that is no list', async () => {
    expect((await signedIn({ groups: 'kontor-auditors' })).me.role).toBe('auditor')
  })

  test.each([[undefined], [[]], [['Kontor-Officers']], [{ 'kontor-officers': true }], [[7, null]]])(
    'without a mapped group is refused and leaves nothing: %j',
    async (groups) => {
      newPerson({ groups })
      const before = await countAdministrators()
      const { browser, place } = await signIn()
      expect(place.location).toBe('/#/login?error=oidc_no_role')
      expect([...browser.cookies().keys()]).toEqual([])
      expect(await countAdministrators()).toBe(before)
      expect((await auditRows(server)).at(-1)).toMatchObject({
        action: 'auth.login',
        outcome: 'failure',
        details: { reason: 'oidc_no_role' },
      })
    },
  )

  test('with the e-mail address of another account is refused, and nothing is linked', async () => {
    const { email } = await givenAdministrator(server, { role: 'operator' })
    newPerson({ email: email.toUpperCase(), groups: ['kontor-owners'] })
    expect((await signIn()).place.location).toBe('/#/login?error=oidc_email_taken')
    expect((await auditRows(server)).at(-1)).toMatchObject({
      action: 'auth.login',
      outcome: 'failure',
      details: { reason: 'oidc_email_taken' },
    })
    const { body } = await login(server, email)
    expect(body.admin).toMatchObject({ role: 'operator', managed_by: null })
    const identities = await server.db.selectFrom('administrator_identities').selectAll().execute()
    expect(identities.map(({ administrator_id }) => administrator_id)).not.toContain(body.admin.id)
  })

  test.each([[{ email: undefined }], [{ email: 'no address' }], [{ email_verified: false }]])(
    'without a verified e-mail address is refused: %j',
    async (fields) => {
      newPerson(fields as never)
      expect((await signIn()).place.location).toBe('/#/login?error=oidc_email_invalid')
    },
  )

  test('in two browsers at the same time makes one account', async () => {
    newPerson()
    const both = await Promise.all([signIn(), signIn()])
    expect(both.map(({ place }) => place.location)).toEqual(['/#/single-sign-on', '/#/single-sign-on'])
    const [first, second] = await Promise.all(both.map(({ browser }) => sessionOf(browser)))
    expect(first?.me.id).toBe(second?.me.id)
  })

  test('in two tabs of one browser works in both', async () => {
    newPerson()
    const browser = newBrowser()
    const stop = (url: string) => url.includes('/callback?')
    const first = await browser.visit('/v1/auth/oidc/start', stop)
    const second = await browser.visit('/v1/auth/oidc/start', stop)
    expect((await browser.visit(first.location)).location).toBe('/#/single-sign-on')
    expect((await browser.visit(second.location)).location).toBe('/#/single-sign-on')
  })
})

describe('a later sign-in', () => {
  test('finds the same account by issuer and subject, also with another e-mail address', async () => {
    const { subject, me } = await signedIn()
    Object.assign(provider.people.get(subject) as object, { email: `other-${subject}@example.com` })
    const again = await sessionOf((await signIn()).browser)
    expect(again.me).toMatchObject({ id: me.id, email: me.email })
  })

  test('changes the role with the groups; it is proven in the audit log and applies to older sessions', async () => {
    const { subject, caller, me } = await signedIn()
    expect((await caller.get('/v1/administrators')).status).toBe(403)
    Object.assign(provider.people.get(subject) as object, { groups: ['kontor-owners'] })
    await signIn()
    await expect.poll(async () => (await caller.get('/v1/administrators')).status, { interval: 5 }).toBe(200)
    const rows = await auditRows(server)
    expect(
      rows.find((row) => row.action === 'administrator.updated' && row.object_id === me.id),
    ).toMatchObject({
      actor_kind: 'service',
      details: {
        from: { role: 'officer' },
        to: { role: 'owner' },
        identity: { issuer: provider.issuer, subject },
      },
      state: { email: me.email, role: 'owner', disabled: false },
      proof: {},
    })
  })

  test('without a mapped group ends the sessions of this identity, and of nobody else', async () => {
    const other = await signedIn()
    const { subject, caller } = await signedIn()
    Object.assign(provider.people.get(subject) as object, { groups: ['staff'] })
    expect((await signIn()).place.location).toBe('/#/login?error=oidc_no_role')
    expect((await caller.get('/v1/auth/me')).status).toBe(401)
    expect((await other.caller.get('/v1/auth/me')).status).toBe(200)
  })

  test('does not enable a disabled administrator, nor change the role', async () => {
    const { subject, me } = await signedIn()
    const owner = await server.signIn('owner')
    expect((await owner.post(`/v1/administrators/${me.id}/disable`)).status).toBe(200)
    Object.assign(provider.people.get(subject) as object, { groups: ['kontor-owners'] })
    expect((await signIn()).place.location).toBe('/#/login?error=oidc_account_disabled')
    expect((await owner.get(`/v1/administrators/${me.id}`)).body).toMatchObject({
      status: 'disabled',
      role: 'officer',
    })
  })
})

describe('a session', () => {
  test('lasts twelve hours at most, however much it is used', async () => {
    const { browser, me } = await signedIn()
    const start = Date.parse(me.session.created_at)
    expect(Date.parse(me.session.expires_at) - start).toBe(12 * hours)
    server.clock.at = new Date(start + 8 * hours)
    await sessionOf(browser)
    server.clock.at = new Date(start + 12 * hours)
    const token = browser.cookies().get('__Host-kontor_refresh')
    const ended = await server.anonymous.post('/v1/jwt/refresh', undefined, {
      cookie: `__Host-kontor_refresh=${token}`,
    })
    server.clock.at = null
    expect(ended.status).toBe(401)
  })

  test('is no fresher than the proof at the provider', async () => {
    const { browser } = await signedIn()
    const at = Math.floor(Date.now() / 1000) - 3 * 3600
    provider.state.change = (claims) => ({ claims: { ...claims, auth_time: at } })
    await browser.visit('/v1/auth/oidc/start')
    expect((await sessionOf(browser)).me.session.auth_time).toBe(new Date(at * 1000).toISOString())
  })

  test('does not come from the future, if the clock of the provider is ahead', async () => {
    newPerson()
    const at = Math.floor(Date.now() / 1000) + 50
    provider.state.change = (claims) => ({ claims: { ...claims, auth_time: at } })
    const { me } = await sessionOf((await signIn()).browser)
    expect(me.session.auth_time <= me.session.created_at).toBe(true)
  })
})

describe('an account of the provider', () => {
  test('has no password, no one-time codes and no role of its own', async () => {
    const { caller, me } = await signedIn()
    const owner = await server.signIn('owner')
    const answers = [
      await caller.post('/v1/auth/reauthenticate', { password }),
      await caller.post('/v1/auth/password', { current_password: password, new_password: `${password} 2` }),
      await caller.post('/v1/auth/otp/enrol', { password }),
      await owner.post(`/v1/administrators/${me.id}/reset`),
      await owner.patch(`/v1/administrators/${me.id}`, { role: 'owner' }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [409, 'account_managed']),
    )
    expect((await owner.patch(`/v1/administrators/${me.id}`, { name: 'Анна' })).body.name).toBe('Анна')
  })

  test('is no replacement for the last local owner', async () => {
    const local = await givenAdministrator(server, { role: 'owner' })
    const others = sql<boolean>`role = 'owner' and managed_by is null and id <> ${local.id}`
    await changeAdministrators(server, { disabled_at: new Date() }, others)
    const { caller, me } = await signedIn({ groups: ['kontor-owners'] })
    expect((await caller.post(`/v1/administrators/${local.id}/disable`)).body.code).toBe('last_owner')
    expect((await caller.patch(`/v1/administrators/${local.id}`, { role: 'auditor' })).body.code).toBe(
      'last_owner',
    )
    expect((await caller.post(`/v1/administrators/${me.id}/disable`)).status).toBe(200)
  })
})

test('the methods of sign-in are known to anybody', async () => {
  expect((await server.anonymous.get('/v1/auth/methods')).body).toEqual({ password: true, oidc: true })
})
