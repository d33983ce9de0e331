import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Role } from '../../contract/api/roles.ts'
import type { KybStatus } from '../../contract/organizations/organizations.ts'
import {
  type PurchaseRequestStatus,
  purchaseRequestTransitions,
} from '../../contract/purchase-requests/purchase-request-rules.ts'
import type { NextStep } from '../../contract/purchase-requests/purchase-requests.ts'
import { scaled } from '../support/cases/scale.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenApprovedKey } from '../support/given/given-approval.ts'
import {
  approve,
  fail,
  givenBuyer,
  givenRequest,
  hold,
  pay,
  review,
} from '../support/given/given-purchase-request.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_APPROVAL_THRESHOLD: 'RUB:1000000' } })
const large = { crypto_amount: '10000', rate: '100', fee_amount: '0.01' }
const soon = () => new Date(Date.now() + 3_600_000).toISOString()

async function nextSteps(by: Client, id: string): Promise<NextStep[]> {
  const reply = await by.get(`/v1/purchase-requests/${id}/next-steps`)
  expect(reply.status).toBe(200)
  return reply.body.steps
}

const step = (steps: NextStep[], to: string) => steps.find(({ status }) => status === to)

test('next-steps returns the same blockers as a refused approval', async () => {
  const officer = await server.signIn('officer')
  const poor = await givenOrganization(server, { registry_status: 'liquidated' })
  const { id, version } = await givenRequest(officer, poor.id, large, review)

  const reply = await officer.get(`/v1/purchase-requests/${id}/next-steps`)

  expect(reply.body).toMatchObject({ request_id: id, status: 'in_review', version })
  const told = step(reply.body.steps, 'approved')
  expect(told).toMatchObject({ allowed: false, refusal: 'blocked', permission: 'requests:approve' })
  expect(told?.blockers.map(({ code }) => code)).toEqual([
    'kyb_not_approved',
    'organization_liquidated',
    ...Array(5).fill('document_missing'),
    'wallet_missing',
    'second_administrator',
  ])
  const refused = await officer.patch(`/v1/purchase-requests/${id}/status`, approve)
  expect(refused.body.context.blockers).toEqual(told?.blockers)
  expect(step(reply.body.steps, 'cancelled')).toEqual({
    status: 'cancelled',
    allowed: true,
    refusal: null,
    permission: 'requests:process',
    needs: ['reason_code'],
    blockers: [],
  })
})

test('next-steps tells the reviewer that another administrator must approve, and the other one that they may', async () => {
  const [first, second] = [await server.signIn('officer'), await server.signIn('officer')]
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(first, buyer.id, large, review)
  expect(step(await nextSteps(first, id), 'approved')).toMatchObject({
    refusal: 'blocked',
    blockers: [{ code: 'second_administrator', reviewer_id: first.id }],
  })
  expect(step(await nextSteps(second, id), 'approved')).toMatchObject({ allowed: true, blockers: [] })
})

test('a caller who may not take a step still gets its blockers', async () => {
  const [officer, operator] = [await server.signIn('officer'), await server.signIn('operator')]
  const buyer = await givenBuyer(server, { kyb_status: 'in_review' })
  const { id } = await givenRequest(officer, buyer.id, {}, review)
  expect(step(await nextSteps(operator, id), 'approved')).toMatchObject({
    allowed: false,
    refusal: 'role',
    permission: 'requests:approve',
    blockers: [{ code: 'kyb_not_approved', kyb_status: 'in_review' }],
  })
})

test('an expired quote is a required field, not a blocker, if the step takes a new one', async () => {
  const officer = await server.signIn('officer')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(officer, buyer.id, { quote_expires_at: soon() }, review)
  await server.db
    .updateTable('purchase_requests')
    .set({ quote_expires_at: new Date('2026-01-01T00:00:00Z') })
    .where('id', '=', id)
    .execute()
  expect(step(await nextSteps(officer, id), 'approved')).toMatchObject({
    allowed: true,
    needs: ['quote_expires_at'],
    blockers: [],
  })
  const path = `/v1/purchase-requests/${id}/status`
  expect(await officer.patch(path, approve)).toMatchObject({
    status: 409,
    body: { context: { blockers: [{ code: 'quote_expired' }] } },
  })
  expect((await officer.patch(path, { ...approve, quote_expires_at: soon() })).status).toBe(200)
})

test('next-steps needs the permission to read requests, and is 404 for an unknown request', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id)
  const key = async (scope: string) => {
    return client(server, await givenApprovedKey(server, owner, [scope]))
  }
  expect(await nextSteps(await key('requests:read'), id)).toMatchObject([
    { status: 'in_review', refusal: 'role' },
    { status: 'cancelled', refusal: 'role' },
  ])
  const path = `/v1/purchase-requests/${id}/next-steps`
  expect((await (await key('organizations:read')).get(path)).status).toBe(403)
  for (const none of ['nothing', '%00', crypto.randomUUID()]) {
    expect((await owner.get(`/v1/purchase-requests/${none}/next-steps`)).status).toBe(404)
  }
})

/** The way to each status that still has a next one. */
const ways: Partial<Record<PurchaseRequestStatus, Record<string, unknown>[]>> = {
  new: [],
  in_review: [review],
  on_hold: [review, hold],
  approved: [review, approve],
  expired: [review, approve],
  paid: [review, approve, pay],
  failed: [review, approve, pay, fail],
}

const fields = {
  reason_code: 'other',
  payment_reference: 'P-1',
  received_amount: '100',
  get tx_hash() {
    return randomBytes(32).toString('hex')
  },
  quote_expires_at: soon(),
}

async function givenAt(from: PurchaseRequestStatus, by: Client, kyb_status: KybStatus): Promise<string> {
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(by, buyer.id, { quote_expires_at: soon() }, ...(ways[from] ?? []))
  if (from === 'expired') {
    const past = { quote_expires_at: new Date(Date.now() - 1_000) }
    await server.db.updateTable('purchase_requests').set(past).where('id', '=', id).execute()
    await server.service.quoteExpiry.sweep()
    await expect.poll(async () => (await by.get(`/v1/purchase-requests/${id}`)).body.status).toBe('expired')
  }
  await server.db
    .updateTable('organizations')
    .set({ kyb_status, kyb_reason: 'A test' })
    .where('id', '=', buyer.id)
    .execute()
  return id
}

/** What an attempt with everything that the step needs comes to, in the words of the verdict. */
async function attempt(by: Client, id: string, { status, needs }: NextStep) {
  const sent = Object.fromEntries(needs.map((field) => [field, fields[field as keyof typeof fields]]))
  const reply = await by.patch(`/v1/purchase-requests/${id}/status`, { status, ...sent })
  if (reply.status === 200) return { allowed: true, refusal: null, blockers: [] }
  if (reply.status === 403) return { allowed: false, refusal: 'role' }
  expect(reply.status).toBe(409)
  if (reply.body.code === 'transition_not_allowed')
    return { allowed: false, refusal: 'service', blockers: [] }
  return { allowed: false, refusal: 'blocked', blockers: reply.body.context.blockers }
}

const statuses = Object.keys(ways) as PurchaseRequestStatus[]
const roles: Role[] = ['officer', 'operator']
const cases = statuses.flatMap((from) =>
  roles.flatMap((role) => (['approved', 'suspended'] as const).map((kyb) => ({ from, role, kyb }))),
)

describe('next-steps agrees with the response to the status change', () => {
  test.each(
    scaled(
      cases.filter((_case, index) => index % 5 === 0),
      cases,
    ),
  )('from $from, as $role, KYB $kyb', async ({ from, role, kyb }) => {
    const [owner, asking] = [await server.signIn('owner'), await server.signIn(role)]
    for (const to of purchaseRequestTransitions[from]) {
      const id = await givenAt(from, owner, kyb)
      const told = step(await nextSteps(asking, id), to)
      if (!told) throw new Error(`${to} is not told`)
      expect(told).toMatchObject(await attempt(asking, id, told))
    }
  })
})
