import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { findAdministratorState } from '../../server/features/administrators/accounts/proven-audit.ts'
import {
  administratorState,
  apiKeyState,
  stateObject,
} from '../../server/features/administrators/accounts/proven-states.ts'
import { createControlStart } from '../../server/features/administrators/control-start.ts'
import { createPasswordHasher } from '../../server/features/administrators/passwords/password-hasher.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import { isFull } from '../support/cases/scale.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { tokenOf } from '../support/given/given-person.ts'
import {
  auditRows,
  bearer,
  givenAdministrator,
  login,
  password,
  startNode,
} from '../support/service/auth-helpers.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { codeOf } from '../support/service/one-time-code.ts'

const server = startServer({ connections: 4 })
let owner: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
})

type Event = Parameters<typeof stateObject>[0] & { state?: Record<string, unknown>; proof?: unknown }

/** The last event of this action, which must have a right proof. */
async function lastProven(action: string): Promise<Event> {
  await server.service.deferredAudit.flush()
  const { event } = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('action', '=', action)
    .where('outcome', '=', 'success')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  const proofs = createAuditProofs({ vault: server.service.vault })
  expect([action, await proofs.check(server.db, event)]).toEqual([action, 'proven'])
  return JSON.parse(event) as Event
}

async function stateNow(id: string) {
  return findAdministratorState(server.db, id)
}

async function expectProven(action: string, id: string): Promise<void> {
  const event = await lastProven(action)
  expect(stateObject(event)).toEqual({ type: 'administrator', id })
  expect(event.state).toEqual(await stateNow(id))
}

test('every change of an administrator is proven with the state that it leaves', async () => {
  const made = (await owner.post('/v1/administrators', { email: 'a@b.example', name: 'A', role: 'auditor' }))
    .body
  const { id, email } = made.administrator
  const path = `/v1/administrators/${id}`
  await expectProven('administrator.created', id)
  expect(await stateNow(id)).toMatchObject({ password: null, made_by: [owner.id], role: 'auditor' })
  await server.anonymous.post('/v1/auth/set-password', { token: tokenOf(made.link), password })
  await expectProven('administrator.password_set', id)
  await owner.patch(path, { role: 'officer' })
  await expectProven('administrator.updated', id)
  await owner.post(`${path}/disable`)
  await expectProven('administrator.disabled', id)
  expect(await stateNow(id)).toMatchObject({
    disabled: true,
    password: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  await owner.post(`${path}/enable`)
  await expectProven('administrator.enabled', id)

  const me = bearer(server, (await login(server, email)).body.access_token)
  const { uri } = (await me.post('/v1/auth/otp/enrol', { password })).body
  const { recovery_codes } = (await me.post('/v1/auth/otp/confirm', { otp: codeOf(uri, new Date()) })).body
  await expectProven('administrator.otp_enabled', id)
  expect(await stateNow(id)).toMatchObject({
    otp_enabled: true,
    recovery_codes: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  await me.post('/v1/auth/otp/disable', { password, otp: recovery_codes[0] })
  await expectProven('administrator.otp_disabled', id)
  const chosen = { current_password: password, new_password: 'three unrelated green umbrellas' }
  expect((await me.post('/v1/auth/password', chosen)).status).toBe(200)
  await expectProven('administrator.password_changed', id)
  await owner.post(`${path}/reset`)
  await expectProven('administrator.reset', id)
})

test('every change of an API key is proven', async () => {
  const body = { name: 'CRM', scopes: ['requests:read'], networks: ['10.0.0.0/8'] }
  const { id } = (await owner.post('/v1/api-keys', body)).body.api_key
  const now = async () =>
    apiKeyState(
      await server.db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
  const created = await lastProven('api_key.created')
  expect([stateObject(created), created.state]).toEqual([{ type: 'api_key', id }, await now()])
  expect(created.state).toMatchObject({ created_by: owner.id, networks: ['10.0.0.0/8'], revoked: false })
  await owner.delete(`/v1/api-keys/${id}`)
  const revoked = await lastProven('api_key.revoked')
  expect(revoked.state).toEqual(await now())
  expect(revoked.state).toMatchObject({ revoked: true })
})

describe('the hash of a password that is renewed at sign-in', () => {
  async function givenOldHash() {
    const { id, email } = await givenAdministrator(server)
    const weak = createPasswordHasher({
      threads: 1,
      settings: { memoryCost: 8_192, timeCost: 1, parallelism: 1 },
    })
    const password_hash = await weak.hash(password)
    await weak.close()
    await changeAdministrators(server, { password_hash }, id)
    return { id, email, password_hash }
  }
  const hashOf = async (id: string) =>
    (
      await server.db
        .selectFrom('administrators')
        .select('password_hash')
        .where('id', '=', id)
        .executeTakeFirst()
    )?.password_hash

  test('is proven with the sign-in, and a sign-in that changes nothing has no state', async () => {
    const { id, email, password_hash } = await givenOldHash()
    expect((await login(server, email)).status).toBe(200)
    expect(await hashOf(id)).not.toBe(password_hash)
    await expectProven('auth.login', id)
    await login(server, email)
    const [last] = (await auditRows(server)).filter(({ action }) => action === 'auth.login').slice(-1)
    expect(last).not.toHaveProperty('state')
  })

  test.runIf(isFull)('is not renewed by other proofs of the password', async () => {
    const { id, email } = await givenOldHash()
    const me = bearer(server, (await login(server, email)).body.access_token)
    const { password_hash } = await givenOldHash()
    await changeAdministrators(server, { password_hash }, id)
    expect((await me.post('/v1/auth/reauthenticate', { password })).status).toBe(200)
    expect(await hashOf(id)).toBe(password_hash)
  })

  test('is not renewed while the vault is sealed, and changes are 503', async () => {
    const { id, email, password_hash } = await givenOldHash()
    const { body: link } = await owner.post('/v1/administrators', {
      email: 'sealed@example.com',
      name: 'Sealed',
      role: 'auditor',
    })
    const key = (await owner.post('/v1/api-keys', { name: 'K', scopes: ['requests:read'] })).body.api_key.id
    await server.service.vault.stop()
    const signedIn = await login(server, email)
    expect(signedIn.status).toBe(200)
    expect(await hashOf(id)).toBe(password_hash)
    const me = bearer(server, signedIn.body.access_token)
    const replies = [
      await owner.post('/v1/administrators', { email: 'later@example.com', name: 'L', role: 'owner' }),
      await owner.patch(`/v1/administrators/${id}`, { role: 'owner' }),
      await owner.post(`/v1/administrators/${id}/disable`),
      await owner.post(`/v1/administrators/${id}/reset`),
      await owner.post('/v1/api-keys', { name: 'K', scopes: ['requests:read'] }),
      await owner.delete(`/v1/api-keys/${key}`),
      await me.post('/v1/auth/password', {
        current_password: password,
        new_password: 'three unrelated green umbrellas',
      }),
      await server.anonymous.post('/v1/auth/set-password', { token: tokenOf(link.link), password }),
    ]
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
      replies.map(() => [503, 'vault_sealed']),
    )
    await server.service.vault.unlock()
    expect((await login(server, email)).status).toBe(200)
    expect((await owner.patch(`/v1/administrators/${id}`, { role: 'owner' })).status).toBe(200)
  })
})

describe('control.started', () => {
  const fresh = startServer({ connections: 4 })
  const startedApart = startServer()
  const started = async () =>
    (await auditRows(fresh)).filter(({ action }) => action === 'control.started') as {
      state?: { administrators: Record<string, unknown>; api_keys: Record<string, unknown> }
    }[]

  test('waits for the vault to open', async () => {
    const opens = startedApart.service.vault
    let state: 'open' | 'sealed' = 'sealed'
    const start = createControlStart({
      db: startedApart.db,
      now: () => new Date(),
      vault: { state: () => state },
      auditProofs: createAuditProofs({ vault: opens }),
    })
    await startedApart.signIn('owner')
    const written = async () =>
      (await auditRows(startedApart)).filter(({ action }) => action === 'control.started').length
    await start.job.run(new AbortController().signal)
    expect(await written()).toBe(0)
    state = 'open'
    await start.job.run(new AbortController().signal)
    await start.job.run(new AbortController().signal)
    expect(await written()).toBe(1)
  })

  test.runIf(isFull)('is written once by the nodes that start when there are administrators', async () => {
    expect(await started()).toEqual([])
    const first = await fresh.signIn('owner')
    const { api_key } = (await first.post('/v1/api-keys', { name: 'K', scopes: ['requests:read'] })).body
    // Somebody wants to keep the proven one from being written.
    const forged = JSON.stringify({
      action: 'control.started',
      at: new Date().toISOString(),
      outcome: 'success',
    })
    await sql`select audit_append(array[${forged}]::text[])`.execute(fresh.db)
    const nodes = await Promise.all([startNode(fresh), startNode(fresh)])
    await Promise.all(nodes.map((node) => node.stop()))
    await (await startNode(fresh)).stop()
    const [, written, ...more] = await started()
    expect(more).toEqual([])
    const row = await fresh.db
      .selectFrom('administrators')
      .selectAll()
      .where('id', '=', first.id as string)
      .executeTakeFirstOrThrow()
    expect(written?.state).toEqual({
      administrators: { [first.id as string]: administratorState(row, [], []) },
      api_keys: { [api_key.id]: expect.objectContaining({ created_by: first.id }) },
    })
  })
})
