import { beforeEach, expect, test } from 'vitest'
import { givenOrganization } from '../support/factories.ts'
import { type Client, startServer } from '../support/harness.ts'

const server = startServer({ env: { KONTOR_REVEAL_APPROVAL: 'second-administrator' } })

let id: string
let asker: Client
let approver: Client

beforeEach(async () => {
  server.clock.at = new Date()
  await server.db.deleteFrom('secret_approvals').execute()
  id = (await givenOrganization(server)).id
  asker = await server.signIn('custodian')
  approver = await server.signIn('owner')
  expect((await asker.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
})

function read(client: Client, what = 'mnemonic', organizationId = id) {
  return client.get(`/v1/organizations/${organizationId}/wallets/${what}`)
}

async function ask(client = asker): Promise<string> {
  const reply = await read(client)
  expect(reply).toMatchObject({ status: 403, body: { code: 'approval_required' } })
  return reply.body.context.approval_id
}

function decide(client: Client, approval: string, how: 'grant' | 'refuse') {
  return client.post(`/v1/secret-approvals/${approval}/${how}`)
}

async function audited(action: string) {
  const rows = await server.db
    .selectFrom('audit_events')
    .selectAll()
    .where('organization_id', '=', id)
    .where('action', '=', action)
    .orderBy('seq')
    .execute()
  return rows.map(({ event }) => JSON.parse(event))
}

test('a read creates one request, which another administrator grants for ten minutes', async () => {
  const approval = await ask()
  expect(await ask()).toBe(approval)
  expect(await audited('secret.read')).toEqual([])

  const granted = await decide(approver, approval, 'grant')

  expect(granted).toMatchObject({
    status: 200,
    body: {
      id: approval,
      organization_id: id,
      status: 'granted',
      requested_by: { id: asker.id },
      decided_by: { id: approver.id },
    },
  })
  expect((await read(asker)).status).toBe(200)
  expect((await read(asker, 'secret-keys')).status).toBe(200)
  expect(await audited('secret.read')).toMatchObject([
    { details: { what: 'mnemonic', approval_id: approval, approved_by: approver.id } },
    { details: { what: 'secret_keys', approval_id: approval, approved_by: approver.id } },
  ])
  expect(await audited('secret_approval.granted')).toMatchObject([
    { actor_id: approver.id, object_id: approval },
  ])
})

test('after ten minutes a new request is needed', async () => {
  const approval = await ask()
  await decide(approver, approval, 'grant')
  const now = server.clock.at as Date
  server.clock.at = new Date(now.getTime() + 10 * 60_000 - 1)
  expect((await read(asker)).status).toBe(200)
  server.clock.at = new Date(now.getTime() + 10 * 60_000)
  expect(await ask()).not.toBe(approval)
})

test('it is valid for one session and one organization', async () => {
  await decide(approver, await ask(), 'grant')
  const elsewhere = await server.signIn('custodian')
  expect(await read(elsewhere)).toMatchObject({ status: 403, body: { code: 'approval_required' } })
  const other = await givenOrganization(server)
  await asker.post(`/v1/organizations/${other.id}/wallets/create`)
  expect(await read(asker, 'mnemonic', other.id)).toMatchObject({ status: 403 })
})

test('nobody can decide their own request', async () => {
  const approval = await ask(approver)
  for (const how of ['grant', 'refuse'] as const) {
    expect(await decide(approver, approval, how)).toMatchObject({
      status: 403,
      body: { code: 'own_request' },
    })
  }
  expect((await read(approver)).status).toBe(403)
})

test('a refusal is final, and nothing is decided twice', async () => {
  const approval = await ask()
  expect(await decide(approver, approval, 'refuse')).toMatchObject({
    status: 200,
    body: { status: 'refused' },
  })
  expect(await decide(approver, approval, 'grant')).toMatchObject({
    status: 409,
    body: { code: 'already_decided' },
  })
  expect((await read(asker)).status).toBe(403)
})

test('an unanswered request lapses after an hour', async () => {
  const approval = await ask()
  server.clock.at = new Date((server.clock.at as Date).getTime() + 3_600_000)
  approver = await server.signIn('owner')
  expect(await decide(approver, approval, 'grant')).toMatchObject({ status: 409 })
  const listed = await approver.get('/v1/secret-approvals?status=expired')
  expect(listed.body.items).toMatchObject([{ id: approval, status: 'expired' }])
})

test('deciding needs the permission and a recent authentication', async () => {
  const approval = await ask()
  for (const role of ['officer', 'operator', 'auditor'] as const) {
    expect((await decide(await server.signIn(role), approval, 'grant')).status).toBe(403)
  }
  const authenticatedAt = new Date((server.clock.at as Date).getTime() - 16 * 60_000)
  const stale = await server.signIn('owner', { authenticatedAt })
  expect(await decide(stale, approval, 'grant')).toMatchObject({
    status: 401,
    body: { code: 'reauthentication_required' },
  })
  for (const wrong of ['missing', '%00', id]) {
    expect((await decide(approver, wrong, 'grant')).status).toBe(404)
  }
})

test('requests are listed newest first, by status and by page', async () => {
  const first = await ask()
  server.clock.at = new Date((server.clock.at as Date).getTime() + 1_000)
  const second = await ask(approver)
  const all = await asker.get('/v1/secret-approvals?status=pending&limit=1')
  expect(all.body).toMatchObject({ items: [{ id: second }], limit: 1, offset: 0, total_is_exact: true })
  const next = await asker.get('/v1/secret-approvals?status=pending&limit=1&offset=1')
  expect(next.body.items).toMatchObject([{ id: first }])
  expect((await asker.get('/v1/secret-approvals?status=nonsense')).status).toBe(422)
})
