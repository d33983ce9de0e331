import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { tokenOf } from '../support/given/given-person.ts'
import { auditRows, bearer, givenAdministrator, login, password } from '../support/service/auth-helpers.ts'
import { type Client, type Reply, startServer } from '../support/service/harness.ts'

const server = startServer({
  connections: connectionsFor(4),
  env: { KONTOR_TRUSTED_PROXIES: '127.0.0.1' },
})
const hour = 3_600_000

async function givenLink(owner?: Client) {
  const maker = owner ?? (await server.signIn('owner'))
  const email = `link-${crypto.randomUUID()}@example.com`
  const { body, status } = await maker.post('/v1/administrators', { email, name: 'Анна', role: 'officer' })
  expect(status).toBe(201)
  return { email, owner: maker, id: body.administrator.id as string, body, token: tokenOf(body.link) }
}

let callers = 0
/** From an address of its own, because attempts from one address run one after the other. */
function set(token: string, chosen = password, address = `10.0.0.${++callers}`): Promise<Reply> {
  const headers = { 'x-forwarded-for': address }
  return server.anonymous.post('/v1/auth/set-password', { token, password: chosen }, headers)
}

const codes = (replies: Reply[]) =>
  replies
    .map(({ status, body }) => body.code ?? status)
    .map(String)
    .toSorted()

describe('a one-time link', () => {
  test('leads to the console, has 256 random bits and is stored as a hash', async () => {
    const { body, token, id } = await givenLink()
    expect(body.link).toMatch(/^http:\/\/localhost:8080\/#\/set-password\?token=[\w-]{43}$/)
    expect(Date.parse(body.expires_at) - Date.parse(body.administrator.created_at)).toBe(24 * hour)
    const row = await server.db
      .selectFrom('password_links')
      .selectAll()
      .where('administrator_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.hash).toEqual(createHash('sha256').update(token).digest())
  })

  test('says for whom it is before it is used, and refuses a used one', async () => {
    const { email, id, owner, token, body } = await givenLink()
    const read = (token: string) => server.anonymous.post('/v1/auth/link', { token })
    const shown = { name: 'Анна', email, is_invitation: true, expires_at: body.expires_at, half_from: [] }
    expect(await read(token)).toMatchObject({ status: 200, body: shown })
    const link = async () => (await owner.get(`/v1/administrators/${id}`)).body.link_expires_at
    expect(await link()).toBe(body.expires_at)
    // Reading has not used it up.
    expect((await set(token)).status).toBe(200)
    expect(await link()).toBeNull()
    expect(await read(token)).toMatchObject({ status: 401, body: { code: 'link_invalid' } })
    await login(server, email)
    const reset = await owner.post(`/v1/administrators/${id}/reset`)
    const renewed = tokenOf(reset.body.link)
    expect((await read(renewed)).body.is_invitation).toBe(false)
    await owner.post(`/v1/administrators/${id}/disable`)
    expect(await read(renewed)).toMatchObject({ status: 401, body: { code: 'link_invalid' } })
  })

  test('sets the password once, and does not sign in', async () => {
    const { email, token } = await givenLink()
    expect((await login(server, email)).status).toBe(401)
    const reply = await set(token)
    expect(reply).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(reply.headers.get('set-cookie')).toBeNull()
    expect((await login(server, email)).status).toBe(200)
    expect(await set(token, 'three unrelated green umbrellas')).toMatchObject({
      status: 401,
      body: { code: 'link_invalid' },
    })
    expect((await login(server, email)).status).toBe(200)
  })

  test('ends after 24 hours', async () => {
    const { token, body } = await givenLink()
    server.clock.at = new Date(Date.parse(body.expires_at) - 1)
    expect((await set(token, 'password1234')).status).toBe(422)
    server.clock.at = new Date(body.expires_at)
    expect(await set(token)).toMatchObject({ status: 401, body: { code: 'link_expired' } })
    server.clock.at = null
  })

  test('takes a good password only, and a refused one does not use it up', async () => {
    const { token, email } = await givenLink()
    for (const weak of ['short', 'password1234', `${email}!`, 'x'.repeat(129)]) {
      expect((await set(token, weak)).status).toBe(422)
    }
    expect((await set(token)).status).toBe(200)
  })

  test('is void when a newer one was made', async () => {
    const { token, id, owner } = await givenLink()
    const { body } = await owner.post(`/v1/administrators/${id}/reset`)
    expect(await set(token)).toMatchObject({ status: 401, body: { code: 'link_invalid' } })
    expect((await set(tokenOf(body.link))).status).toBe(200)
  })

  test('is void for a disabled account, also after it was enabled again', async () => {
    const { token, id, owner } = await givenLink()
    await owner.post(`/v1/administrators/${id}/disable`)
    expect(await set(token)).toMatchObject({ status: 401, body: { code: 'link_invalid' } })
    const { body } = await owner.post(`/v1/administrators/${id}/reset`)
    expect((await set(tokenOf(body.link))).status).toBe(401)
    await owner.post(`/v1/administrators/${id}/enable`)
    expect((await set(token)).status).toBe(401)
    expect((await set(tokenOf(body.link))).status).toBe(200)
  })

  test('that somebody has put into the database opens nothing', async () => {
    const [one, other] = [await givenLink(), await givenLink()]
    const token = 'A'.repeat(43)
    const hash = createHash('sha256').update(token).digest()
    await server.db
      .updateTable('password_links')
      .set({ hash })
      .where('administrator_id', '=', one.id)
      .execute()
    expect(await set(token)).toMatchObject({ status: 401, body: { code: 'link_invalid' } })
    const moved = await server.db
      .selectFrom('password_links')
      .selectAll()
      .where('administrator_id', '=', other.id)
      .executeTakeFirstOrThrow()
    await server.db.deleteFrom('password_links').where('administrator_id', '=', other.id).execute()
    await server.db
      .updateTable('password_links')
      .set({ ...moved, halves: null, administrator_id: one.id })
      .where('administrator_id', '=', one.id)
      .execute()
    expect(await set(other.token)).toMatchObject({ status: 401, body: { code: 'link_invalid' } })
  })

  test.each(['', 'x', 'я'.repeat(43), 'A'.repeat(200), '\u0000', "' or 1=1"])(
    'is not %j, and nothing of it is logged',
    async (token) => {
      expect([401, 422]).toContain((await set(token)).status)
      expect(JSON.stringify(await auditRows(server))).not.toContain('я'.repeat(43))
    },
  )

  test('is not guessed: attempts are counted by address', async () => {
    const { token } = await givenLink()
    const replies = []
    for (let n = 0; n < 7; n += 1) replies.push(await set(`guess-${n}`, password, '198.51.100.7'))
    expect(replies.at(-1)).toMatchObject({ status: 429, body: { code: 'too_many_failures' } })
    expect((await set(token, password, '198.51.100.7')).status).toBe(429)
    expect((await set(token, password, '198.51.100.8')).status).toBe(200)
  })
})

describe('races', () => {
  test('a link that is used twice at the same time works once', async () => {
    const { token, id, email } = await givenLink()
    const chosen = ['seven green lamps sing quietly', 'eight blue lamps sing quietly'] as const
    const replies = await whileLocked(
      server.db,
      (db) => db.selectFrom('administrators').select('id').where('id', '=', id).forUpdate().execute(),
      () => chosen.map((one) => set(token, one)),
    )
    expect(codes(replies)).toEqual(['200', 'link_invalid'])
    const winner = chosen[replies.findIndex(({ status }) => status === 200)] as string
    expect((await login(server, email, { password: winner })).status).toBe(200)
  })

  test('a reset while a link is used: the old link never opens the account afterwards', async () => {
    const { token, id, email, owner } = await givenLink()
    const [used, reset] = (await whileLocked(
      server.db,
      (db) => db.selectFrom('administrators').select('id').where('id', '=', id).forUpdate().execute(),
      () => [set(token), owner.post(`/v1/administrators/${id}/reset`)],
    )) as [Reply, Reply]
    expect(reset.status).toBe(200)
    expect([200, 401]).toContain(used.status)
    expect((await login(server, email)).status).toBe(401)
    expect((await set(token)).status).toBe(401)
    expect((await set(tokenOf(reset.body.link))).status).toBe(200)
  })

  test('a reset ends the old password, the codes and the sessions at once', async () => {
    const owner = await server.signIn('owner')
    const { id, email } = await givenAdministrator(server)
    const them = bearer(server, (await login(server, email)).body.access_token)
    await owner.post(`/v1/administrators/${id}/reset`)
    expect((await them.get('/v1/auth/me')).status).toBe(401)
    expect((await login(server, email)).status).toBe(401)
  })
})
