import { expect, test } from 'vitest'
import { givenOrganization } from '../support/given/factories.ts'
import { givenApprovedKey } from '../support/given/given-approval.ts'
import {
  approve,
  cancel,
  givenBuyer,
  givenRequest,
  hold,
  newRequest,
  pay,
  review,
} from '../support/given/given-purchase-request.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_APPROVAL_THRESHOLD: 'RUB:1000000,USD:10000' } })
const status = (id: string) => `/v1/purchase-requests/${id}/status`
const large = { crypto_amount: '10000', rate: '100', fee_amount: '0.01' }

/** Resolves once the service has let the quote run out: here or in its own round. */
async function expired(client: Client, id: string): Promise<void> {
  await server.service.quoteExpiry.sweep()
  await expect.poll(async () => (await client.get(`/v1/purchase-requests/${id}`)).body.status).toBe('expired')
}

test('all blockers of an approval are reported, and nothing changes', async () => {
  const officer = await server.signIn('officer')
  const poor = await givenOrganization(server, {
    registry_status: 'liquidated',
    document_slots: {
      charter: { status: 'approved', expires_on: '2020-01-01' },
      'bank-details': { status: 'pending', expires_on: null },
    },
  })
  const { id } = await givenRequest(officer, poor.id, large)
  await server.db
    .updateTable('purchase_requests')
    .set({ quote_expires_at: new Date('2026-01-01T00:00:00Z') })
    .where('id', '=', id)
    .execute()
  const request = (await officer.patch(status(id), review)).body

  const reply = await officer.patch(status(request.id), approve)

  expect(reply).toMatchObject({ status: 409, body: { code: 'approval_blocked' } })
  expect(reply.body.context.blockers).toMatchObject([
    { code: 'kyb_not_approved', organization_id: poor.id },
    { code: 'organization_liquidated' },
    { code: 'document_expired', kind: 'charter' },
    { code: 'document_missing', kind: 'inn-certificate' },
    { code: 'document_missing', kind: 'ogrn-certificate' },
    { code: 'document_pending', kind: 'bank-details' },
    { code: 'document_missing', kind: 'kyc-representative' },
    { code: 'wallet_missing', network: 'tron' },
    { code: 'quote_expired' },
    { code: 'second_administrator', reviewer_id: officer.id },
  ])
  expect((await officer.get(`/v1/purchase-requests/${request.id}`)).body).toEqual(request)
})

test('above the threshold a second administrator approves, at the threshold the first may', async () => {
  const [first, second] = [await server.signIn('officer'), await server.signIn('owner')]
  const buyer = await givenBuyer(server)
  const exact = await givenRequest(first, buyer.id, { ...large, fee_amount: '0' }, review)
  expect((await first.patch(status(exact.id), approve)).status).toBe(200)

  const above = await givenRequest(first, buyer.id, large, review)
  expect(await first.patch(status(above.id), approve)).toMatchObject({
    status: 409,
    body: { context: { blockers: [{ code: 'second_administrator' }] } },
  })
  expect((await second.patch(status(above.id), approve)).status).toBe(200)
})

test('the reviewer is the last one who started the review', async () => {
  const [first, second] = [await server.signIn('officer'), await server.signIn('officer')]
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(first, buyer.id, large, review, hold)
  await second.patch(status(id), review)
  expect((await second.patch(status(id), approve)).status).toBe(409)
  expect((await first.patch(status(id), approve)).status).toBe(200)
})

test('an approval sets the wallet of the organization, unless the request has an address', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const named = { destination_address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' }
  const approved = await givenRequest(owner, buyer.id, {}, review, approve)
  const wallet = await server.db
    .selectFrom('wallets')
    .selectAll()
    .where('organization_id', '=', buyer.id)
    .where('network', '=', 'tron')
    .executeTakeFirstOrThrow()
  expect(approved).toMatchObject({ wallet_id: wallet.id, destination_address: wallet.address })
  expect(await givenRequest(owner, buyer.id, named, review, approve)).toMatchObject({
    wallet_id: null,
    ...named,
  })
})

test('an expired quote expires the request, which can be approved again only with a new quote', async () => {
  server.clock.at = new Date('2026-06-01T12:00:00Z')
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const quote = { quote_expires_at: '2026-06-01T12:01:00Z' }
  const { id } = await givenRequest(owner, buyer.id, quote, review, approve)
  const lasting = await givenRequest(
    owner,
    buyer.id,
    { quote_expires_at: '2026-06-01T12:02:00Z' },
    review,
    approve,
  )

  server.clock.at = new Date('2026-06-01T12:01:00Z')
  await expired(owner, id)

  expect((await owner.get(`/v1/purchase-requests/${id}`)).body).toMatchObject({
    status: 'expired',
    allowed_statuses: ['approved', 'paid', 'cancelled'],
    version: 4,
  })
  expect((await owner.get(`/v1/purchase-requests/${lasting.id}`)).body.status).toBe('approved')
  const history = await owner.get(`/v1/purchase-requests/${id}/history`)
  expect(history.body.items.at(-1)).toMatchObject({
    from: 'approved',
    to: 'expired',
    actor: { kind: 'service', id: null },
  })

  expect(await owner.patch(status(id), approve)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'quote_expires_at'], type: 'missing' }] },
  })
  expect(await owner.patch(status(id), { ...approve, ...quote })).toMatchObject({
    status: 409,
    body: { context: { blockers: [{ code: 'quote_expired' }] } },
  })
  const renewed = { ...approve, quote_expires_at: '2026-06-01T13:00:00Z' }
  expect(await owner.patch(status(id), renewed)).toMatchObject({
    status: 200,
    body: { status: 'approved', quote_expires_at: '2026-06-01T13:00:00.000Z' },
  })
  server.clock.at = null
})

test('an expired request can still be paid, late, or cancelled', async () => {
  server.clock.at = new Date('2026-06-01T12:00:00Z')
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const quote = { quote_expires_at: '2026-06-01T12:01:00Z' }
  const paid = await givenRequest(owner, buyer.id, quote, review, approve)
  const cancelled = await givenRequest(owner, buyer.id, quote, review, approve)
  server.clock.at = new Date('2026-06-01T12:05:00Z')
  await expired(owner, paid.id)
  await expired(owner, cancelled.id)
  expect(await owner.patch(status(paid.id), pay)).toMatchObject({ body: { payment: { exception: 'late' } } })
  expect((await owner.patch(status(cancelled.id), cancel)).status).toBe(200)
  server.clock.at = null
})

async function givenKey(owner: Client, ...scopes: string[]): Promise<Client> {
  return client(server, await givenApprovedKey(server, owner, scopes))
}

test('an API key creates and processes within its scopes, but never approves', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const [writer, reader] = [
    await givenKey(owner, 'requests:read', 'requests:write'),
    await givenKey(owner, 'requests:read'),
  ]
  const request = await givenRequest(writer, buyer.id, {}, review)
  expect(request.allowed_statuses).toEqual(['on_hold', 'cancelled'])
  expect((await writer.patch(status(request.id), approve)).status).toBe(403)
  expect((await reader.patch(status(request.id), cancel)).status).toBe(403)
  expect((await reader.post('/v1/purchase-requests', newRequest(buyer.id))).status).toBe(403)
  expect((await reader.get(`/v1/purchase-requests/${request.id}`)).body.allowed_statuses).toEqual([])
  expect((await owner.patch(status(request.id), approve)).status).toBe(200)
})

test('a review by an API key is the work of who created it', async () => {
  const [owner, officer] = [await server.signIn('owner'), await server.signIn('officer')]
  const buyer = await givenBuyer(server)
  const key = await givenKey(owner, 'requests:read', 'requests:write')
  const { id } = await givenRequest(key, buyer.id, large, review)
  expect(await owner.patch(status(id), approve)).toMatchObject({
    status: 409,
    body: { context: { blockers: [{ code: 'second_administrator', reviewer_id: owner.id }] } },
  })
  expect((await officer.patch(status(id), approve)).status).toBe(200)
})
