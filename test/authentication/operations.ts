import type { Role } from '../../contract/api/roles.ts'
import type { Changes, Maker, Requests } from '../fuzz/makers.ts'
import type { Person, World } from '../fuzz/world.ts'
import { codeOf } from '../support/service/one-time-code.ts'

/** In a session of the caller's own account, whose password is known. Others have none, and are refused anyway. */
const asPerson = (
  path: string,
  who: (world: World, role: Role) => Promise<Person>,
  body: (person: Person, world: World) => unknown = () => undefined,
): Maker => {
  return async (world, role) => {
    if (!role) return { path, body: { password: 'correct horse battery staple', otp: '000000' } }
    const person = await who(world, role)
    const headers = { 'x-forwarded-for': person.address }
    return { path, body: await body(person, world), session: person, headers }
  }
}

const somebodyAnew = (world: World, role: Role) => world.newSession(role)
const somebodyNew = (world: World, role: Role) => world.person(role)

export const requests: Requests = {
  login: async (world, role = 'owner') => {
    const { email, password, address } = await world.keptPerson(role)
    return { path: '/v1/auth/login', body: { email, password }, headers: { 'x-forwarded-for': address } }
  },
  setPassword: async (world, role = 'owner') => {
    const number = world.next()
    return {
      path: '/v1/auth/set-password',
      body: {
        ...(await world.passwordLink(`link-${number}-${Date.now()}@example.com`, role)),
        password: `lamp river ${number} orange quiet`,
      },
      // Wrong tokens of others, from the address of the test, do not count against it.
      headers: { 'x-forwarded-for': `10.200.${(number >> 8) & 255}.${number & 255}` },
    }
  },
  readLink: async (world, role = 'owner') => {
    const { token } = await world.passwordLink(`link-${world.next()}-${Date.now()}@example.com`, role)
    return { path: '/v1/auth/link', body: { token } }
  },
  refresh: async (world, role = 'owner') => ({
    path: '/v1/auth/refresh',
    body: { refresh_token: (await world.newSession(role)).refreshToken },
  }),
  logout: asPerson('/v1/auth/logout', somebodyAnew),
  cookieRefresh: async (world, role = 'owner') => ({
    path: '/v1/jwt/refresh',
    headers: { cookie: (await world.newSession(role)).cookie },
  }),
  reauthenticate: asPerson('/v1/auth/reauthenticate', somebodyAnew, ({ password }) => ({ password })),
  changePassword: asPerson('/v1/auth/password', somebodyNew, ({ password }) => ({
    current_password: password,
    new_password: `${password} anew`,
  })),
  enrolOtp: asPerson('/v1/auth/otp/enrol', somebodyAnew, ({ password }) => ({ password })),
  confirmOtp: asPerson('/v1/auth/otp/confirm', somebodyNew, enrolled),
  disableOtp: asPerson('/v1/auth/otp/disable', somebodyNew, async (person, world) => {
    const confirmed = await world.ask('POST', '/v1/auth/otp/confirm', person, await enrolled(person, world))
    return { password: person.password, otp: confirmed.recovery_codes[0] }
  }),
  revokeSession: async (world, role = 'owner') => {
    const session = await world.signIn(role)
    return { path: `/v1/sessions/${session.sessionId}`, session }
  },
}

export const changes: Changes = {
  confirmOtp: ['administrator.otp_enabled'],
  disableOtp: ['administrator.otp_disabled'],
  login: 'only the caller reads their sessions, and last_login_at is no change of an administrator',
  refresh: 'only the caller reads their sessions',
  cookieRefresh: 'only the caller reads their sessions',
  logout: 'only the caller reads their sessions',
  revokeSession: 'only the caller reads their sessions',
  reauthenticate: 'only the caller reads their sessions',
  changePassword: 'no response shows the password',
  setPassword: 'no response shows the password',
  readLink: 'stores nothing',
  enrolOtp: 'codes are shown as enabled only when they are confirmed',
}

async function enrolled(person: Person, world: World): Promise<{ otp: string }> {
  const { password } = person
  const { uri } = await world.ask('POST', '/v1/auth/otp/enrol', person, { password })
  return { otp: codeOf(uri, new Date()) }
}
