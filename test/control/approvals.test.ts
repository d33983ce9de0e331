import { beforeEach, describe, expect, test } from 'vitest'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { addPasskey } from '../support/service/passkeys.ts'

const server = startServer({ env: { KONTOR_REVEAL_APPROVAL: 'second-administrator' } })

let organizationId: string
let asker: Client
let voter: Client

beforeEach(async () => {
  server.clock.at = new Date()
  organizationId = (await givenOrganization(server)).id
  asker = await server.signIn('custodian')
  voter = await server.signIn('owner')
  expect((await asker.post(`/v1/organizations/${organizationId}/wallets/create`)).status).toBe(201)
})

function read(client: Client, what = 'mnemonic', headers = {}) {
  return client.get(`/v1/organizations/${organizationId}/wallets/${what}`, headers)
}

async function ask(client = asker, what = 'mnemonic', headers = {}): Promise<string> {
  const reply = await read(client, what, headers)
  expect(reply).toMatchObject({ status: 403, body: { code: 'approval_required', context: { needed: 1 } } })
  return reply.body.context.approval_id
}

function vote(client: Client, approval: string, decision: 'approve' | 'refuse' = 'approve', more = {}) {
  return client.post(`/v1/approvals/${approval}/votes`, { decision, ...more })
}

async function audited(action: string, objectId = organizationId) {
  const rows = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('object_id', '=', objectId)
    .where('action', '=', action)
    .orderBy('seq')
    .execute()
  return rows.map(({ event }) => JSON.parse(event))
}

function later(ms: number): void {
  server.clock.at = new Date((server.clock.at as Date).getTime() + ms)
}

const minute = 60_000
const hour = 60 * minute

test('an act asks for one approval, and is done after the vote of somebody else', async () => {
  const approval = await ask()
  expect(await ask()).toBe(approval)
  expect(await audited('secret.read')).toEqual([])

  const voted = await vote(voter, approval, 'approve', { reason: 'По телефону' })

  expect(voted).toMatchObject({
    status: 200,
    body: {
      id: approval,
      act: 'wallet.reveal',
      subject: { type: 'organization', id: organizationId, organization_id: organizationId },
      content: { what: 'mnemonic' },
      status: 'approved',
      asked_by: { id: asker.id },
      needed: 1,
      votes: [{ by: { id: voter.id }, decision: 'approve', reason: 'По телефону', counts: true }],
    },
  })
  expect((await read(asker)).status).toBe(200)
  expect((await read(asker)).status).toBe(200)
  expect(await audited('secret.read')).toMatchObject([
    { details: { what: 'mnemonic', approval_id: approval, approved_by: [voter.id] } },
    { details: { what: 'mnemonic', approval_id: approval } },
  ])
  expect(await audited('approval.voted', approval)).toMatchObject([
    { actor_id: voter.id, state: { decision: 'approve' }, proof: { hmac: expect.any(String) } },
  ])
})

test('it is for that content, that session and that organization', async () => {
  await vote(voter, await ask())
  expect((await read(asker, 'secret-keys')).status).toBe(403)
  const elsewhere = await server.signIn('custodian')
  expect((await read(elsewhere)).status).toBe(403)
  const other = await givenOrganization(server)
  await asker.post(`/v1/organizations/${other.id}/wallets/create`)
  const path = `/v1/organizations/${other.id}/wallets/mnemonic`
  expect(await asker.get(path)).toMatchObject({ status: 403, body: { code: 'approval_required' } })
})

test('secrets may be read for ten minutes after the vote', async () => {
  const approval = await ask()
  await vote(voter, approval)
  later(10 * minute - 1)
  expect((await read(asker)).status).toBe(200)
  later(1)
  expect(await ask()).not.toBe(approval)
  expect((await voter.get(`/v1/approvals/${approval}`)).body.status).toBe('expired')
})

test('it waits 72 hours for votes', async () => {
  const approval = await ask()
  later(72 * hour - minute)
  voter = await server.signIn('owner', { authenticatedAt: server.clock.at as Date })
  expect((await voter.get(`/v1/approvals/${approval}`)).body.status).toBe('waiting')
  later(minute)
  voter = await server.signIn('owner')
  expect(await vote(voter, approval)).toMatchObject({
    status: 409,
    body: { code: 'approval_closed', context: { status: 'expired' } },
  })
  const expired = await voter.get('/v1/approvals?status=expired')
  expect(expired.body.items.map(({ id }: { id: string }) => id)).toContain(approval)
})

test('the reason is shown to voters and kept in the audit row, and asking again finds the same approval', async () => {
  const reason = { 'kontor-reason': encodeURIComponent('Перенос в холодное хранение') }
  const approval = await ask(asker, 'mnemonic', reason)
  expect(await ask(asker)).toBe(approval)
  expect((await voter.get(`/v1/approvals/${approval}`)).body.reason).toBe('Перенос в холодное хранение')
  await vote(voter, approval)
  expect((await read(asker, 'mnemonic', reason)).status).toBe(200)
  expect(await audited('secret.read')).toMatchObject([{ details: { reason: 'Перенос в холодное хранение' } }])
})

test.each([
  ['broken percent-encoding', '%E0%A4%A'],
  ['256 characters', encodeURIComponent('ж'.repeat(256))],
  ['NUL', '%00'],
])('a reason with %s is 422', async (_name, value) => {
  expect(await read(asker, 'mnemonic', { 'kontor-reason': value })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['header', 'kontor-reason'] }] },
  })
})

describe('who may vote', () => {
  test('not who asked', async () => {
    const approval = await ask(voter)
    expect(await vote(voter, approval)).toMatchObject({
      status: 403,
      body: { code: 'not_eligible', context: { reason: 'asker' } },
    })
    expect((await voter.get(`/v1/approvals/${approval}`)).body).toMatchObject({
      may_vote: false,
      not_eligible_because: 'asker',
    })
  })

  test('not other roles, though everybody can read', async () => {
    const approval = await ask()
    for (const role of ['officer', 'operator', 'auditor'] as const) {
      const client = await server.signIn(role)
      expect((await client.get(`/v1/approvals/${approval}`)).status).toBe(200)
      expect(await vote(client, approval)).toMatchObject({
        status: 403,
        body: { context: { reason: 'role' } },
      })
    }
  })

  test('only with a fresh proof', async () => {
    const approval = await ask()
    const authenticatedAt = new Date((server.clock.at as Date).getTime() - 16 * minute)
    const stale = await server.signIn('owner', { authenticatedAt })
    expect(await vote(stale, approval)).toMatchObject({
      status: 401,
      body: { code: 'reauthentication_required', context: { max_age: 900 } },
    })
  })

  test('on an approval that exists', async () => {
    for (const wrong of ['missing', '%00', organizationId]) {
      expect((await vote(voter, wrong)).status).toBe(404)
      expect((await voter.get(`/v1/approvals/${wrong}`)).status).toBe(404)
      expect((await voter.post(`/v1/approvals/${wrong}/withdraw`)).status).toBe(404)
    }
  })
})

test('a vote can be signed with a passkey instead of a fresh proof, over exactly this decision', async () => {
  const authenticatedAt = new Date((server.clock.at as Date).getTime() - 14 * minute)
  const signer = await server.signIn('owner', { authenticatedAt })
  const { authenticator } = await addPasskey(signer)
  const approval = await ask()
  const { challenges } = (await signer.get(`/v1/approvals/${approval}`)).body
  const sign = (challenge: string) => authenticator.get({ challenge, rpId: 'localhost' })
  later(2 * minute)
  expect(await vote(signer, approval)).toMatchObject({
    status: 401,
    body: { code: 'reauthentication_required' },
  })
  const other = await vote(signer, approval, 'approve', { assertion: sign(challenges.refuse) })
  expect(other).toMatchObject({ status: 401, body: { code: 'passkey_invalid' } })
  const signed = await vote(signer, approval, 'approve', { assertion: sign(challenges.approve) })
  expect(signed).toMatchObject({ status: 200, body: { status: 'approved', votes: [{ signed: true }] } })
})

test('one refusal ends it; the same vote again changes nothing, another one is refused', async () => {
  const approval = await ask()
  expect(await vote(voter, approval, 'refuse')).toMatchObject({ status: 200, body: { status: 'refused' } })
  expect(await vote(voter, approval, 'refuse')).toMatchObject({ status: 200, body: { status: 'refused' } })
  expect(await vote(voter, approval)).toMatchObject({ status: 409, body: { code: 'approval_closed' } })
  expect(await ask()).not.toBe(approval)
})

test('who asked can withdraw, nobody else', async () => {
  const approval = await ask()
  expect((await voter.post(`/v1/approvals/${approval}/withdraw`)).status).toBe(403)
  for (let times = 0; times < 2; times++) {
    const reply = await asker.post(`/v1/approvals/${approval}/withdraw`)
    expect(reply).toMatchObject({ status: 200, body: { status: 'withdrawn' } })
  }
  expect(await vote(voter, approval)).toMatchObject({ status: 409, body: { code: 'approval_closed' } })
})

test('a voter who was disabled after the vote does not count, and the approval waits again', async () => {
  const approval = await ask()
  await vote(voter, approval)
  await changeAdministrators(server, { disabled_at: new Date() }, voter.id as string)
  expect(await ask()).toBe(approval)
  const third = await server.signIn('owner')
  expect((await third.get(`/v1/approvals/${approval}`)).body).toMatchObject({
    status: 'waiting',
    votes: [{ by: { id: voter.id }, counts: false }],
    may_vote: true,
  })
  await vote(third, approval)
  expect((await read(asker)).status).toBe(200)
})

test('an approval that is named, but is for something else, is stale', async () => {
  const approval = await ask(asker, 'secret-keys')
  await vote(voter, approval)
  expect(await read(asker, 'mnemonic', { 'kontor-approval': approval })).toMatchObject({
    status: 409,
    body: { code: 'approval_stale', context: { approval_id: approval } },
  })
  expect((await voter.get(`/v1/approvals/${approval}`)).body.status).toBe('stale')
  expect((await read(asker, 'secret-keys')).status).toBe(403)
})

test('approvals are listed newest first, by status and act, page by page', async () => {
  const first = await ask(asker, 'mnemonic')
  const second = await ask(asker, 'secret-keys')
  const page = await voter.get('/v1/approvals?status=waiting&act=wallet.reveal&limit=1')
  expect(page.body).toMatchObject({ items: [{ id: second }], next_cursor: second })
  const next = await voter.get(
    `/v1/approvals?status=waiting&act=wallet.reveal&limit=1&cursor=${page.body.next_cursor}`,
  )
  expect(next.body.items).toMatchObject([{ id: first }])
  expect((await voter.get('/v1/approvals?act=policy.change')).body).toEqual({ items: [], next_cursor: null })
  for (const query of ['status=lost', 'act=lost', 'cursor=x', 'limit=0']) {
    expect((await voter.get(`/v1/approvals?${query}`)).status).toBe(422)
  }
})
