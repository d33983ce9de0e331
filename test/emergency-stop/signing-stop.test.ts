import { rename } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import { roles } from '../../contract/api/roles.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { insertStop } from '../../server/features/emergency-stop/signing-store.ts'
import { scaled } from '../support/cases/scale.ts'
import { connectionsFor, untilWaiting } from '../support/database/locks.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { withoutRules } from '../support/given/given-policy.ts'
import { startMailReceiver } from '../support/outside/mail-receiver.ts'
import { startNode } from '../support/service/auth-helpers.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const receiver = await startMailReceiver()
afterAll(() => receiver.close())
const server = startServer({
  connections: connectionsFor(4),
  env: {
    KONTOR_TRANSFERS: 'on',
    KONTOR_SMTP_URL: receiver.url,
    KONTOR_PUBLIC_URL: 'https://desk.example.com',
  },
})
let node: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  node = await startNode(server)
})
afterAll(() => node.stop())

const reason = 'Украден ноутбук казначея'
const stop = (by: Client, body: object = { reason }) => by.post('/v1/signing/stop', body)
const start = (by: Client) => by.post('/v1/signing/start')
const running = { is_stopped: false, stopped_at: null, stopped_by: null, reason: null }

const sign = (on: { service: (typeof server)['service'] } = server) =>
  server.db.transaction().execute((db) => on.service.signingSwitch.demandRunning(db))

async function traces() {
  const audit = await server.db.selectFrom('audit_events').select('event').orderBy('seq').execute()
  const events = await server.db
    .selectFrom('outbox_events')
    .select(['type', 'object_type', 'object_id', 'data', 'actor_id'])
    .where('object_type', '=', 'signing')
    .orderBy('created_at')
    .execute()
  return {
    audit: audit.map(({ event }) => JSON.parse(event)).filter(({ action }) => action.startsWith('signing.')),
    events,
  }
}

afterEach(async () => {
  const owner = await server.signIn('owner')
  if ((await owner.get('/v1/signing')).body.is_stopped) expect((await start(owner)).status).toBe(200)
})

describe('stopping', () => {
  test('needs no body: who is in a hurry has no reason yet', async () => {
    const custodian = await server.signIn('custodian')
    const stopped = await custodian.post('/v1/signing/stop')
    expect(stopped).toMatchObject({ status: 200, body: { is_stopped: true, reason: null } })
  })

  test('works at once, says who and why, and stopping again changes nothing', async () => {
    const [custodian, owner] = [await server.signIn('custodian'), await server.signIn('owner')]
    expect((await owner.get('/v1/signing')).body).toEqual({ is_enabled: true, ...running, nodes: [] })
    await sign()
    const before = await traces()

    const stopped = await stop(custodian)
    expect(stopped).toMatchObject({ status: 200, body: { is_enabled: true, is_stopped: true, reason } })
    expect(stopped.body.stopped_by).toEqual(expect.any(String))
    await expect(sign()).rejects.toMatchObject({
      code: 'signing_stopped',
      context: { stopped_at: stopped.body.stopped_at },
    })
    expect(await stop(owner, { reason: 'Ещё раз' })).toMatchObject({ status: 200, body: stopped.body })
    expect((await owner.get('/v1/signing')).body).toEqual(stopped.body)

    expect((await start(owner)).body).toEqual({ is_enabled: true, ...running, nodes: [] })
    await sign()
    expect(await start(owner)).toMatchObject({ status: 409, body: { code: 'signing_not_stopped' } })

    const { audit, events } = await traces()
    const object = { object_type: 'signing', object_id: 'signing' }
    expect(audit.slice(before.audit.length)).toMatchObject([
      { action: 'signing.stopped', ...object, details: { reason } },
      { action: 'signing.started', ...object, details: { reason, stopped_at: stopped.body.stopped_at } },
    ])
    expect(events.slice(before.events.length)).toMatchObject([
      { type: 'signing.stopped', actor_id: custodian.id, data: {} },
      { type: 'signing.started', actor_id: owner.id, data: {} },
    ])
  })

  test('needs no reason, and takes no other field', async () => {
    const owner = await server.signIn('owner')
    expect((await stop(owner, { why: 'x' })).status).toBe(422)
    expect(await stop(owner, {})).toMatchObject({ status: 200, body: { is_stopped: true, reason: null } })
  })

  test.each(scaled(['custodian', 'auditor'] as const, roles))('%s', async (role) => {
    const person = await server.signIn(role)
    expect((await person.get('/v1/signing')).status).toBe(200)
    const mayStart = role === 'owner' || role === 'custodian'
    expect(await stop(person)).toMatchObject({ status: 200, body: { is_stopped: true } })
    expect((await start(person)).status).toBe(mayStart ? 200 : 403)
  })

  test('asks for no proof of the person, but starting again does', async () => {
    const yesterday = new Date(Date.now() - 86_400_000)
    const stale = await server.signIn('custodian', { authenticatedAt: yesterday })
    expect((await stop(stale)).status).toBe(200)
    expect(await start(stale)).toMatchObject({ status: 401, body: { code: 'reauthentication_required' } })
  })

  test('works while the vault is sealed', async () => {
    const owner = await server.signIn('owner')
    const { vault } = server.service
    await vault.stop()
    await rename(server.config.keyFile, `${server.config.keyFile}.away`)
    try {
      expect(await vault.unlock()).toBe('sealed')
      expect(await stop(owner)).toMatchObject({ status: 200, body: { is_stopped: true } })
      await expect(sign()).rejects.toMatchObject({ code: 'signing_stopped' })
    } finally {
      await rename(`${server.config.keyFile}.away`, server.config.keyFile)
      expect(await vault.unlock()).toBe('open')
    }
  })
})

describe('on two nodes', () => {
  test('a stop at one is a stop at the other, also in its metrics', async () => {
    const owner = await server.signIn('owner')
    const there = client(node, owner.token)
    const metric = async () => /^kontor_signing_stopped (\d)$/m.exec((await there.get('/metrics')).body)?.[1]
    await expect.poll(metric).toBe('0')
    const { body } = await stop(owner)
    await expect(sign(node)).rejects.toMatchObject({ code: 'signing_stopped' })
    expect((await there.get('/v1/signing')).body).toEqual(body)
    await expect.poll(metric).toBe('1')
    expect((await start(there)).status).toBe(200)
    await sign()
    await expect.poll(metric).toBe('0')
  })

  test('a stop waits for nobody, whatever other transactions hold, and is recorded when they end', async () => {
    const custodian = await server.signIn('custodian')
    const before = await traces()
    await server.db.transaction().execute(async (other) => {
      await server.service.signingSwitch.demandRunning(other)
      await sql`select from audit_head for update`.execute(other)
      await sql`select from signing_state for update`.execute(other)
      await sql`select pg_advisory_xact_lock(hashtextextended('kontor signing', 0))`.execute(other)
      await sql`lock table policies, approvals, outbox_events in exclusive mode`.execute(other)
      expect(await stop(custodian)).toMatchObject({ status: 200, body: { is_stopped: true, reason } })
      for (const on of [server, node])
        await expect(sign(on)).rejects.toMatchObject({ code: 'signing_stopped' })
      expect((await client(node, custodian.token).get('/v1/signing')).body.is_stopped).toBe(true)
      // Whoever had asked before asks again before anything leaves.
      await expect(server.service.signingSwitch.demandRunning(other)).rejects.toMatchObject({
        code: 'signing_stopped',
      })
      expect((await traces()).audit).toHaveLength(before.audit.length)
    })
    await expect
      .poll(async () => (await traces()).audit.slice(before.audit.length), { timeout: 30_000 })
      .toMatchObject([{ action: 'signing.stopped', actor_id: custodian.id, details: { reason } }])
    expect((await traces()).events.slice(before.events.length)).toMatchObject([
      { type: 'signing.stopped', actor_id: custodian.id },
    ])
  })

  test('a stop whose node died is recorded by another one, with who stopped', async () => {
    const custodian = await server.signIn('custodian')
    const before = await traces()
    const actor = {
      kind: 'administrator' as const,
      ...{
        id: custodian.id,
        name: 'gone@example.com',
        sessionId: null,
        address: '192.0.2.7',
        requestId: 'r',
      },
    }
    await insertStop(server.db, { at: new Date(), actor, reason })
    await expect(sign(node)).rejects.toMatchObject({ code: 'signing_stopped' })
    await expect
      .poll(async () => (await traces()).events.slice(before.events.length), { timeout: 30_000 })
      .toMatchObject([{ type: 'signing.stopped', actor_id: custodian.id }])
    expect((await traces()).audit.slice(before.audit.length)).toMatchObject([
      { actor_id: custodian.id, actor_name: 'gone@example.com', address: '192.0.2.7', details: { reason } },
    ])
  })

  test('a stop that comes while somebody starts signing again holds', async () => {
    const [owner, custodian] = [await server.signIn('owner'), await server.signIn('custodian')]
    await stop(owner)
    const { starting, second } = await server.db.transaction().execute(async (other) => {
      await sql`select from audit_head for update`.execute(other)
      const starting = start(owner)
      await untilWaiting(server.db, 1)
      return { starting, second: await stop(custodian, { reason: 'Нет!' }) }
    })
    expect([(await starting).status, second.status]).toEqual([200, 200])
    expect((await owner.get('/v1/signing')).body).toMatchObject({ is_stopped: true, reason: 'Нет!' })
  })

  test('of two stops at once there is one', async () => {
    const [here, owner] = [await server.signIn('custodian'), await server.signIn('owner')]
    const there = client(node, owner.token)
    const before = (await traces()).events.length
    const [one, other] = await Promise.all([stop(here), stop(there)])
    expect([one.status, other.status]).toEqual([200, 200])
    await expect.poll(async () => (await traces()).events.length).toBe(before + 1)
    const states = await Promise.all([here.get('/v1/signing'), there.get('/v1/signing')])
    expect(states[0].body).toEqual(states[1].body)
    expect(states[0].body.is_stopped).toBe(true)
    // The second of them is recorded nowhere, and ends with the first.
    expect((await start(owner)).body).toMatchObject(running)
  })
})

describe('under a policy that asks for approval', () => {
  test('one stops alone, and starts again with another; the approval is of this stop', async () => {
    const [asker, voter, other] = [
      await server.signIn('custodian'),
      await server.signIn('owner'),
      await server.signIn('custodian'),
    ]
    const owner = await server.signIn('owner')
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
    await changeAdministrators(server, { role_since: twoDaysAgo, credentials_since: twoDaysAgo })
    const acts = ['signing.start', ...closureActs] as const
    const rules = acts.map((act): PolicyRule => ({ act, approvals: 1, from: ['owner', 'custodian'] }))
    expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
    const vote = (id: string) => voter.post(`/v1/approvals/${id}/votes`, { decision: 'approve' })
    try {
      const { stopped_at, stopped_by } = (await stop(asker)).body
      const asked = await start(asker)
      expect(asked).toMatchObject({ status: 403, body: { code: 'approval_required' } })
      const { approval_id } = asked.body.context
      expect((await voter.get(`/v1/approvals/${approval_id}`)).body).toMatchObject({
        act: 'signing.start',
        content: { stopped_at, stopped_by, reason },
      })
      await expect(sign()).rejects.toMatchObject({ code: 'signing_stopped' })
      const second = (await start(other)).body.context.approval_id
      expect((await vote(approval_id)).status).toBe(200)
      expect((await vote(second)).status).toBe(200)
      expect(await start(asker)).toMatchObject({ status: 200, body: running })
      await sign()
      // What somebody else was allowed was the end of that stop, which has ended.
      expect((await voter.get(`/v1/approvals/${second}`)).body.status).toBe('stale')
      await stop(voter)
      expect(await start(other)).toMatchObject({ status: 403, body: { code: 'approval_required' } })
    } finally {
      await withoutRules(server)
    }
  })
})

test('owners are told in the inbox and by mail, also who did it; others are not', async () => {
  const [owner, officer] = [
    await server.signIn('owner', { email: 'told@example.com' }),
    await server.signIn('officer'),
  ]
  await changeAdministrators(server, { name: 'Анна Петрова' }, owner.id as string)
  const custodian = await server.signIn('custodian')
  const toldOf = async (by: Client) => {
    await server.service.inbox.consume()
    const { items } = (await by.get('/v1/inbox')).body
    const mine = [owner.id, custodian.id]
    return items.filter(({ actor }: { actor: { id: string } }) => mine.includes(actor.id))
  }
  await stop(custodian)
  await start(owner)
  // The other node reads events as well.
  await expect
    .poll(() => toldOf(owner))
    .toMatchObject([
      {
        kind: 'security',
        subject: { type: 'signing', id: 'signing' },
        details: { event: 'signing.started' },
        actor: { id: owner.id },
      },
      { kind: 'security', details: { event: 'signing.stopped' }, actor: { id: custodian.id } },
    ])
  expect(await toldOf(officer)).toEqual([])
  expect(await toldOf(custodian)).toEqual([])
  const subjects = async () => {
    await server.service.inbox.sendMails()
    return receiver.received.filter(({ to }) => to.includes('told@example.com')).map(({ subject }) => subject)
  }
  await expect
    .poll(subjects)
    .toEqual(
      expect.arrayContaining(['Подписание транзакций остановлено', 'Подписание транзакций возобновлено']),
    )
})
