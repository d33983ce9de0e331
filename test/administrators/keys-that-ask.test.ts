import { expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import { type Scope, scopes } from '../../contract/api/roles.ts'
import { newAddress } from '../fuzz/makers.ts'
import { hitsOf, publish } from '../screening/given-lists.ts'
import { pdf } from '../support/files/document-samples.ts'
import { slotPath, upload } from '../support/given/document-uploads.ts'
import { withApproval } from '../support/given/given-approval.ts'
import { withoutRules } from '../support/given/given-policy.ts'
import { organizationTools } from '../support/given/organization-tools.ts'
import { type Client, client, type Reply, startServer } from '../support/service/harness.ts'
import { verifyRows } from '../support/service/verify-rows.ts'

const server = startServer()
const { company } = organizationTools(server)
const asks = { status: 403, body: { code: 'approval_required', context: { needed: 1 } } }

async function givenKey(...granted: Scope[]): Promise<{ maker: Client; key: Client; id: string }> {
  await withoutRules(server)
  const maker = await server.signIn('owner')
  const { status, body } = await maker.post('/v1/api-keys', { name: 'Онбординг', scopes: granted })
  expect(status).toBe(201)
  return { maker, key: client(server, body.key), id: body.api_key.id }
}

function vote(by: Client, { body }: Reply, decision = 'approve'): Promise<Reply> {
  return by.post(`/v1/approvals/${body.context.approval_id}/votes`, { decision })
}

/** The key asks, somebody approves, and the key does the same again. */
async function approvedBy(voter: Client, send: () => Promise<Reply>): Promise<Reply> {
  const asked = await send()
  expect(asked).toMatchObject(asks)
  expect((await vote(voter, asked)).status).toBe(200)
  return send()
}

const webhook = (name: string) => ({ url: `https://example.com/${name}`, event_types: ['address.added'] })

test('a key takes a company from nothing to wallets, addresses and webhooks; people only approve', async () => {
  const { maker, key, id: keyId } = await givenKey(...scopes.filter((scope) => scope !== 'audit:read'))
  const officer = await server.signIn('officer')
  const { body: organization, status } = await key.post('/v1/organizations', company())
  expect(status).toBe(201)
  const path = `/v1/organizations/${organization.id}`

  expect((await upload(key, organization, 'charter', pdf())).status).toBe(200)
  const review = () =>
    key.patch(`${slotPath(organization, 'charter')}/review`, { decision: 'approved', version: 1 })
  expect(await approvedBy(officer, review)).toMatchObject({ status: 200, body: { status: 'approved' } })
  for (const kyb_status of ['in_review', 'approved']) {
    const decide = () => key.patch(path, { kyb_status })
    expect(await approvedBy(officer, decide)).toMatchObject({ status: 200, body: { kyb_status } })
  }

  expect((await key.post(`${path}/wallets/create`)).status).toBe(201)
  const replace = () => key.post(`${path}/wallets/replace`, { reason: 'Утечка' })
  expect((await approvedBy(await server.signIn('custodian'), replace)).status).toBe(201)
  const entry = { network: 'ethereum', address: newAddress(), label: 'Биржа', owner: 'ООО «Ромашка»' }
  const added = await approvedBy(officer, () => key.post(`${path}/addresses`, entry))
  expect(added).toMatchObject({ status: 201, body: { label: 'Биржа', created_by: 'Онбординг' } })
  const hook = await approvedBy(maker, () => key.post('/v1/webhooks', webhook('crm')))
  expect(hook).toMatchObject({ status: 201, body: { secret: expect.any(String) } })

  // What was asked for says by which key, in what people vote on.
  const { items } = (await key.get('/v1/approvals?status=used&limit=100')).body
  expect(items).toHaveLength(6)
  for (const { api_key, asked_by, content } of items) {
    expect(api_key).toEqual({ id: keyId, name: 'Онбординг' })
    expect(content.api_key).toEqual(api_key)
    expect(asked_by.id).toBe(maker.id)
  }
  expect((await verifyRows(server)).code).toBe(0)
})

test('who made the key may approve what it asks for, with a fresh proof, and whoever may not do it may not', async () => {
  const { maker, key } = await givenKey('webhooks:write')
  const asked = await key.post('/v1/webhooks', webhook('own'))
  expect(asked.body).toMatchObject({
    detail: 'People must approve this first: owner. They were asked.',
    context: { from: ['owner'], eligible: expect.any(Number) },
  })
  expect(await vote(key, asked)).toMatchObject({
    status: 403,
    body: { code: 'forbidden', context: { permission: 'approvals:read', scopes: ['approvals:read'] } },
  })
  expect(await vote(await server.signIn('officer'), asked)).toMatchObject({
    body: { code: 'not_eligible', context: { reason: 'role' } },
  })
  const path = `/v1/approvals/${asked.body.context.approval_id}`
  const old = new Date(Date.now() - 3_600_000)
  expect(await vote(await server.signIn('owner', { authenticatedAt: old }), asked)).toMatchObject({
    status: 401,
    body: { code: 'reauthentication_required' },
  })
  expect((await maker.get(path)).body).toMatchObject({ may_vote: true, status: 'waiting' })
  expect((await maker.get('/v1/work/approvals')).body.items.map(({ id }: { id: string }) => id)).toContain(
    asked.body.context.approval_id,
  )
  expect((await vote(maker, asked)).body).toMatchObject({ status: 'approved' })
  expect((await key.post('/v1/webhooks', webhook('own'))).status).toBe(201)
  // Used up.
  expect(await key.post('/v1/webhooks', webhook('own'))).toMatchObject(asks)
})

test('what was approved for one key is approved for no other key and for nothing else', async () => {
  const { maker, key } = await givenKey('webhooks:write')
  const { body } = await maker.post('/v1/api-keys', { name: 'Онбординг', scopes: ['webhooks:write'] })
  const other = client(server, body.key)
  const asked = await key.post('/v1/webhooks', webhook('mine'))
  expect((await vote(maker, asked)).status).toBe(200)
  const named = { 'kontor-approval': asked.body.context.approval_id }
  expect(await other.post('/v1/webhooks', webhook('mine'), named)).toMatchObject(asks)
  expect(await key.post('/v1/webhooks', webhook('another'))).toMatchObject(asks)
  expect((await key.post('/v1/webhooks', webhook('mine'), named)).status).toBe(201)
})

test('a refusal ends it, and a key withdraws what it asked for itself', async () => {
  const { maker, key } = await givenKey('webhooks:write', 'approvals:read')
  const { key: other } = await givenKey('approvals:read')
  const refused = await key.post('/v1/webhooks', webhook('refused'))
  expect((await vote(maker, refused, 'refuse')).body).toMatchObject({ status: 'refused' })
  const again = await key.post('/v1/webhooks', webhook('refused'))
  expect(again.body.context.approval_id).not.toBe(refused.body.context.approval_id)
  const path = `/v1/approvals/${again.body.context.approval_id}/withdraw`
  expect(await other.post(path)).toMatchObject({ status: 403, body: { code: 'not_eligible' } })
  expect(await key.post(path)).toMatchObject({ status: 200, body: { status: 'withdrawn' } })
})

test('under a rule for two people, the key asks those, and its work is that of its maker', async () => {
  const { maker, key } = await givenKey('webhooks:write')
  const second = await server.signIn('owner')
  const rules = ['webhook.save' as const, ...closureActs].map((act) => ({
    act,
    approvals: 1,
    from: ['owner'],
  }))
  expect((await maker.put('/v1/policy', { rules })).status).toBe(200)
  const asked = await key.post('/v1/webhooks', webhook('two'))
  expect(asked).toMatchObject(asks)
  expect(await vote(maker, asked)).toMatchObject({
    status: 403,
    body: { code: 'not_eligible', context: { reason: 'asker' } },
  })
  expect((await vote(second, asked)).status).toBe(200)
  expect((await key.post('/v1/webhooks', webhook('two'))).status).toBe(201)
})

test('votes of before a rule for two people do not count under it', async () => {
  const { maker, key } = await givenKey('webhooks:write')
  const asked = await key.post('/v1/webhooks', webhook('later'))
  expect((await vote(maker, asked)).body).toMatchObject({ status: 'approved' })
  await server.signIn('owner')
  const rules = ['webhook.save' as const, ...closureActs].map((act) => ({
    act,
    approvals: 1,
    from: ['owner'],
  }))
  expect((await withApproval(server, () => maker.put('/v1/policy', { rules }))).status).toBe(200)
  expect(await key.post('/v1/webhooks', webhook('later'))).toMatchObject(asks)
})

test('a key does not take away, read what was sent to others, or change what a register says', async () => {
  const { maker, key } = await givenKey(...scopes)
  const { body: hook } = await maker.post('/v1/webhooks', webhook('kept'))
  const { body: organization } = await maker.post('/v1/organizations', company())
  const refusals = [
    await key.delete(`/v1/webhooks/${hook.id}`),
    await key.patch('/v1/webhook-delivery', { paused: true }),
    await key.delete(`/v1/organizations/${organization.id}/addresses/${hook.id}`),
    await key.get(`/v1/webhooks/${hook.id}/deliveries/${hook.id}`),
  ]
  for (const reply of refusals)
    expect(reply).toMatchObject({
      status: 403,
      body: { code: 'administrators_only', context: { roles: expect.arrayContaining(['owner']) } },
    })
  expect(
    await key.patch(`/v1/organizations/${organization.id}`, { registry_status: 'active' }),
  ).toMatchObject({
    status: 403,
    body: {
      code: 'forbidden',
      detail: 'No scope of API keys allows this. Somebody who is signed in does it: owner or officer.',
      context: { permission: 'organizations:correct_register', scopes: [], roles: ['owner', 'officer'] },
    },
  })
})

test('a key decides a hit of screening once a person has approved it', async () => {
  const { maker, key } = await givenKey('organizations:read', 'kyb:write')
  const officer = await server.signIn('officer')
  const { body: organization } = await maker.post('/v1/organizations', company())
  await publish(server, maker, 'own', [{ id: 'same', name: organization.full_name, inn: organization.inn }])
  const [hit] = await hitsOf(maker, organization.id)
  const decide = () =>
    key.patch(`/v1/screening/hits/${hit?.id}`, { status: 'dismissed', reason: 'Другая компания' })
  const decided = await approvedBy(officer, decide)
  expect(decided).toMatchObject({ status: 200, body: { status: 'dismissed', decided_by_name: 'Онбординг' } })
})

test('a key that reviews many documents at once asks for each of them', async () => {
  const { maker, key } = await givenKey('documents:read', 'kyb:write')
  const officer = await server.signIn('officer')
  const ids: string[] = []
  for (let made = 0; made < 2; made++) {
    const { body: organization } = await maker.post('/v1/organizations', company())
    ids.push((await upload(maker, organization, 'charter', pdf())).body.id)
  }
  const items = ids.map((id) => ({ id, version: 1, decision: 'approved' }))
  const review = async () => (await key.post('/v1/bulk/review', { items })).body.items
  const asked = await review()
  expect(asked).toMatchObject(ids.map((id) => ({ id, status: 403, error: { code: 'approval_required' } })))
  const { approval_id } = asked[0].error.context
  expect((await officer.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })).status).toBe(200)
  expect(await review()).toMatchObject([
    { status: 200, result: { status: 'approved' } },
    { status: 403, error: { code: 'approval_required' } },
  ])
})

test('a key rotates the secret of a webhook once a person has approved it, and is shown the new one', async () => {
  const { maker, key } = await givenKey('webhooks:write')
  const { body: hook } = await maker.post('/v1/webhooks', webhook('rotated'))
  const rotate = () => key.post(`/v1/webhooks/${hook.id}/rotate-secret`, {})
  const rotated = await approvedBy(await server.signIn('owner'), rotate)
  expect(rotated).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^whsec_/) } })
  expect(rotated.body.secret).not.toBe(hook.secret)
  // The approval was for one secret.
  expect(await rotate()).toMatchObject(asks)
})
