import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { roleOfGroups } from '../../server/features/single-sign-on/role-of-groups.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
const settings = {
  KONTOR_PUBLIC_URL: 'https://kontor.example.com',
  KONTOR_OIDC_ISSUER: 'https://login.example.com/realms/main',
  KONTOR_OIDC_CLIENT_ID: 'kontor',
  KONTOR_OIDC_CLIENT_SECRET: 'not to be shown',
  KONTOR_OIDC_ROLES: 'a:officer, urn:b:c:owner',
}

test('all settings together, with roles by group', () => {
  expect(readConfig(settings).oidc).toEqual({
    issuer: 'https://login.example.com/realms/main',
    clientId: 'kontor',
    clientSecret: 'not to be shown',
    roles: new Map([
      ['a', 'officer'],
      ['urn:b:c', 'owner'],
    ]),
  })
  expect(readConfig({}).oidc).toBeNull()
  expect(readConfig({ ...settings, KONTOR_PUBLIC_URL: 'http://localhost:8080' }).oidc).not.toBeNull()
})

test.each([
  [{ KONTOR_PUBLIC_URL: undefined }, 'KONTOR_PUBLIC_URL'],
  [{ KONTOR_PUBLIC_URL: 'http://kontor.example.com' }, 'KONTOR_PUBLIC_URL'],
  [{ KONTOR_OIDC_ISSUER: 'http://login.example.com' }, 'KONTOR_OIDC_ISSUER'],
  [{ KONTOR_OIDC_ISSUER: 'login.example.com' }, 'KONTOR_OIDC_ISSUER'],
  [{ KONTOR_OIDC_ISSUER: 'https://login.example.com?x=1' }, 'KONTOR_OIDC_ISSUER'],
  [{ KONTOR_OIDC_ISSUER: undefined }, 'KONTOR_OIDC_ISSUER'],
  [{ KONTOR_OIDC_CLIENT_ID: ' ' }, 'KONTOR_OIDC_CLIENT_ID'],
  [{ KONTOR_OIDC_CLIENT_SECRET: undefined }, 'KONTOR_OIDC_CLIENT_SECRET'],
  [{ KONTOR_OIDC_ROLES: undefined }, 'KONTOR_OIDC_ROLES'],
  [{ KONTOR_OIDC_ROLES: 'a:king' }, 'KONTOR_OIDC_ROLES'],
  [{ KONTOR_OIDC_ROLES: 'owner' }, 'KONTOR_OIDC_ROLES'],
  [{ KONTOR_OIDC_ROLES: 'a:owner,a:auditor' }, 'KONTOR_OIDC_ROLES'],
])('a start is refused with one sentence that names the setting: %j', (wrong, name) => {
  const read = () => readConfig({ ...settings, ...wrong })
  expect(read).toThrow(new RegExp(`^${name} should be [^\n]+\\.$`))
  expect(read).not.toThrow(/not to be shown/)
})

test('nobody becomes an owner unless a group is named for it', () => {
  const roles = readConfig({ ...settings, KONTOR_OIDC_ROLES: 'a:officer,b:custodian' }).oidc?.roles as Map<
    never,
    never
  >
  expect(roleOfGroups(['owner', 'owners', 'admin', 'a', 'b'], roles)).toBe('custodian')
  expect(roleOfGroups(['owner'], roles)).toBeUndefined()
})

test('without a provider the paths say so', async () => {
  expect((await server.anonymous.get('/v1/auth/methods')).body).toEqual({ password: true, oidc: false })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const answers = [
    await server.anonymous.get('/v1/auth/oidc/start'),
    await server.anonymous.get('/v1/auth/oidc/callback?state=x&code=y'),
    await server.anonymous.post('/v1/auth/oidc/backchannel-logout', 'logout_token=x', form),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    answers.map(() => [404, 'oidc_not_configured']),
  )
})
