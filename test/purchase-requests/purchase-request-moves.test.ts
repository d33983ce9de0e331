import { expect, test } from 'vitest'
import { givenOrganization } from '../support/given/factories.ts'
import {
  approve,
  cancel,
  complete,
  fail,
  givenBuyer,
  givenRequest,
  hold,
  pay,
  refund,
  reject,
  review,
  tracesOf,
} from '../support/given/given-purchase-request.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_APPROVAL_THRESHOLD: 'RUB:1000000,USD:10000' } })
const path = (id: string) => `/v1/purchase-requests/${id}`

test('all steps to completion are recorded', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review, hold, review, approve, pay, fail, complete)

  expect(request).toMatchObject({
    status: 'completed',
    allowed_statuses: [],
    version: 8,
    destination_address: expect.stringMatching(/^T/),
    payment: { reference: 'P-77', received_amount: '92301.08', exception: null },
    tx_hash: complete.tx_hash,
    status_reason: null,
  })
  const { history, events, audit } = await tracesOf(server, request.id)
  const way = ['new', 'in_review', 'on_hold', 'in_review', 'approved', 'paid', 'failed', 'completed']
  expect(history.map((row) => row.to_status)).toEqual(way)
  expect(history.map((row) => row.from_status)).toEqual([null, ...way.slice(0, -1)])
  const moved = 'purchase_request.status_changed'
  const types = [moved, moved, moved, moved, 'purchase_request.payment_recorded', moved, moved]
  expect(events.slice(1).map((event) => event.type)).toEqual([
    ...types,
    'purchase_request.delivery_recorded',
    moved,
  ])
  expect(events.at(-1)?.data).toMatchObject({ status: 'completed', previous_status: 'failed', version: 8 })
  expect(audit).toHaveLength(10)

  const listed = await owner.get(`${path(request.id)}/history?limit=2&offset=1`)
  expect(listed.body).toMatchObject({
    total: 8,
    items: [
      { from: 'new', to: 'in_review', reason: null, actor: { kind: 'administrator', id: owner.id } },
      { from: 'in_review', to: 'on_hold', reason: 'compliance' },
    ],
  })
})

test('a reason is kept until the next status change', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const rejected = await givenRequest(owner, buyer.id, {}, review, reject)
  expect(rejected.status_reason).toEqual({ code: 'kyb', comment: 'Not who they say' })
  const resumed = await givenRequest(owner, buyer.id, {}, review, hold, review)
  expect(resumed.status_reason).toBeNull()
})

test('setting the same status again is 200 and changes nothing', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review)
  const before = await tracesOf(server, request.id)
  expect(await owner.patch(`${path(request.id)}/status`, review)).toMatchObject({
    status: 200,
    body: request,
  })
  expect(await tracesOf(server, request.id)).toEqual(before)
})

test('setting paid again adds nothing; other values are refused, and another reference is another payment', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review, approve, pay)
  const before = await tracesOf(server, request.id)
  const again = (body: Record<string, unknown>) => owner.patch(`${path(request.id)}/status`, body)
  for (const same of [pay, { ...pay, received_amount: '92301.080' }, { status: 'paid' }]) {
    expect(await again(same)).toMatchObject({ status: 200, body: request })
  }
  expect(await tracesOf(server, request.id)).toEqual(before)
  // Half of a payment is neither the recorded one nor one that can be added.
  const half = await again({ status: 'paid', payment_reference: 'P-78' })
  expect(half).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'received_amount'] }] } })
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  for (const other of [{ received_amount: '92301.09' }, { received_at: yesterday }]) {
    const { body, status } = await again({ ...pay, ...other })
    expect([status, body.code, body.context.operation]).toEqual([
      409,
      'payment_differs',
      `POST ${path(request.id)}/payments`,
    ])
  }
  expect(await again({ ...pay, payment_reference: 'P-78' })).toMatchObject({
    status: 409,
    body: { code: 'overpayment', context: { excess_amount: '92301.08' } },
  })
  expect(await tracesOf(server, request.id)).toEqual(before)
  expect(await again({ ...pay, payment_reference: 'P-78', received_amount: '9230.10' })).toMatchObject({
    status: 200,
    body: { payment: { reference: 'P-77', received_amount: '101531.18', exception: 'over' }, version: 5 },
  })
})

test('the order of checks is schema, permission, existence, version, transition, fields, approval check', async () => {
  const [officer, operator, auditor] = [
    await server.signIn('officer'),
    await server.signIn('operator'),
    await server.signIn('auditor'),
  ]
  const poor = await givenOrganization(server)
  const { id } = await givenRequest(operator, poor.id)
  const change = (client: typeof officer, body: unknown, target = id) =>
    client.patch(`${path(target)}/status`, body)

  expect((await change(operator, { status: 'approved', version: 0 })).status).toBe(422)
  expect((await change(operator, { status: 'approved', version: 9 })).status).toBe(403)
  expect((await change(auditor, { status: 'in_review' })).status).toBe(403)
  expect((await change(operator, { status: 'approved' }, 'none')).status).toBe(403)
  expect((await change(officer, { status: 'approved' }, 'none')).status).toBe(404)
  expect(await change(officer, { status: 'rejected', version: 9 })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', context: { version: 1 } },
  })
  expect(await change(officer, { status: 'rejected' })).toMatchObject({
    status: 409,
    body: { code: 'transition_not_allowed', context: { allowed: ['in_review', 'cancelled'] } },
  })
  expect(await change(officer, { status: 'cancelled' })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'reason_code'], msg: 'Field required', type: 'missing' }] },
  })
  await change(operator, review)
  expect(await change(officer, { status: 'approved', tx_hash: 'x' })).toMatchObject({ status: 422 })
  expect(await change(officer, approve)).toMatchObject({ status: 409, body: { code: 'approval_blocked' } })
})

test('statuses of the service cannot be set', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id, allowed_statuses } = await givenRequest(owner, buyer.id, {}, review, approve)
  expect(allowed_statuses).toEqual(['paid', 'cancelled'])
  for (const status of ['expired', 'new']) {
    expect(await owner.patch(`${path(id)}/status`, { status })).toMatchObject({
      status: 409,
      body: { code: 'transition_not_allowed', context: { allowed: ['paid', 'cancelled'] } },
    })
  }
})

test('a field that does not belong to the new status is refused', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id)
  const reply = await owner.patch(`${path(id)}/status`, { ...cancel, received_amount: '5', tx_hash: 'ab' })
  expect(reply.status).toBe(422)
  expect(reply.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([
    'received_amount',
    'tx_hash',
  ])
})

test.each([
  [{ received_amount: '92301.09' }, 'over'],
  [{ received_amount: '92301.07' }, 'partial'],
  [{ received_amount: '92301.080' }, null],
  [{ received_at: '2026-06-01T12:00:01Z' }, 'late'],
  [{ received_at: '2026-06-01T12:00:01Z', received_amount: '1' }, 'late'],
  [{ received_at: '2026-06-01T15:00:00+03:00' }, null],
])('a payment with %j has the exception %s', async (differs, exception) => {
  server.clock.at = new Date('2026-06-01T11:55:00Z')
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const quote = { quote_expires_at: '2026-06-01T12:00:00Z' }
  const { id } = await givenRequest(owner, buyer.id, quote, review, approve)
  server.clock.at = new Date('2026-06-01T12:03:00Z')
  const paid = await owner.patch(`${path(id)}/status`, {
    ...pay,
    received_at: '2026-06-01T11:59:00Z',
    ...differs,
  })
  expect(paid).toMatchObject({ status: 200, body: { status: 'paid', payment: { exception } } })
  server.clock.at = null
})

test('a payment in the future, of zero or of half a cent is refused', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, {}, review, approve)
  const future = new Date(Date.now() + 3600_000).toISOString()
  for (const wrong of [{ received_at: future }, { received_amount: '0.00' }, { received_amount: '1.005' }]) {
    expect((await owner.patch(`${path(id)}/status`, { ...pay, ...wrong })).status).toBe(422)
  }
  const missing = await owner.patch(`${path(id)}/status`, { status: 'paid' })
  expect(missing.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([
    'payment_reference',
    'received_amount',
  ])
})

test('a transaction hash must have the format of its network', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, {}, review, approve, pay)
  const wrong = await owner.patch(`${path(id)}/status`, {
    status: 'completed',
    tx_hash: `0x${'ab'.repeat(32)}`,
  })
  expect(wrong).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'tx_hash'] }] } })
  expect((await owner.patch(`${path(id)}/status`, complete)).status).toBe(200)
})

test('a request of a suspended organization cannot be completed, but its payment is recorded', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, {}, review, approve)
  await server.db
    .updateTable('organizations')
    .set({ kyb_status: 'suspended', kyb_reason: 'sanctions' })
    .where('id', '=', buyer.id)
    .execute()
  expect((await owner.patch(`${path(id)}/status`, pay)).status).toBe(200)
  expect(await owner.patch(`${path(id)}/status`, complete)).toMatchObject({
    status: 409,
    body: {
      code: 'approval_blocked',
      context: { blockers: [{ code: 'kyb_not_approved', kyb_status: 'suspended' }] },
    },
  })
  expect((await owner.patch(`${path(id)}/status`, refund)).status).toBe(200)
})
