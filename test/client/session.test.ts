import { expect, test } from 'vitest'
import { createKontor, type KontorOptions } from '../../client/src/client.ts'
import { givenAdministrator, password } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { codeOf } from '../support/service/one-time-code.ts'

const server = startServer({ connections: 4 })

/** A client that counts its requests by path, with a clock of its own. */
function given(options: Partial<KontorOptions> = {}) {
  const counts: Record<string, number> = {}
  const time = { at: Date.now() }
  const kontor = createKontor({
    url: server.url,
    clock: { now: () => time.at, sleep: async () => undefined },
    fetch: (url, init) => {
      const { pathname } = new URL(url)
      counts[pathname] = (counts[pathname] ?? 0) + 1
      return fetch(url, init)
    },
    ...options,
  })
  return { kontor, counts, time }
}

test('a session is used, renewed once for all requests that need it, and ended', async () => {
  const { email } = await givenAdministrator(server)
  const stored: (string | null)[] = []
  const { kontor, counts, time } = given({ onRefreshToken: (token) => stored.push(token) })
  expect((await kontor.signIn({ email, password })).email).toBe(email)
  // By the clock of the client the token has expired.
  time.at += 3_600_000
  const read = await Promise.all(Array.from({ length: 5 }, () => kontor.me()))
  expect(read.map((admin) => admin.email)).toEqual(Array(5).fill(email))
  expect(counts).toEqual({ '/v1/auth/login': 1, '/v1/auth/refresh': 1, '/v1/auth/me': 5 })
  // Another program goes on with what was stored.
  const later = given({ refreshToken: stored.at(-1) as string })
  expect((await later.kontor.me()).email).toBe(email)
  await later.kontor.signOut()
  await expect(later.kontor.me()).rejects.toMatchObject({ status: 401, code: 'token_missing' })
})

test('a token that the service refuses is replaced once for all requests, and a session that ended stays ended', async () => {
  const { email, id } = await givenAdministrator(server)
  const stored: (string | null)[] = []
  let spoil = false
  const { kontor, counts } = given({
    onRefreshToken: (token) => stored.push(token),
    fetch: (url, init) => {
      const { pathname } = new URL(url)
      counts[pathname] = (counts[pathname] ?? 0) + 1
      if (!spoil || pathname !== '/v1/auth/me') return fetch(url, init)
      return fetch(url, { ...init, headers: { ...init.headers, authorization: 'Bearer spoiled' } })
    },
  })
  await kontor.signIn({ email, password })
  spoil = true
  const refused = Promise.all([kontor.me(), kontor.me(), kontor.me()])
  await expect(refused).rejects.toMatchObject({ code: 'token_invalid' })
  expect(counts['/v1/auth/refresh']).toBe(1)
  spoil = false
  expect((await kontor.me()).email).toBe(email)
  const owner = await server.signIn('owner')
  expect((await owner.post(`/v1/administrators/${id}/disable`)).status).toBe(200)
  await expect(kontor.me()).rejects.toMatchObject({ status: 401 })
  expect(stored.at(-1)).toBeNull()
})

test('signing in with a one-time code', async () => {
  const { email } = await givenAdministrator(server)
  const { kontor } = given()
  await kontor.signIn({ email, password })
  const { uri } = await kontor.enrolOtp({ body: { password } })
  const now = new Date()
  const { recovery_codes } = await kontor.confirmOtp({ body: { otp: codeOf(uri, now) } })
  await expect(kontor.signIn({ email, password })).rejects.toMatchObject({
    status: 401,
    code: 'otp_required',
  })
  const otp = recovery_codes[0] as string
  expect((await kontor.signIn({ email, password, otp })).otp_enabled).toBe(true)
})

test('a wrong password is a refusal, not a reason to renew', async () => {
  const { email } = await givenAdministrator(server)
  const { kontor, counts } = given()
  await expect(kontor.signIn({ email, password: 'wrong' })).rejects.toMatchObject({
    status: 401,
    code: 'invalid_credentials',
  })
  expect(counts).toEqual({ '/v1/auth/login': 1 })
})

test('events are read as they come, until the caller ends', async () => {
  const { token } = await server.signIn('owner')
  let opened: () => void
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve
  })
  const { kontor } = given({
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      opened()
      return response
    },
  })
  const end = new AbortController()
  const events = kontor.events({ signal: end.signal, token })
  const first = events.next()
  // The service listens before it answers.
  await isOpen
  const inn = '7707083893'
  await kontor.createOrganization({ body: { inn, ogrn: '1027700132195', full_name: 'Пример' }, token })
  expect((await first).value).toMatchObject({ type: 'organization.created' })
  end.abort(new Error('enough'))
  await expect(events.next()).rejects.toThrow()
})
