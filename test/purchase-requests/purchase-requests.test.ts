import { expect, test } from 'vitest'
import {
  approve,
  givenBuyer,
  givenRequest,
  newRequest,
  tracesOf,
} from '../support/given/given-purchase-request.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_APPROVAL_THRESHOLD: 'RUB:1000000,USD:10000' } })
const path = (id: string) => `/v1/purchase-requests/${id}`

test('a request is created with its exact price, history, event and audit row', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)

  const reply = await operator.post(
    '/v1/purchase-requests',
    newRequest(buyer.id, {
      fiat_amount: '92201.08',
      total_amount: '92301.080',
      external_id: 'crm-1',
      comment: 'Срочно',
    }),
  )

  expect(reply).toMatchObject({
    status: 201,
    body: {
      number: expect.stringMatching(/^PR-\d{4}-\d{6}$/),
      organization: { inn: buyer.inn, short_name: expect.stringContaining('Ромашка') },
      status: 'new',
      allowed_statuses: ['in_review', 'cancelled'],
      crypto_amount: '1000.5',
      rate: '92.155',
      fiat_amount: '92201.08',
      fee_amount: '100.00',
      total_amount: '92301.08',
      payment: null,
      status_reason: null,
      comment: 'Срочно',
      version: 1,
    },
  })
  expect(await operator.get(path(reply.body.id))).toMatchObject({ status: 200, body: reply.body })
  const { history, events, audit } = await tracesOf(server, reply.body.id)
  expect(history).toEqual([{ from_status: null, to_status: 'new' }])
  expect(events).toMatchObject([{ type: 'purchase_request.created', data: { total_amount: '92301.08' } }])
  expect(audit).toEqual([{ action: 'purchase_request.created', actor_id: operator.id }])
})

test('amounts with more digits than a float are returned exactly', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const exact = {
    asset: 'ETH',
    network: 'ethereum',
    crypto_amount: '12345.678901234567890123',
    rate: '0.000000000000000001',
  }
  const tiny = await operator.post('/v1/purchase-requests', newRequest(buyer.id, exact))
  expect(tiny).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'crypto_amount'] }] } })

  const request = await givenRequest(operator, buyer.id, {
    ...exact,
    rate: '200000.000000000000000001',
    fee_amount: null,
  })
  expect(request).toMatchObject({
    crypto_amount: '12345.678901234567890123',
    rate: '200000.000000000000000001',
    fiat_amount: '2469135780.25',
    total_amount: '2469135780.25',
  })
})

test.each([
  [{ fiat_amount: '92201.07' }, ['fiat_amount']],
  [{ total_amount: '92301.07' }, ['total_amount']],
  [{ fiat_amount: '1', total_amount: '1' }, ['fiat_amount', 'total_amount']],
  [{ crypto_amount: '0' }, ['crypto_amount']],
  [{ crypto_amount: '1.0000001' }, ['crypto_amount']],
  [{ rate: '0.0' }, ['rate']],
  [{ fee_amount: '0.001' }, ['fee_amount']],
  [{ asset: 'BTC' }, ['network']],
  [{ crypto_amount: '999999999999999999', rate: '999999' }, ['crypto_amount']],
  [{ crypto_amount: 5 }, ['crypto_amount']],
  [{ crypto_amount: '1e3', rate: '-1', fiat_currency: 'rub' }, ['crypto_amount', 'fiat_currency', 'rate']],
  [{ fiat_currency: 'XXX' }, ['fiat_currency']],
  [{ fiat_currency: 'JPY', fee_amount: '0.5' }, ['fee_amount']],
  [{ fiat_currency: 'JPY', crypto_amount: '0.4', rate: '1' }, ['crypto_amount']],
  [{ destination_address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }, ['destination_address']],
  [{ destination_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }, ['destination_address']],
  [{ wallet_id: 'none' }, ['wallet_id']],
  [{ assignee_id: 'nobody' }, ['assignee_id']],
  [{ quote_expires_at: 'tomorrow', extra: true }, ['extra', 'quote_expires_at']],
  [{ quote_expires_at: '2020-01-01T00:00:00Z' }, ['quote_expires_at']],
])('%j is 422 at the wrong field', async (overrides, fields) => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const reply = await operator.post('/v1/purchase-requests', newRequest(buyer.id, overrides))
  expect(reply.status).toBe(422)
  const places = reply.body.detail.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'))
  expect(places.toSorted()).toEqual(fields)
})

test.each([
  ['JPY', '1', { fiat_amount: '92201', fee_amount: '1', total_amount: '92202' }],
  ['KWD', '0.125', { fiat_amount: '92201.078', fee_amount: '0.125', total_amount: '92201.203' }],
  ['CLF', '0', { fiat_amount: '92201.0775', fee_amount: '0.0000', total_amount: '92201.0775' }],
])('prices in %s have the decimal places of the currency', async (fiat_currency, fee_amount, price) => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const given = { crypto_amount: '1000.5', rate: '92.155', fiat_currency, fee_amount }
  const request = await givenRequest(operator, buyer.id, given)
  expect(request).toMatchObject(price)
  expect((await operator.get(`/v1/purchase-requests/${request.id}`)).body).toMatchObject(price)
})

// Nodes of that release may still run after the migration.
test('the table accepts what release 1.0.0 writes, and no other price', async () => {
  const operator = await server.signIn('operator')
  const request = await givenRequest(operator, (await givenBuyer(server)).id, { fiat_currency: 'JPY' })
  const write = (fiat_amount: string, total_amount: string) =>
    server.db
      .updateTable('purchase_requests')
      .set({
        crypto_amount: '1.5',
        rate: '1.5',
        fiat_currency: 'ZZZ',
        fiat_amount,
        fee_amount: '0',
        total_amount,
      })
      .where('id', '=', request.id)
      .execute()
  await write('2.25', '2.25')
  await write('2', '2')
  await expect(write('2.24', '2.24')).rejects.toMatchObject({ constraint: 'purchase_requests_price_check' })
  await expect(write('2.25', '2.24')).rejects.toMatchObject({ constraint: 'purchase_requests_total_check' })
})

test('a destination address is stored in its usual spelling, and a wallet sets its own', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const ethereum = { asset: 'ETH', network: 'ethereum', crypto_amount: '1', accept_rate: true }
  const written = await givenRequest(operator, buyer.id, {
    ...ethereum,
    destination_address: '0x52908400098527886e0f7030069857d2e4169ee7',
  })
  expect(written.destination_address).toBe('0x52908400098527886E0F7030069857D2E4169EE7')
  const wallet = await server.db
    .selectFrom('wallets')
    .selectAll()
    .where('organization_id', '=', buyer.id)
    .where('network', '=', 'tron')
    .executeTakeFirstOrThrow()
  const own = await givenRequest(operator, buyer.id, { wallet_id: wallet.id })
  expect(own).toMatchObject({ wallet_id: wallet.id, destination_address: wallet.address })
})

test('an unknown organization is 404 and takes no number', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const before = await givenRequest(operator, buyer.id)
  for (const id of ['none', '019a0000-0000-7000-8000-000000000000']) {
    expect(await operator.post('/v1/purchase-requests', newRequest(id))).toMatchObject({ status: 404 })
  }
  const after = await givenRequest(operator, buyer.id)
  expect(Number(after.number.slice(-6))).toBe(Number(before.number.slice(-6)) + 1)
})

test('a duplicate external id is 409 with the existing id', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const first = await givenRequest(operator, buyer.id, { external_id: 'crm-2' })
  const again = await operator.post('/v1/purchase-requests', newRequest(buyer.id, { external_id: 'crm-2' }))
  expect(again).toMatchObject({
    status: 409,
    body: {
      code: 'duplicate',
      context: { reason: 'purchase_request_external_id', existing_id: first.id },
    },
  })
  const other = await givenRequest(operator, buyer.id)
  expect(Number(other.number.slice(-6))).toBe(Number(first.number.slice(-6)) + 1)
})

test('a repeat with the same key is replayed, with another body it is refused', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const key = { 'idempotency-key': 'create-1' }
  const first = await operator.post('/v1/purchase-requests', newRequest(buyer.id), key)
  expect(await operator.post('/v1/purchase-requests', newRequest(buyer.id), key)).toMatchObject({
    status: 201,
    body: first.body,
  })
  const changed = newRequest(buyer.id, { fee_amount: '1' })
  expect((await operator.post('/v1/purchase-requests', changed, key)).status).toBe(409)
  const { total } = (await operator.get(`/v1/purchase-requests?organization_id=${buyer.id}`)).body
  expect(total).toBe(1)
})

test.each(['missing', '%00', 'x'.repeat(3000), '%F0%9F%92%A9'])(
  'an impossible id (%#) is 404',
  async (id) => {
    const owner = await server.signIn('owner')
    expect((await owner.get(path(id))).status).toBe(404)
    expect((await owner.get(`${path(id)}/history`)).status).toBe(404)
    expect((await owner.patch(`${path(id)}/status`, approve)).status).toBe(404)
    expect((await owner.patch(`${path(id)}/assignee`, { assignee_id: null })).status).toBe(404)
    expect((await owner.post(`${path(id)}/comments`, { comment: 'x' })).status).toBe(404)
  },
)

test('a request is assigned to an administrator and unassigned', async () => {
  const [operator, officer] = [await server.signIn('operator'), await server.signIn('officer')]
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(operator, buyer.id)
  const assign = (body: unknown) => operator.patch(`${path(id)}/assignee`, body)

  expect(await assign({ assignee_id: officer.id })).toMatchObject({
    status: 200,
    body: { assignee_id: officer.id, version: 2 },
  })
  expect(await assign({ assignee_id: officer.id })).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await assign({ assignee_id: null, version: 1 })).toMatchObject({ status: 409 })
  expect(await assign({ assignee_id: null, version: 2 })).toMatchObject({ body: { assignee_id: null } })
  expect((await assign({ assignee_id: buyer.id })).status).toBe(422)
  expect((await assign({})).status).toBe(422)
  const { events } = await tracesOf(server, id)
  expect(events.map((event) => event.type).slice(1)).toEqual(Array(2).fill('purchase_request.assigned'))
})

test('comments are listed with their author, newest first', async () => {
  const [operator, auditor] = [await server.signIn('operator'), await server.signIn('auditor')]
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(operator, buyer.id)
  const key = { 'idempotency-key': 'comment-1' }
  const first = await operator.post(`${path(id)}/comments`, { comment: 'Звонили' }, key)
  expect(first).toMatchObject({
    status: 201,
    body: { request_id: id, comment: 'Звонили', actor: { id: operator.id } },
  })
  await operator.post(`${path(id)}/comments`, { comment: 'Звонили' }, key)
  await operator.post(`${path(id)}/comments`, { comment: 'Paid tomorrow' })
  expect(await auditor.get(`${path(id)}/comments`)).toMatchObject({
    status: 200,
    body: { total: 2, items: [{ comment: 'Paid tomorrow' }, { comment: 'Звонили' }] },
  })
  expect((await auditor.post(`${path(id)}/comments`, { comment: 'x' })).status).toBe(403)
  expect((await operator.post(`${path(id)}/comments`, { comment: '' })).status).toBe(422)
})
