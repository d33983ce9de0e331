import { expect, test } from 'vitest'
import { newId } from '../../server/platform/db/ids.ts'
import { isFull } from '../support/cases/scale.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { startServer } from '../support/service/harness.ts'
import { expectBooks, hash, pathOf, payment, read, terms } from './given-deal.ts'

const server = startServer()
const account = '40702810900000000001'
const reason = 'Ошибка оператора'

async function givenPaid(amount = '1010.00', overrides: Record<string, unknown> = {}) {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, { ...terms, ...overrides }, review, approve)
  const post = (what: string, body: unknown) => owner.post(`${pathOf(id)}/${what}`, body)
  const paid = await post('payments', payment({ amount }))
  expect(paid.status).toBe(201)
  const deliver = async (part: string, digit: string, more = {}) =>
    (await post('deliveries', { tx_hash: hash(digit), amount: part, ...more })).body
  const exceptions = async () =>
    (await owner.get(`/v1/work/exceptions?organization_id=${buyer.id}`)).body.items.map(
      ({ id: item }: { id: string }) => item,
    )
  return { owner, buyer, id, post, deliver, exceptions, payment: paid.body, now: () => read(owner, id) }
}

test('a delivery that was a mistake is reversed: the request is open again, the books and the queue say so', async () => {
  const { buyer, id, owner, post, deliver, exceptions, now } = await givenPaid()
  const first = await deliver('30', 'a')
  const last = await deliver('70', 'b')
  expect(await now()).toMatchObject({ status: 'completed', exception_since: null })
  expect((await post(`deliveries/${newId()}/reverse`, { reason })).body.code).toBe(
    'request_delivery_not_found',
  )
  const reversed = await post(`deliveries/${last.id}/reverse`, { reason })
  expect(reversed).toMatchObject({
    status: 200,
    body: { reversed: { by: { id: owner.id }, reason }, returned: null },
  })
  expect((await post(`deliveries/${last.id}/reverse`, { reason })).body.code).toBe('already_reversed')
  expect(await now()).toMatchObject({
    status: 'paid',
    tx_hash: first.tx_hash,
    totals: { delivered_amount: '30', undelivered_amount: '70', refundable_amount: '707.00' },
  })
  await expectBooks(server.db, buyer.id, '70700')
  expect(await exceptions()).toEqual([id])
  // The same transaction can be recorded again, and then everything is as it should be.
  expect((await deliver('70', 'b')).reversed).toBeNull()
  expect(await now()).toMatchObject({ status: 'completed', exception_since: null })
  expect(await exceptions()).toEqual([])
  await expectBooks(server.db, buyer.id, '0')
})

test('coins that came back are booked with their transaction and time', async () => {
  const { buyer, post, deliver, now } = await givenPaid()
  const sent = await deliver('100', 'a', { delivered_at: new Date().toISOString() })
  const back = (returned: object) => post(`deliveries/${sent.id}/reverse`, { reason, returned })
  const faults = async (returned: object) =>
    (await back(returned)).body.detail.map(({ ctx }: { ctx: { code: string } }) => ctx.code)
  expect(await faults({ tx_hash: 'xyz' })).toEqual(['tx_hash_hex'])
  expect(await faults({ tx_hash: hash('a') })).toEqual(['same_transaction'])
  expect(await faults({ tx_hash: hash('a').toUpperCase() })).toEqual(['same_transaction'])
  expect(await faults({ tx_hash: hash('c'), at: '2020-01-01T00:00:00Z' })).toEqual(['before_delivery'])
  const at = new Date().toISOString()
  expect(await back({ tx_hash: hash('c'), at })).toMatchObject({
    status: 200,
    body: { returned: { tx_hash: hash('c'), at } },
  })
  expect((await now()).status).toBe('paid')
  await expectBooks(server.db, buyer.id, '101000')
})

test.runIf(isFull)(
  'a part that is reversed leaves the rest with its share of the price, to the last kopeck',
  async () => {
    // Thirds of 100.00 and of the fee of 0.01.
    const uneven = { crypto_amount: '3', rate: '33.3333', fee_amount: '0.01' }
    const { buyer, post, deliver, now } = await givenPaid('100.01', uneven)
    const [one] = [await deliver('1', 'a'), await deliver('1', 'b')]
    await post(`deliveries/${one.id}/reverse`, { reason })
    const { totals } = await now()
    expect(totals).toMatchObject({ delivered_amount: '1' })
    await expectBooks(server.db, buyer.id, totals.refundable_amount.replace('.', ''))
  },
)

test('a refund that came back is reversed, and the request can go on', async () => {
  const { buyer, post, now } = await givenPaid()
  const refund = { amount: '1010', reference: 'R', account, reason_code: 'customer_request' }
  const paidBack = await post('refunds', { ...refund, paid_at: new Date().toISOString() })
  expect(await now()).toMatchObject({ status: 'refunded', totals: { outstanding_amount: '0.00' } })
  const path = `refunds/${paidBack.body.id}/reverse`
  expect(await post(path, { reason })).toMatchObject({ status: 200, body: { reversed: { reason } } })
  expect(await now()).toMatchObject({ status: 'paid', totals: { refunded_amount: '0.00' } })
  expect((await post(path, { reason })).body.code).toBe('already_reversed')
  await expectBooks(server.db, buyer.id, '101000')
  // It no longer counts, so the same can be recorded once more.
  expect((await post('refunds', refund)).status).toBe(201)
})

test('a refund of a credit is reversed as well', async () => {
  const { owner, post, deliver, buyer } = await givenPaid()
  await deliver('100', 'a')
  const kept = await post('payments', payment({ reference: 'P-9', amount: '50' }))
  expect(kept.body.kind).toBe('credit')
  const path = `/v1/credits/${kept.body.id}`
  await owner.post(`${path}/refund`, { amount: '50', reference: 'R-9', account })
  const [refund] = (await owner.get(`${path}/refunds`)).body.items
  expect(refund).toMatchObject({ credit_id: kept.body.id, request_id: null, amount: '50.00' })
  expect((await owner.post(`${path}/refunds/${refund.id}/reverse`, { reason })).status).toBe(200)
  const [credit] = (await owner.get(`/v1/credits?organization_id=${buyer.id}`)).body.items
  expect(credit).toMatchObject({ status: 'open', left_amount: '50.00' })
  await expectBooks(server.db, buyer.id, '5000')
})

test('what a completed request owes is visible, can be paid, and ends the exception', async () => {
  const { owner, id, buyer, payment: paid, post, deliver, exceptions, now } = await givenPaid()
  await deliver('100', 'a')
  await post(`payments/${paid.id}/reverse`, { reason: 'Банк отозвал платёж' })
  expect(await now()).toMatchObject({ status: 'completed', totals: { outstanding_amount: '1010.00' } })
  const debts = async () =>
    (await owner.get(`/v1/lists/purchase-requests?debt=open&organization_id=${buyer.id}`)).body.items.length
  expect([await exceptions(), await debts()]).toEqual([[id], 1])
  expect(await post('payments', payment({ reference: 'P-2' }))).toMatchObject({
    status: 201,
    body: { kind: 'payment' },
  })
  expect([await exceptions(), await debts()]).toEqual([[], 0])
  // Money above what is owed is a credit again.
  expect((await post('payments', payment({ reference: 'P-3' }))).body.kind).toBe('credit')
})

test('what was delivered in part and is no longer paid is a debt', async () => {
  const { owner, buyer, payment: paid, post, deliver, now } = await givenPaid()
  await deliver('33', 'd')
  const debts = async () =>
    (await owner.get(`/v1/lists/purchase-requests?debt=open&organization_id=${buyer.id}`)).body.items.length
  expect(await debts()).toBe(0)
  expect((await post(`payments/${paid.id}/reverse`, { reason })).status).toBe(200)
  expect(await now()).toMatchObject({ status: 'paid' })
  expect(await debts()).toBe(1)
  // Exactly what was delivered for.
  await post('payments', payment({ amount: '333.30', reference: 'P-2' }))
  expect(await debts()).toBe(0)
})

test.runIf(isFull)('a transaction whose coins came back delivers nothing again', async () => {
  const { post, deliver } = await givenPaid()
  const sent = await deliver('30', '7')
  const returned = { tx_hash: hash('8') }
  expect((await post(`deliveries/${sent.id}/reverse`, { reason, returned })).status).toBe(200)
  expect((await deliver('30', '7')).code).toBe('duplicate_delivery')
  const other = await givenPaid()
  expect((await other.deliver('30', '7')).code).toBe('transaction_already_delivers')
  const mistaken = await deliver('30', '9')
  expect((await post(`deliveries/${mistaken.id}/reverse`, { reason })).status).toBe(200)
  expect((await deliver('30', '9')).code).toBeUndefined()
})

test('somebody may close an exception with a reason; the debt stays', async () => {
  const { owner, id, payment: paid, post, deliver, exceptions, now } = await givenPaid()
  expect((await post('close-exception', { reason })).body.code).toBe('no_exception')
  await deliver('100', 'a')
  await post(`payments/${paid.id}/reverse`, { reason })
  const operator = await server.signIn('operator')
  const close = `${pathOf(id)}/close-exception`
  expect((await operator.post(close, { reason })).status).toBe(403)
  expect(await owner.post(close, { reason: 'Долг списан' })).toMatchObject({
    status: 200,
    body: { exception_since: null, totals: { outstanding_amount: '1010.00' } },
  })
  expect(await exceptions()).toEqual([])
  expect((await now()).status).toBe('completed')
})

test('money above the total becomes a credit, once', async () => {
  const { owner, buyer, post, deliver, payment: paid, now } = await givenPaid('1100')
  await deliver('100', 'a')
  expect((await post('move-surplus', { amount: '90.01' })).body).toMatchObject({
    code: 'surplus_exceeds',
    context: { surplus_amount: '90.00' },
  })
  const moved = await post('move-surplus', {})
  expect(moved).toMatchObject({ status: 201, body: { amount: '90.00', left_amount: '90.00' } })
  expect(await now()).toMatchObject({ totals: { moved_amount: '90.00', refundable_amount: '0.00' } })
  expect((await post('move-surplus', {})).body.code).toBe('surplus_exceeds')
  await expectBooks(server.db, buyer.id, '9000')
  const other = await givenRequest(owner, buyer.id, terms, review, approve)
  const allocate = { request_id: other.id, amount: '90' }
  expect((await owner.post(`/v1/credits/${moved.body.id}/allocate`, allocate)).status).toBe(200)
  expect((await read(owner, other.id)).totals.received_amount).toBe('90.00')
  expect((await post(`payments/${paid.id}/reverse`, { reason })).body.code).toBe('below_refunded')
})

test('a reversed payment takes back the credit of what was above the total, unless that was used', async () => {
  const { owner, buyer, post, now } = await givenPaid('1000')
  const second = (await post('payments', payment({ amount: '100.00', reference: 'P-2' }))).body
  const { body: credit } = await post('move-surplus', {})
  expect(credit).toMatchObject({ amount: '90.00' })
  // What comes later does not make it money of another payment.
  const third = (await post('payments', payment({ amount: '10.00', reference: 'P-3' }))).body
  const other = await givenRequest(owner, buyer.id, terms, review, approve)
  const allocate = { request_id: other.id, amount: '90' }
  expect((await owner.post(`/v1/credits/${credit.id}/allocate`, allocate)).status).toBe(200)
  const reverse = () => post(`payments/${second.id}/reverse`, { reason })
  expect((await reverse()).body.code).toBe('below_refunded')
  const [taken] = (await owner.get(`${pathOf(other.id)}/payments`)).body.items
  expect((await owner.post(`${pathOf(other.id)}/payments/${taken.id}/reverse`, { reason })).status).toBe(200)
  expect((await reverse()).status).toBe(200)
  const [kept] = (await owner.get(`/v1/credits?organization_id=${buyer.id}`)).body.items
  expect(kept).toMatchObject({ id: credit.id, status: 'used', left_amount: '0.00' })
  expect(await now()).toMatchObject({ totals: { moved_amount: '0.00', received_amount: '1010.00' } })
  await expectBooks(server.db, buyer.id, '101000')
  expect((await owner.post(`/v1/credits/${credit.id}/allocate`, allocate)).body.code).toBe('credit_exceeds')
  expect((await post(`payments/${third.id}/reverse`, { reason })).status).toBe(200)
})

test('a credit of what is above the total is of one payment, with its payer, and at most what that has brought', async () => {
  const { owner, buyer, post } = await givenPaid('1090.00', {})
  const stranger = { payer_name: 'Круглов Архип Саввич', reference: 'P-2' }
  expect((await post('payments', payment({ amount: '10.00', ...stranger }))).status).toBe(201)
  expect((await post('payments', payment({ amount: '0.50', reference: 'P-3' }))).status).toBe(201)
  expect((await post('move-surplus', { amount: '0.51' })).body).toMatchObject({
    code: 'surplus_exceeds',
    context: { surplus_amount: '0.50' },
  })
  const taken = []
  for (const amount of ['0.50', '10.00', '80.00']) {
    const { status, body } = await post('move-surplus', {})
    expect([status, body.amount]).toEqual([201, amount])
    taken.push(body.payer_name)
  }
  expect(taken).toEqual([null, 'Круглов Архип Саввич', null])
  // The money of a stranger blocks where it is spent, as it did where it came.
  const [, foreign] = (await owner.get(`/v1/credits?organization_id=${buyer.id}`)).body.items
  const other = await givenRequest(owner, buyer.id, { ...terms, crypto_amount: '0.9' }, review, approve)
  const allocate = { request_id: other.id, amount: '10' }
  expect((await owner.post(`/v1/credits/${foreign.id}/allocate`, allocate)).status).toBe(200)
  const delivered = await owner.post(`${pathOf(other.id)}/deliveries`, { tx_hash: hash('e'), amount: '0.9' })
  expect(delivered.body.context.blockers).toContainEqual(expect.objectContaining({ code: 'foreign_payer' }))
})

test('times are neither in the future nor before the request', async () => {
  const { owner, id, post } = await givenPaid()
  const faults = async (reply: Promise<{ body: { detail: { loc: string[]; ctx: { code: string } }[] } }>) =>
    (await reply).body.detail.map(({ loc, ctx }) => `${loc.at(-1)} ${ctx.code}`)
  const early = '2020-01-01T00:00:00Z'
  const late = new Date(Date.now() + 86_400_000).toISOString()
  const delivery = { tx_hash: hash('a'), amount: '1' }
  expect(await faults(post('deliveries', { ...delivery, delivered_at: early }))).toEqual([
    'delivered_at before_request',
  ])
  expect(await faults(post('deliveries', { ...delivery, delivered_at: late }))).toEqual([
    'delivered_at in_future',
  ])
  const typed = payment({ amount: '1', reference: 'P-0', received_at: '1970-01-01T00:00:00Z' })
  expect(await faults(post('payments', typed))).toEqual(['received_at too_early'])
  const refund = { amount: '1', reference: 'R', account, reason_code: 'other' }
  expect(await faults(post('refunds', { ...refund, paid_at: early }))).toEqual(['paid_at before_request'])
  const move = (body: object) => owner.patch(`${pathOf(id)}/status`, body)
  const complete = { status: 'completed', tx_hash: hash('a') }
  expect(await faults(move({ ...complete, delivered_at: late }))).toEqual(['delivered_at in_future'])
  expect(await faults(move({ ...complete, paid_at: early }))).toEqual([`paid_at field_not_of_status`])
  const at = new Date(Date.now() - 1).toISOString()
  expect((await move({ ...complete, delivered_at: at })).status).toBe(200)
  expect((await owner.get(`${pathOf(id)}/deliveries`)).body.items[0].delivered_at).toBe(at)
})

test('the account of a refund is checked', async () => {
  const { post } = await givenPaid()
  const send = async (to: string) => {
    const refund = { amount: '1', reference: `R-${to}`, account: to, reason_code: 'other' }
    const { status, body } = await post('refunds', refund)
    return status === 201 ? 'ok' : body.detail[0].ctx.code
  }
  expect(await send('4070281090000000000')).toBe('account_length')
  expect(await send('DE89370400440532013001')).toBe('iban_check_digit')
  expect(await send('на карту')).toBe('payee_account_format')
  expect(await send(account)).toBe('ok')
})

test('a rate that is five times off the last one of the pair must be confirmed', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const body = { ...terms, organization_id: buyer.id, asset: 'TON', network: 'ton', fiat_currency: 'AMD' }
  const create = (rate: string, more = {}) => owner.post('/v1/purchase-requests', { ...body, rate, ...more })
  const { id } = (await create('180')).body
  expect(await create('1800')).toMatchObject({
    status: 409,
    body: { code: 'unusual_rate', context: { rate: '1800', last_rate: '180' } },
  })
  expect((await create('18')).body.code).toBe('unusual_rate')
  // A point at the wrong place, after the price has moved.
  for (const rate of ['18.9', '36', '900']) expect((await create(rate)).body.code).toBe('unusual_rate')
  for (const rate of ['899.99', '180']) expect((await create(rate)).status).toBe(201)
  expect((await create('18', { accept_rate: true })).status).toBe(201)
  const quote_expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const quote = (rate: string, more = {}) =>
    owner.post(`${pathOf(id)}/quotes`, { rate, quote_expires_at, ...more })
  expect((await quote('180')).body.code).toBe('unusual_rate')
  expect((await quote('180', { accept_rate: true })).status).toBe(201)
})
