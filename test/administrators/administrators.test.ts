import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { tokenOf } from '../support/given/given-person.ts'
import { auditRows, bearer, givenAdministrator, login, password } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

describe('administrators', () => {
  const somebody = () => ({ email: `new-${Math.random()}@example.com`, name: 'Анна', role: 'officer' })

  test('an owner creates an administrator, who sets a password with the link', async () => {
    const owner = await server.signIn('owner')
    const body = somebody()
    const reply = await owner.post('/v1/administrators', { ...body, email: ` ${body.email.toUpperCase()}` })
    expect(reply).toMatchObject({
      status: 201,
      body: { administrator: { ...body, status: 'active', version: 1, created_by: expect.any(String) } },
    })
    expect(reply.headers.get('location')).toBe(`/v1/administrators/${reply.body.administrator.id}`)
    const token = tokenOf(reply.body.link)
    expect((await server.anonymous.post('/v1/auth/set-password', { token, password })).status).toBe(200)
    const signedIn = await login(server, body.email)
    expect(signedIn).toMatchObject({ status: 200, body: { admin: { role: 'officer', name: 'Анна' } } })
    expect((await owner.get(`/v1/administrators/${reply.body.administrator.id}`)).body).toMatchObject(body)
    const rows = await auditRows(server)
    expect(rows).toContainEqual(
      expect.objectContaining({ action: 'administrator.created', actor_id: owner.id }),
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    const events = await server.db.selectFrom('outbox_events').select(['type', 'data']).execute()
    expect(events).toContainEqual(expect.objectContaining({ type: 'administrator.created' }))
    expect(JSON.stringify(events)).not.toContain(token)
  })

  test('every administrator may list names, and nothing more', async () => {
    const [owner, auditor] = [await server.signIn('owner'), await server.signIn('auditor')]
    const { body: made } = await owner.post('/v1/administrators', { ...somebody(), name: 'Аглая' })
    await owner.post(`/v1/administrators/${made.administrator.id}/disable`)
    const reply = await auditor.get('/v1/administrators/names?limit=200')
    expect(reply.status).toBe(200)
    expect(reply.body.items).toContainEqual({
      id: made.administrator.id,
      name: 'Аглая',
      role: 'officer',
      status: 'disabled',
    })
    expect(reply.body.items).toContainEqual(expect.objectContaining({ id: auditor.id, status: 'active' }))
    expect(reply.body.total).toBe(reply.body.items.length)
    expect((await auditor.get('/v1/administrators')).status).toBe(403)
  })

  test('nobody gives a password to somebody else', async () => {
    const owner = await server.signIn('owner')
    const reply = await owner.post('/v1/administrators', { ...somebody(), password })
    expect(reply).toMatchObject({ status: 422, body: { detail: [{ type: 'extra_forbidden' }] } })
  })

  test('a duplicate e-mail address is 409 with the existing id', async () => {
    const owner = await server.signIn('owner')
    const body = somebody()
    const { body: first } = await owner.post('/v1/administrators', body)
    expect(
      await owner.post('/v1/administrators', { ...body, email: body.email.toUpperCase() }),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'duplicate',
        context: { reason: 'administrator_email', existing_id: first.administrator.id },
      },
    })
  })

  test('with an Idempotency-Key it is created once, and the link is not shown again', async () => {
    const owner = await server.signIn('owner')
    const body = somebody()
    const headers = { 'idempotency-key': 'make-one' }
    const first = await owner.post('/v1/administrators', body, headers)
    expect(first.status).toBe(201)
    expect(await owner.post('/v1/administrators', body, headers)).toMatchObject({
      status: 409,
      body: { code: 'secret_already_shown', context: { administrator_id: first.body.administrator.id } },
    })
    expect((await owner.post('/v1/administrators', { ...body, name: 'Other' }, headers)).body.code).toBe(
      'idempotency_key_reused',
    )
  })

  test.each(['custodian', 'officer', 'operator', 'auditor'] as const)(
    'a %s may not, and the attempt is audited',
    async (role) => {
      const someone = await server.signIn(role)
      const { id } = await givenAdministrator(server)
      const replies = [
        await someone.get('/v1/administrators'),
        await someone.post('/v1/administrators', {}),
        await someone.patch(`/v1/administrators/${id}`, { role: 'owner' }),
        await someone.post(`/v1/administrators/${id}/reset`),
        await someone.get('/v1/api-keys'),
      ]
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
      const denied = (await auditRows(server)).filter((row) => row.actor_id === someone.id)
      expect(denied).toHaveLength(5)
      expect(denied[2]).toMatchObject({
        action: 'access.denied',
        outcome: 'denied',
        details: { operation: 'updateAdministrator', method: 'PATCH' },
      })
    },
  )

  test('role and name are changed with the current version', async () => {
    const owner = await server.signIn('owner')
    const other = await server.signIn('operator')
    const path = `/v1/administrators/${other.id}`
    expect((await other.get('/v1/audit-events')).status).toBe(403)
    expect((await owner.patch(path, { role: 'auditor', version: 1 })).body).toMatchObject({
      role: 'auditor',
      version: 2,
    })
    expect((await other.get('/v1/audit-events')).status).toBe(200)
    expect((await owner.patch(path, { name: 'Late', version: 1 })).body).toMatchObject({
      code: 'version_conflict',
      context: { changes: [{ version: 2, actor: { kind: 'administrator', id: owner.id } }] },
    })
    expect((await owner.patch(path, { role: 'auditor' })).body.version).toBe(2)
    expect((await owner.patch(path, {})).status).toBe(422)
    expect((await owner.patch(path, { role: 'emperor' })).status).toBe(422)
    for (const id of ['missing', '%00', 'x'.repeat(3000)]) {
      expect((await owner.patch(`/v1/administrators/${id}`, { name: 'Nobody' })).status).toBe(404)
    }
  })

  test('disabling ends all sessions at once, and enabling allows sign-in again', async () => {
    const owner = await server.signIn('owner')
    const { id, email } = await givenAdministrator(server)
    const them = bearer(server, (await login(server, email)).body.access_token)
    expect((await them.get('/v1/auth/me')).status).toBe(200)
    expect((await owner.post(`/v1/administrators/${id}/disable`)).body.status).toBe('disabled')
    expect((await them.get('/v1/auth/me')).status).toBe(401)
    expect((await login(server, email)).status).toBe(401)
    expect((await owner.post(`/v1/administrators/${id}/disable`)).status).toBe(200)
    expect((await owner.post(`/v1/administrators/${id}/enable`)).body.status).toBe('active')
    expect((await them.get('/v1/auth/me')).status).toBe(401)
    expect((await login(server, email)).status).toBe(200)
  })

  test('a reset removes password and one-time codes, ends all sessions and makes a link', async () => {
    const owner = await server.signIn('owner')
    const { id, email } = await givenAdministrator(server)
    const them = bearer(server, (await login(server, email)).body.access_token)
    await changeAdministrators(server, { otp_secret: Buffer.from('x'), otp_confirmed_at: new Date() }, id)
    const reply = await owner.post(`/v1/administrators/${id}/reset`)
    expect(reply).toMatchObject({ status: 200, body: { administrator: { otp_enabled: false } } })
    expect((await them.get('/v1/auth/me')).status).toBe(401)
    expect((await login(server, email)).status).toBe(401)
    const set = { token: tokenOf(reply.body.link), password: 'three unrelated green umbrellas' }
    expect((await server.anonymous.post('/v1/auth/set-password', set)).status).toBe(200)
    expect((await login(server, email)).status).toBe(401)
    expect((await login(server, email, { password: set.password })).status).toBe(200)
  })

  test('the last active owner can be neither disabled nor demoted', async () => {
    await changeAdministrators(server, { disabled_at: new Date() }, sql`role = 'owner'`)
    const owner = await server.signIn('owner')
    const path = `/v1/administrators/${owner.id}`
    expect(await owner.post(`${path}/disable`)).toMatchObject({ status: 409, body: { code: 'last_owner' } })
    expect(await owner.patch(path, { role: 'auditor' })).toMatchObject({
      status: 409,
      body: { code: 'last_owner' },
    })
    expect((await owner.patch(path, { name: 'Still the owner' })).status).toBe(200)
    await server.signIn('owner')
    expect((await owner.patch(path, { role: 'auditor' })).status).toBe(200)
    expect((await owner.get('/v1/administrators')).status).toBe(403)
  })

  test('they are listed newest first, in pages', async () => {
    const owner = await server.signIn('owner')
    const all = await owner.get('/v1/administrators?limit=200')
    const { total } = all.body
    expect(all.body.items).toHaveLength(total)
    const paged = []
    for (let offset = 0; offset < total; offset += 7) {
      paged.push(...(await owner.get(`/v1/administrators?limit=7&offset=${offset}`)).body.items)
    }
    expect(paged).toEqual(all.body.items)
    expect(JSON.stringify(all.body)).not.toContain('argon2')
  })
})
