import { beforeEach, describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { isFull } from '../support/cases/scale.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { withoutRules } from '../support/given/given-policy.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()

let owner: Client
let second: Client

const closure = closureActs.map((act): PolicyRule => ({ act, approvals: 1, from: ['owner'] }))

beforeEach(async () => {
  server.clock.at = null
  await withoutRules(server)
  owner = await server.signIn('owner')
  second = await server.signIn('owner')
})

function put(client: Client, rules: PolicyRule[], version?: number) {
  return client.put('/v1/policy', { rules, ...(version && { version }) })
}

async function approved(reply: { body: { context: { approval_id: string } } }, by = second) {
  const path = `/v1/approvals/${reply.body.context.approval_id}/votes`
  expect((await by.post(path, { decision: 'approve' })).body.status).toBe('approved')
}

test('the first policy has no rules, and everybody can read it', async () => {
  for (const role of ['owner', 'custodian', 'officer', 'operator', 'auditor'] as const) {
    const reply = await (await server.signIn(role)).get('/v1/policy')
    expect(reply.body).toEqual({ version: 1, rules: [], floor: [], changed_at: null, changed_by: null })
  }
})

test('an owner changes it, once for each version', async () => {
  const rules: PolicyRule[] = [{ act: 'wallet.reveal', fresh: { max_age: 300 }, reason: 'required' }]
  const { version } = (await owner.get('/v1/policy')).body
  expect(await put(owner, rules, version)).toMatchObject({
    status: 200,
    body: { version: version + 1, rules, changed_by: { id: owner.id } },
  })
  expect(await put(owner, [], version)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect(await put(owner, rules)).toMatchObject({ status: 200, body: { version: version + 1 } })
  expect((await put(await server.signIn('custodian'), [])).status).toBe(403)
})

test('two changes at the same time make two versions', async () => {
  const limits = [5, 6].map((times): PolicyRule[] => [
    { act: 'webhook.save', limit: { per: 'person', times } },
  ])
  const { version } = (await owner.get('/v1/policy')).body
  const replies = await Promise.all(limits.map((rules) => put(owner, rules)))
  expect(replies.map(({ body }) => body.version - version).toSorted()).toEqual([1, 2])
})

test.each([
  ['an unknown act', { rules: [{ act: 'wallet.burn' }] }, 'enum'],
  ['an unknown field', { rules: [{ act: 'wallet.reveal', skip: true }] }, 'extra_forbidden'],
  [
    'an amount that is no number',
    { rules: [{ act: 'request.approve', when: { amount_above: { RUB: '-1' } } }] },
    'string_pattern_mismatch',
  ],
  [
    'too short a freshness',
    { rules: [{ act: 'wallet.reveal', fresh: { max_age: 1 } }] },
    'greater_than_equal',
  ],
])('%s is 422', async (_name, body, type) => {
  expect(await owner.put('/v1/policy', body)).toMatchObject({ status: 422, body: { detail: [{ type }] } })
  expect((await owner.post('/v1/policy/preview', body)).status).toBe(422)
})

test('a policy that one person could get around is refused, and the preview says so too', async () => {
  const rules: PolicyRule[] = [{ act: 'wallet.reveal', approvals: 5, from: ['custodian'] }]
  const reply = await put(owner, rules)
  expect(reply.status).toBe(422)
  const codes = reply.body.detail.map(({ ctx }: { ctx: { code: string } }) => ctx.code)
  expect(codes.filter((code: string) => code === 'policy_not_closed')).toHaveLength(closureActs.length)
  expect(codes).toContain('not_enough_people')
  const preview = await owner.post('/v1/policy/preview', { rules })
  expect(preview.body.faults).toHaveLength(codes.length)
})

test('once it asks for two people, its own change does too', async () => {
  expect((await put(owner, closure)).status).toBe(200)
  const refused = await put(owner, [])
  expect(refused).toMatchObject({ status: 403, body: { code: 'approval_required', context: { needed: 1 } } })
  await approved(refused)
  expect(await put(owner, [])).toMatchObject({ status: 200, body: { rules: [] } })
  // Nobody is asked for votes any more, but people have been told apart by them: it is too late for founders.
  expect((await owner.get('/v1/founding')).body).toMatchObject({ closed_because: 'rules_before' })
  expect(await owner.post('/v1/founding', { rules: closure })).toMatchObject({
    status: 409,
    body: { code: 'founding_closed', context: { because: 'rules_before' } },
  })
})

test('an approval of a change is void once the policy has changed otherwise', async () => {
  await put(owner, closure)
  const refused = await put(owner, [])
  await approved(refused)
  const other = await put(second, [...closure, { act: 'webhook.save', fresh: { max_age: 60 } }])
  await approved(other, owner)
  expect((await put(second, [...closure, { act: 'webhook.save', fresh: { max_age: 60 } }])).status).toBe(200)
  expect(await put(owner, [])).toMatchObject({ status: 409, body: { code: 'approval_stale' } })
  expect(await put(owner, [])).toMatchObject({ status: 403, body: { code: 'approval_required' } })
})

describe('what a rule asks for', () => {
  async function mnemonic(client: Client, headers = {}) {
    const { id } = await givenOrganization(server)
    expect((await client.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
    return () => client.get(`/v1/organizations/${id}/wallets/mnemonic`, headers)
  }

  test('a fresher proof, on every node at once', async () => {
    const minutesAgo = new Date(Date.now() - 5 * 60_000)
    const earlier = await server.signIn('owner', { authenticatedAt: minutesAgo })
    const read = await mnemonic(earlier)
    expect((await read()).status).toBe(200)
    await put(owner, [{ act: 'wallet.reveal', fresh: { max_age: 60 } }])
    expect(await read()).toMatchObject({ status: 401, body: { context: { max_age: 60 } } })
  })

  test('a passkey', async () => {
    await put(owner, [{ act: 'wallet.reveal', fresh: { passkey: true } }])
    const read = await mnemonic(owner)
    expect(await read()).toMatchObject({
      status: 401,
      body: { code: 'reauthentication_required', context: { passkey: true } },
    })
  })

  test('a reason', async () => {
    await put(owner, [{ act: 'wallet.reveal', reason: 'required' }])
    const read = await mnemonic(owner)
    expect(await read()).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['header', 'kontor-reason'], type: 'missing' }] },
    })
    const withReason = await mnemonic(owner, { 'kontor-reason': 'Move' })
    expect((await withReason()).status).toBe(200)
  })

  test('a limit of times in 24 hours that moves', async () => {
    await put(owner, [{ act: 'wallet.reveal', limit: { per: 'person', times: 2 } }])
    const start = new Date()
    server.clock.at = start
    const reader = await server.signIn('owner')
    const read = await mnemonic(reader)
    expect([(await read()).status, (await read()).status]).toEqual([200, 200])
    expect(await read()).toMatchObject({
      status: 403,
      body: {
        code: 'limit_exceeded',
        context: { limit: 2, used: 2, resets_at: new Date(start.getTime() + 86_400_000).toISOString() },
      },
    })
    expect((await (await mnemonic(second))()).status).toBe(200)
  })
})

test.runIf(isFull)('the preview says what the last days would have needed', async () => {
  const { id } = await givenOrganization(server)
  await owner.post(`/v1/organizations/${id}/wallets/create`)
  const path = `/v1/organizations/${id}/wallets/mnemonic`
  const before = await owner.post('/v1/policy/preview', { rules: [] })
  const total = before.body.acts.find(({ act }: { act: string }) => act === 'wallet.reveal')?.total ?? 0
  for (let times = 0; times < 3; times++) expect((await owner.get(path)).status).toBe(200)
  const rules: PolicyRule[] = [
    { act: 'wallet.reveal', approvals: 1, from: ['owner'] },
    { act: 'wallet.reveal', limit: { per: 'organization', times: 2 } },
    ...closure,
  ]
  const after = await (await server.signIn('auditor')).post('/v1/policy/preview', { rules })
  const row = after.body.acts.find(({ act }: { act: string }) => act === 'wallet.reveal')
  expect(row).toMatchObject({ total: total + 3, approvals: total + 3, limited: 1 })
  expect(after.body.faults).toEqual([])
})
