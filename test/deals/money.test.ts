import { base58 } from '@scure/base'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { usualTxHash } from '../../contract/purchase-requests/purchase-request-rules.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { isFull } from '../support/cases/scale.ts'
import { approve, cancel, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { client, startServer } from '../support/service/harness.ts'
import { expectBooks, hash, pathOf, payment, read, soon, terms } from './given-deal.ts'

const server = startServer()

async function givenApproved(overrides: Record<string, unknown> = {}) {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, { ...terms, ...overrides }, review, approve)
  const post = (what: string, body: unknown, headers: Record<string, string> = {}) =>
    owner.post(`${pathOf(id)}/${what}`, body, headers)
  const refund = (amount: string, reference = `R-${amount}`) =>
    post('refunds', { amount, reference, account: '40702810900000000001', reason_code: 'customer_request' })
  const deliver = (amount: string, digit: string, more = {}) =>
    post('deliveries', { tx_hash: hash(digit), amount, ...more })
  const move = (body: object) => owner.patch(`${pathOf(id)}/status`, body)
  return { owner, buyer, id, post, refund, deliver, move, now: () => read(owner, id) }
}

describe('payments', () => {
  test('add up; the first one makes the request paid', async () => {
    const { id, owner, buyer, post, now } = await givenApproved()
    const first = await post('payments', payment({ amount: '10', reference: 'A' }))
    expect(first).toMatchObject({
      status: 201,
      body: {
        kind: 'payment',
        amount: '10.00',
        reference: 'A',
        reversed: null,
        recorded_by: { id: owner.id },
      },
    })
    expect(await now()).toMatchObject({
      status: 'paid',
      payment: { received_amount: '10.00', exception: 'partial' },
    })
    await post('payments', payment({ amount: '1000', reference: 'B' }))
    expect(await now()).toMatchObject({
      payment: { reference: 'A', received_amount: '1010.00', exception: null },
      totals: { outstanding_amount: '0.00', refundable_amount: '1010.00', undelivered_amount: '100' },
    })
    const { items } = (await owner.get(`${pathOf(id)}/payments`)).body
    expect(items.map(({ reference }: { reference: string }) => reference)).toEqual(['B', 'A'])
    await expectBooks(server.db, buyer.id, '101000')
  })

  test('that are wrong, sent twice or far too much are refused, with figures', async () => {
    const { post, now } = await givenApproved()
    const faults = async (body: Record<string, unknown>) =>
      (await post('payments', payment(body))).body.detail?.map((one: { loc: string[] }) => one.loc.at(-1))
    expect(await faults({ currency: 'USD', amount: '1.001' })).toEqual(['amount', 'currency'])
    expect(await faults({ received_at: soon() })).toEqual(['received_at'])
    expect(await faults({ amount: '0' })).toEqual(['amount'])
    const sent = payment({ amount: '600' })
    const key = { 'idempotency-key': newId() }
    const [one, replayed] = [await post('payments', sent, key), await post('payments', sent, key)]
    expect(replayed.body).toEqual(one.body)
    expect(await post('payments', { ...sent, amount: '600.0' })).toMatchObject({
      status: 409,
      body: { code: 'duplicate_payment', context: { existing_id: one.body.id } },
    })
    const more = payment({ amount: '600', reference: 'P-2' })
    expect(await post('payments', more)).toMatchObject({
      status: 409,
      body: {
        code: 'overpayment',
        context: { received_amount: '600.00', excess_amount: '190.00', total_amount: '1010.00' },
      },
    })
    expect((await post('payments', { ...more, accept_overpayment: true })).status).toBe(201)
    expect((await now()).payment).toMatchObject({ received_amount: '1200.00', exception: 'over' })
  })

  test('an operator records them, but does not accept a deviation', async () => {
    const { id } = await givenApproved()
    const operator = await server.signIn('operator')
    const send = (body: Record<string, unknown>) => operator.post(`${pathOf(id)}/payments`, payment(body))
    expect((await send({ amount: '9999', accept_overpayment: true })).status).toBe(403)
    expect((await send({ amount: '1010' })).status).toBe(201)
  })

  test('of somebody else block the delivery until somebody accepts them', async () => {
    const { post, move, owner, id } = await givenApproved()
    const { body } = await post('payments', payment({ payer_inn: '7707083893' }))
    expect(body).toMatchObject({ is_foreign_payer: true, payer_accepted: null })
    const blockers = [{ code: 'foreign_payer', payment_id: body.id, payer_inn: '7707083893' }]
    expect(await move({ status: 'completed', tx_hash: hash('a') })).toMatchObject({
      status: 409,
      body: { context: { blockers } },
    })
    expect((await owner.get(`${pathOf(id)}/next-steps`)).body.steps[0]).toMatchObject({
      status: 'completed',
      blockers,
    })
    const accepted = await post(`payments/${body.id}/accept-payer`, { reason: 'Материнская компания' })
    expect(accepted).toMatchObject({
      status: 200,
      body: { payer_accepted: { by: { id: owner.id }, reason: 'Материнская компания' } },
    })
    expect((await move({ status: 'completed', tx_hash: hash('a') })).status).toBe(200)
  })

  test('are reversed: the sum follows, and the request goes back', async () => {
    const { post, now, buyer } = await givenApproved()
    const { body: one } = await post('payments', payment())
    const reverse = (id: string) => post(`payments/${id}/reverse`, { reason: 'Ошибка' })
    expect((await reverse(newId())).body.code).toBe('payment_not_found')
    expect(await reverse(one.id)).toMatchObject({ status: 200, body: { reversed: { reason: 'Ошибка' } } })
    expect(await now()).toMatchObject({
      status: 'approved',
      payment: null,
      totals: { received_amount: '0.00' },
    })
    expect((await reverse(one.id)).body.code).toBe('already_reversed')
    await expectBooks(server.db, buyer.id, '0')
    // The same once more: the first one no longer counts.
    expect((await post('payments', payment())).status).toBe(201)
  })
})

describe('refunds', () => {
  test('are never more than is left; the last one makes the request refunded', async () => {
    const { post, refund, now, buyer } = await givenApproved()
    expect((await refund('1')).body.code).toBe('status_not_allowed')
    const { body: paid } = await post('payments', payment())
    expect((await refund('1010.01')).body).toMatchObject({
      code: 'refund_exceeds',
      context: { refundable_amount: '1010.00' },
    })
    expect(await refund('10', 'R')).toMatchObject({ status: 201, body: { amount: '10.00', reference: 'R' } })
    expect((await refund('10.0', 'R')).body.code).toBe('duplicate_refund')
    expect((await now()).totals).toMatchObject({ refunded_amount: '10.00', outstanding_amount: '10.00' })
    expect((await post(`payments/${paid.id}/reverse`, { reason: 'x' })).body.code).toBe('below_refunded')
    expect((await refund('1000')).status).toBe(201)
    expect(await now()).toMatchObject({ status: 'refunded', payment: { received_amount: '1010.00' } })
    await expectBooks(server.db, buyer.id, '0')
  })

  test('the status `refunded` pays everything back that is left', async () => {
    const { owner, id, post, move, deliver } = await givenApproved()
    await post('payments', payment())
    await deliver('50', 'a')
    expect(await move({ status: 'refunded', reason_code: 'other' })).toMatchObject({
      status: 200,
      body: { status: 'refunded', totals: { refunded_amount: '505.00', refundable_amount: '0.00' } },
    })
    expect((await owner.get(`${pathOf(id)}/refunds`)).body.items).toMatchObject([
      { amount: '505.00', reference: null },
    ])
  })
})

describe('a transaction', () => {
  async function givenPaid(overrides: Record<string, unknown> = {}) {
    const deal = await givenApproved(overrides)
    await deal.post('payments', payment({ amount: '1010' }))
    return deal
  }

  test.runIf(isFull)(
    'delivers one request, however its hash is spelled, and the other one is named to those who may see it',
    async () => {
      const first = await givenPaid()
      const second = await givenPaid()
      expect((await first.deliver('10', 'a')).status).toBe(201)
      const { number } = await first.now()
      const refused = {
        status: 409,
        body: {
          code: 'transaction_already_delivers',
          context: { request_id: first.id, number, output: null },
        },
      }
      const tx_hash = hash('a').toUpperCase()
      expect(await second.post('deliveries', { tx_hash, amount: '10' })).toMatchObject(refused)
      expect(await second.move({ status: 'completed', tx_hash })).toMatchObject(refused)
      const made = await first.owner.post('/v1/api-keys', { name: 'writer', scopes: ['requests:write'] })
      const hidden = await client(server, made.body.key).post(`${pathOf(second.id)}/deliveries`, {
        tx_hash,
        amount: '10',
      })
      expect(hidden).toMatchObject({ status: 409, body: { code: 'transaction_already_delivers' } })
      expect(hidden.body.context).toEqual({ output: null })
      expect(hidden.body.detail).not.toContain(number)
      expect(await second.now()).toMatchObject({ status: 'paid', totals: { delivered_amount: '0' } })
      // Another network has other transactions.
      const other = await givenPaid({ asset: 'BTC', network: 'bitcoin' })
      expect((await other.deliver('10', 'a')).status).toBe(201)
    },
  )

  test.runIf(isFull)('of bitcoin delivers once with each of its outputs', async () => {
    const bitcoin = { asset: 'BTC', network: 'bitcoin' }
    const [first, second] = [await givenPaid(bitcoin), await givenPaid(bitcoin)]
    expect((await first.deliver('10', 'a', { output: 0 })).body).toMatchObject({ output: 0 })
    const taken = { status: 409, body: { code: 'transaction_already_delivers' } }
    expect(await second.deliver('10', 'a', { output: 0 })).toMatchObject(taken)
    expect(await second.deliver('10', 'a')).toMatchObject(taken)
    expect((await second.deliver('10', 'a', { output: 1 })).status).toBe(201)
    expect((await second.deliver('10', 'a', { output: 2 })).status).toBe(201)
    expect((await first.deliver('10', 'a', { output: 0 })).body.code).toBe('duplicate_delivery')
    expect((await first.deliver('10', 'a')).body.code).toBe('duplicate_delivery')
    const tron = await givenPaid()
    expect((await tron.deliver('10', 'b', { output: 0 })).body.detail).toMatchObject([
      { loc: ['body', 'output'], ctx: { code: 'output_only_bitcoin' } },
    ])
  })

  test('is recorded once also by who goes around the service, unless what it delivered was reversed', async () => {
    const [first, second] = [await givenPaid(), await givenPaid()]
    const { id } = (await first.deliver('10', 'a')).body
    const row = await server.db
      .selectFrom('deliveries')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { seq: _seq, tx_key: _key, ...copied } = row
    const copy = { ...copied, id: newId(), request_id: second.id, tx_hash: hash('a').toUpperCase() }
    const insert = () => server.db.insertInto('deliveries').values(copy).execute()
    await expect(insert()).rejects.toMatchObject({ constraint: 'deliveries_once' })
    expect((await first.post(`deliveries/${id}/reverse`, { reason: 'Не та заявка' })).status).toBe(200)
    expect((await second.deliver('10', 'a')).status).toBe(201)
  })

  test.each([
    ['bitcoin', 'AB'.repeat(32)],
    ['ethereum', `0x${'AB'.repeat(32)}`],
    ['tron', 'aB'.repeat(32)],
    ['solana', base58.encode(new Uint8Array(64).fill(7))],
    ['ton', 'AB'.repeat(32)],
    ['ton', Buffer.alloc(32, 251).toString('base64')],
    ['ton', Buffer.alloc(32, 251).toString('base64url')],
    ['ton', ''],
  ] as const)('of %s has one spelling here and in the database: %s', async (network, text) => {
    const { rows } = await sql<{
      key: string | null
    }>`select usual_transaction(${network}, ${text}) as key`.execute(server.db)
    expect(rows[0]?.key ?? '').toBe(usualTxHash(network, text))
  })
})

describe('deliveries', () => {
  test('come in parts; the last one completes the request, and what is above the total can be paid back', async () => {
    const { owner, id, post, deliver, refund, move, now, buyer } = await givenApproved()
    await post('payments', payment({ amount: '1020' }))
    expect(await deliver('33', 'a')).toMatchObject({ status: 201, body: { amount: '33', asset: 'USDT' } })
    expect((await deliver('1', 'a')).body.code).toBe('duplicate_delivery')
    expect((await deliver('68', 'b')).body).toMatchObject({
      code: 'delivery_exceeds',
      context: { undelivered_amount: '67' },
    })
    expect((await post('deliveries', { tx_hash: 'xyz', amount: '1' })).status).toBe(422)
    expect((await deliver('67', 'b')).status).toBe(201)
    expect(await now()).toMatchObject({
      status: 'completed',
      tx_hash: hash('b'),
      totals: { delivered_amount: '100' },
    })
    expect((await deliver('67', 'b')).body.code).toBe('duplicate_delivery')
    expect((await move({ status: 'completed', tx_hash: hash('a') })).status).toBe(200)
    expect((await move({ status: 'completed', tx_hash: hash('c') })).body.code).toBe('already_delivered')
    expect((await refund('10.01')).body.code).toBe('refund_exceeds')
    expect((await refund('10')).status).toBe(201)
    expect((await now()).status).toBe('completed')
    expect((await owner.get(`${pathOf(id)}/deliveries`)).body.items).toHaveLength(2)
    await expectBooks(server.db, buyer.id, '0')
  })

  test('are not worth more than was received, unless somebody accepts that', async () => {
    const { post, deliver, move, now, buyer } = await givenApproved()
    await post('payments', payment({ amount: '505' }))
    expect((await deliver('50', 'a')).status).toBe(201)
    const underpaid = [{ code: 'underpaid', missing_amount: '505.00', fiat_currency: 'RUB' }]
    expect(await move({ status: 'completed', tx_hash: hash('b') })).toMatchObject({
      status: 409,
      body: { code: 'approval_blocked', context: { blockers: underpaid } },
    })
    expect((await deliver('0.01', 'b')).body.context.blockers).toMatchObject([
      { code: 'underpaid', missing_amount: '0.10' },
    ])
    const operator = await server.signIn('operator')
    const accepting = { status: 'completed', tx_hash: hash('b'), accept_underpayment: true }
    expect((await operator.patch(`${pathOf((await now()).id)}/status`, accepting)).status).toBe(403)
    expect(await move(accepting)).toMatchObject({ status: 200, body: { status: 'completed' } })
    await expectBooks(server.db, buyer.id, '-50500')
  })
})

describe('credits', () => {
  test('keep money for a request that takes none; it is allocated or paid back', async () => {
    const { owner, buyer } = await givenApproved()
    const closed = await givenRequest(owner, buyer.id, terms, cancel)
    const sent = payment({ amount: '2000', payer_inn: '7707083893' })
    const hint = await owner.patch(`${pathOf(closed.id)}/status`, {
      status: 'paid',
      payment_reference: 'P',
      received_amount: '1',
    })
    expect(hint).toMatchObject({
      status: 409,
      body: { code: 'transition_not_allowed', detail: expect.stringContaining('/payments') },
    })
    const kept = await owner.post(`${pathOf(closed.id)}/payments`, sent)
    expect(kept).toMatchObject({
      status: 201,
      body: { kind: 'credit', amount: '2000.00', request_id: closed.id },
    })
    expect((await owner.post(`${pathOf(closed.id)}/payments`, sent)).body).toMatchObject({
      code: 'duplicate_payment',
      context: { kind: 'credit', existing_id: kept.body.id },
    })
    expect((await read(owner, closed.id)).payment).toBeNull()
    const open = `/v1/credits?status=open&organization_id=${buyer.id}`
    expect((await owner.get(open)).body.items).toMatchObject([
      { id: kept.body.id, left_amount: '2000.00', status: 'open' },
    ])
    await expectBooks(server.db, buyer.id, '200000')
    // Approved in the meantime, it would be the same money once more.
    const waiting = await givenRequest(owner, buyer.id, terms)
    const early = await owner.post(`${pathOf(waiting.id)}/payments`, payment({ amount: '5' }))
    for (const move of [review, approve]) await owner.patch(`${pathOf(waiting.id)}/status`, move)
    const twice = { status: 'paid', payment_reference: 'P-1', received_amount: '5.00' }
    expect(await owner.patch(`${pathOf(waiting.id)}/status`, twice)).toMatchObject({
      status: 409,
      body: { code: 'duplicate_payment', context: { kind: 'credit', existing_id: early.body.id } },
    })
    await owner.post(`/v1/credits/${early.body.id}/refund`, {
      amount: '5',
      reference: 'R',
      account: '40702810900000000001',
    })

    const credit = `/v1/credits/${kept.body.id}`
    const target = await givenRequest(owner, buyer.id, terms, review, approve)
    const allocate = (request_id: string, amount: string) =>
      owner.post(`${credit}/allocate`, { request_id, amount })
    const stranger = await givenRequest(owner, (await givenBuyer(server)).id, terms, review, approve)
    expect((await allocate(stranger.id, '1')).body.detail[0].ctx.code).toBe('other_organization')
    expect((await allocate('nothing', '1')).body.detail[0].ctx.code).toBe('request_not_found')
    expect((await allocate(closed.id, '1')).body.code).toBe('status_not_allowed')
    expect((await allocate(target.id, '2000.01')).body).toMatchObject({
      code: 'credit_exceeds',
      context: { left_amount: '2000.00' },
    })
    expect((await allocate(target.id, '2000')).body.code).toBe('overpayment')
    expect(await allocate(target.id, '1010')).toMatchObject({
      status: 200,
      body: { left_amount: '990.00', allocated_amount: '1010.00' },
    })
    expect((await allocate(target.id, '1010')).body.code).toBe('credit_exceeds')
    const { items } = (await owner.get(`${pathOf(target.id)}/payments`)).body
    expect(items).toMatchObject([
      { credit_id: kept.body.id, reference: 'P-1', received_at: sent.received_at, is_foreign_payer: true },
    ])
    expect(
      (await owner.post(`${pathOf(target.id)}/payments/${items[0].id}/reverse`, { reason: 'x' })).status,
    ).toBe(200)
    expect((await owner.get(open)).body.items).toMatchObject([{ left_amount: '2000.00' }])

    const refund = (amount: string, reference = 'R') =>
      owner.post(`${credit}/refund`, { amount, reference, account: '40702810900000000001' })
    expect((await refund('2000.01')).body.code).toBe('credit_exceeds')
    expect((await refund('500')).body).toMatchObject({ left_amount: '1500.00' })
    expect((await refund('500')).body.code).toBe('duplicate_refund')
    expect((await refund('1500', 'R2')).body).toMatchObject({ left_amount: '0.00', status: 'used' })
    expect((await owner.get(open)).body.items).toEqual([])
    await expectBooks(server.db, buyer.id, '0')
  })
})
