import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { chosen, isFull } from '../support/cases/scale.ts'
import { connectionsFor, untilWaiting, whileLocked } from '../support/database/locks.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { withoutRules } from '../support/given/given-policy.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { startNode } from '../support/service/auth-helpers.ts'
import { type Client, client, type Reply, startServer } from '../support/service/harness.ts'
import { changeSessions } from '../support/service/signed-in.ts'
import { day, later, newEmail } from './one-person/hand.ts'

const server = startServer({ connections: connectionsFor(4) })

const voters: PolicyRule['from'] = ['owner', 'custodian']
const closure = closureActs.map((act): PolicyRule => ({ act, approvals: 1, from: voters }))
const hooks: PolicyRule = { act: 'webhook.save', approvals: 1, from: voters }

let asker: Client
let voter: Client
let second: Client

beforeEach(async () => {
  server.clock.at = new Date(Math.max(Date.now(), server.clock.at?.getTime() ?? 0) + 3 * day)
  await withoutRules(server)
  await changeAdministrators(server, { disabled_at: new Date() })
  const start = server.clock.at
  asker = await server.signIn('owner', { authenticatedAt: new Date(start.getTime() + 2 * day) })
  voter = await server.signIn('owner', { authenticatedAt: new Date(start.getTime() + 2 * day) })
  second = await server.signIn('owner', { authenticatedAt: new Date(start.getTime() + 2 * day) })
  // Tokens are signed for a few minutes: the people get older, not their sessions.
  const old = new Date(start.getTime() - 2 * day)
  await changeAdministrators(server, { role_since: old, credentials_since: old })
  for (const { sessionId } of [asker, voter, second])
    await changeSessions(server, { authenticated_at: start }, { sessionId: sessionId as string })
})

async function setRules(rules: PolicyRule[]) {
  expect((await asker.put('/v1/policy', { rules })).status).toBe(200)
}

function vote(by: Client, approval: string, decision = 'approve') {
  return by.post(`/v1/approvals/${approval}/votes`, { decision })
}

/** An act that was asked for and approved. */
async function approved(act: () => Promise<Reply>): Promise<string> {
  const reply = await act()
  expect(reply).toMatchObject({ status: 403, body: { code: 'approval_required' } })
  const id = reply.body.context.approval_id
  expect((await vote(voter, id)).body.status).toBe('approved')
  return id
}

function lockApproval(id: string) {
  return (db: typeof server.db) => sql`select from approvals where id = ${id} for update`.execute(db)
}

async function statusOf(id: string): Promise<string> {
  return (await asker.get(`/v1/approvals/${id}`)).body.status
}

const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort()

describe('two uses of one approval at the same time: one wins', () => {
  const email = newEmail()
  const acts: [string, () => Promise<Reply>, number][] = [
    ['webhook.save', () => asker.post('/v1/webhooks', { url: 'https://hooks.example.com/race' }), 201],
    [
      'administrator.create',
      () => asker.post('/v1/administrators', { email, name: 'Новый', role: 'officer' }),
      201,
    ],
    ['policy.change', () => asker.put('/v1/policy', { rules: [] }), 200],
  ]

  test.each(chosen(1, acts))('%s', async (_name, act, success) => {
    await setRules([hooks, ...closure])
    const id = await approved(act)
    const before = await server.db.selectFrom('policies').select('version').execute()
    // Of a policy, the second caller waits before it comes to the approval.
    const replies = await whileLocked(server.db, lockApproval(id), () => [act(), act()])
    expect(replies.filter(({ status }) => status === success)).toHaveLength(_name === 'policy.change' ? 2 : 1)
    expect(await statusOf(id)).toBe('used')
    const used = await server.db.selectFrom('acts').selectAll().where('approval_id', '=', id).execute()
    expect(used).toHaveLength(1)
    const after = await server.db.selectFrom('policies').select('version').execute()
    expect(after).toHaveLength(before.length + (_name === 'policy.change' ? 1 : 0))
  })
})

async function askForHook(): Promise<{ act: () => Promise<Reply>; id: string }> {
  const url = `https://hooks.example.com/${newEmail()}`
  const act = () => asker.post('/v1/webhooks', { url })
  const { body } = await act()
  return { act, id: body.context.approval_id }
}

describe('votes', () => {
  test('two at the same time are two', async () => {
    await setRules([{ ...hooks, approvals: 2 }, ...closure])
    const { act, id } = await askForHook()
    const replies = await whileLocked(server.db, lockApproval(id), () => [vote(voter, id), vote(second, id)])
    expect(statuses(replies)).toEqual([200, 200])
    expect(await statusOf(id)).toBe('approved')
    expect((await act()).status).toBe(201)
  })

  test('the same one twice is one', async () => {
    await setRules([{ ...hooks, approvals: 2 }, ...closure])
    const { id } = await askForHook()
    const replies = await whileLocked(server.db, lockApproval(id), () => [vote(voter, id), vote(voter, id)])
    expect(statuses(replies)).toEqual([200, 200])
    expect((await asker.get(`/v1/approvals/${id}`)).body).toMatchObject({ status: 'waiting', votes: [{}] })
  })

  test('a vote and a withdrawal: whichever comes second sees the first', async () => {
    await setRules([hooks, ...closure])
    const { act, id } = await askForHook()
    const [voted, withdrawn] = await whileLocked(server.db, lockApproval(id), () => [
      vote(voter, id),
      asker.post(`/v1/approvals/${id}/withdraw`),
    ])
    expect(withdrawn?.status).toBe(200)
    expect([200, 409]).toContain(voted?.status)
    expect(await statusOf(id)).toBe('withdrawn')
    expect((await act()).status).toBe(403)
  })
})

test('asking twice at the same time makes one approval', async () => {
  await setRules([hooks, ...closure])
  const url = `https://hooks.example.com/${newEmail()}`
  const replies = await whileLocked(
    server.db,
    (db) => sql`lock table approvals in share row exclusive mode`.execute(db),
    () => [1, 2, 3].map(() => asker.post('/v1/webhooks', { url })),
  )
  expect(statuses(replies)).toEqual([403, 403, 403])
  expect(new Set(replies.map(({ body }) => body.context.approval_id)).size).toBe(1)
})

describe('a voter who changes', () => {
  const changes: [string, (id: string) => Promise<unknown>][] = [
    ['disabled', (id) => second.post(`/v1/administrators/${id}/disable`)],
    ['demoted', (id) => approvedChange(() => second.patch(`/v1/administrators/${id}`, { role: 'officer' }))],
    ['reset', (id) => approvedChange(() => second.post(`/v1/administrators/${id}/reset`))],
  ]

  /** The asker approves it: they would like the vote to count, and still it does not. */
  async function approvedChange(change: () => Promise<Reply>): Promise<void> {
    const { body } = await change()
    expect((await vote(asker, body.context.approval_id)).status).toBe(200)
    expect((await change()).status).toBe(200)
  }

  test.each(chosen(2, changes))('%s between vote and act does not count', async (_name, change) => {
    await server.signIn('owner')
    await setRules([hooks, ...closure])
    const { act, id } = await askForHook()
    expect((await vote(voter, id)).status).toBe(200)
    await change(voter.id as string)
    expect(await act()).toMatchObject({ status: 403, body: { context: { approval_id: id } } })
    expect((await vote(second, id)).status).toBe(200)
    expect((await act()).status).toBe(201)
  })

  test('at the same moment: no act is recorded after the change with that vote', async () => {
    await server.signIn('owner')
    await setRules([hooks, ...closure])
    const { act, id } = await askForHook()
    expect((await vote(voter, id)).status).toBe(200)
    // The act has read the policy and waits for its approval; the change of the voter must wait for the act.
    const [acted, disabled] = await whileLocked(server.db, lockApproval(id), () => [
      act(),
      untilWaiting(server.db, 1).then(() => second.post(`/v1/administrators/${voter.id}/disable`)),
    ])
    expect([acted?.status, disabled?.status]).toEqual([201, 200])
    const rows = await server.db
      .selectFrom('audit_events')
      .select(['action'])
      .where('action', 'in', ['webhook.created', 'administrator.disabled'])
      .orderBy('seq', 'desc')
      .limit(2)
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['administrator.disabled', 'webhook.created'])
  })

  test('an act that comes while the change is being made waits for it', async () => {
    await server.signIn('owner')
    await setRules([hooks, ...closure])
    const { act, id } = await askForHook()
    expect((await vote(voter, id)).status).toBe(200)
    const [disabled, acted] = await whileLocked(
      server.db,
      (db) => sql`select from administrators where id = ${voter.id} for update`.execute(db),
      () => [second.post(`/v1/administrators/${voter.id}/disable`), untilWaiting(server.db, 1).then(act)],
    )
    expect(disabled?.status).toBe(200)
    expect(acted).toMatchObject({ status: 403, body: { context: { approval_id: id } } })
  })
})

describe('a policy that changes between vote and act', () => {
  async function change(rules: PolicyRule[]) {
    const put = () => second.put('/v1/policy', { rules })
    const { body } = await put()
    expect((await vote(voter, body.context.approval_id)).status).toBe(200)
    expect((await put()).status).toBe(200)
  }

  test('stricter: the act needs more, of those who are asked now', async () => {
    await setRules([{ ...hooks, from: ['owner'] }, ...closure])
    const { act, id } = await askForHook()
    expect((await vote(voter, id)).body.status).toBe('approved')
    const custodian = await server.signIn('custodian')
    const old = new Date((server.clock.at as Date).getTime() - 2 * day)
    await changeAdministrators(server, { role_since: old, credentials_since: old })
    await change([{ ...hooks, approvals: 2, from: ['owner', 'custodian'] }, ...closure])
    expect(await act()).toMatchObject({ status: 403, body: { context: { approval_id: id, needed: 2 } } })
    expect((await vote(custodian, id)).body.status).toBe('approved')
    expect((await act()).status).toBe(201)
  })

  test.runIf(isFull)('looser: the votes that there are suffice', async () => {
    await setRules([{ ...hooks, approvals: 2 }, ...closure])
    const { act, id } = await askForHook()
    expect((await vote(voter, id)).body.status).toBe('waiting')
    expect((await act()).status).toBe(403)
    await change([hooks, ...closure])
    expect((await act()).status).toBe(201)
    expect(await statusOf(id)).toBe('used')
    expect((await act()).status).toBe(403)
  })

  test.runIf(isFull)('looser, but too late: nobody votes twice, so it is asked anew', async () => {
    await setRules([{ act: 'wallet.reveal', approvals: 2, from: voters }, ...closure])
    const organization = await givenOrganization(server)
    await asker.post(`/v1/organizations/${organization.id}/wallets/create`)
    const read = () => asker.get(`/v1/organizations/${organization.id}/wallets/mnemonic`)
    const { body } = await read()
    expect((await vote(voter, body.context.approval_id)).status).toBe(200)
    await change([{ act: 'wallet.reveal', approvals: 1, from: voters }, ...closure])
    expect((await read()).status).toBe(200)
    later(server, 10 * 60_000)
    const again = await read()
    expect(again.status).toBe(403)
    expect(again.body.context.approval_id).not.toBe(body.context.approval_id)
  })

  test('a stricter one at the same moment waits for the act, and an act for it', async () => {
    const put = () => second.put('/v1/policy', { rules: [hooks, ...closure] })
    const url = `https://hooks.example.com/${newEmail()}`
    const [changed, acted] = await whileLocked(
      server.db,
      (db) => sql`lock table policies in share mode`.execute(db),
      () => [put(), untilWaiting(server.db, 1).then(() => asker.post('/v1/webhooks', { url }))],
    )
    expect(changed?.status).toBe(200)
    expect(acted?.status).toBe(403)
  })
})

test('two acts at the same time are never above a limit', async () => {
  await setRules([{ act: 'request.approve', limit: { per: 'person', sums: { RUB: '1500' } } }])
  const { id } = await givenBuyer(server)
  const amount = { crypto_amount: '1000', rate: '1', fee_amount: '0' }
  const requests = [
    await givenRequest(asker, id, amount, review),
    await givenRequest(asker, id, amount, review),
  ]
  const replies = await whileLocked(
    server.db,
    (db) =>
      sql`select pg_advisory_xact_lock(hashtextextended(${`request.approve ${asker.id}`}, 0))`.execute(db),
    () => requests.map((request) => asker.patch(`/v1/purchase-requests/${request.id}/status`, approve)),
  )
  expect(statuses(replies)).toEqual([200, 403])
})

test('two nodes: asked on one, approved on the other, used once on either', async () => {
  const node = await startNode(server)
  try {
    await setRules([hooks, ...closure])
    const token = await node.service.tokens.sign({
      id: asker.sessionId as string,
      administratorId: asker.id as string,
      authenticatedAt: server.clock.at as Date,
    })
    const there = client(node, token)
    const url = `https://hooks.example.com/${newEmail()}`
    const asked = await there.post('/v1/webhooks', { url })
    const id = asked.body.context.approval_id
    expect((await vote(voter, id)).body.status).toBe('approved')
    const replies = await whileLocked(server.db, lockApproval(id), () => [
      asker.post('/v1/webhooks', { url }),
      there.post('/v1/webhooks', { url }),
    ])
    expect(statuses(replies)).toEqual([201, 403])
    expect(await statusOf(id)).toBe('used')
  } finally {
    await node.stop()
  }
})

test('the same act, asked for, approved and done by many at once, is always answered', async () => {
  await setRules([...closure, hooks])
  const body = { name: 'the same for all', scopes: ['requests:read'] }
  const answers = new Set<number>()
  const lanes = Array.from({ length: 4 }, async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const reply = await asker.post('/v1/api-keys', body)
      answers.add(reply.status)
      if (reply.body.code === 'approval_required') await vote(voter, reply.body.context.approval_id)
    }
  })
  await Promise.all(lanes)
  expect([...answers].sort()).toEqual([201, 403])
})
