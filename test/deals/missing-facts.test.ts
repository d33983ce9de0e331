import { expect, test } from 'vitest'
import {
  approve,
  complete,
  fail,
  givenBuyer,
  givenRequest,
  pay,
  refund,
  review,
} from '../support/given-purchase-request.ts'
import { startServer } from '../support/harness.ts'
import { expectBooks, pathOf, payment, read } from './given-deal.ts'

const server = startServer()

/** A request as release 1.0.0 leaves it: columns and history, but no facts. */
async function givenFrom100(...moves: Record<string, unknown>[]) {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id, version } = await givenRequest(owner, buyer.id, {}, review, approve)
  let [status, at] = ['approved', version]
  for (const move of moves) {
    const { status: to, payment_reference, received_amount, tx_hash } = move as Record<string, string>
    at += 1
    await server.db
      .updateTable('purchase_requests')
      .set({
        status: to as 'paid',
        version: at,
        ...(payment_reference && { payment_reference, received_amount, received_at: new Date() }),
        ...(tx_hash && { tx_hash }),
      })
      .where('id', '=', id)
      .execute()
    await server.db
      .insertInto('purchase_request_history')
      .values({
        request_id: id,
        from_status: status as 'approved',
        to_status: to as 'paid',
        reason_code: null,
        comment: null,
        changes: null,
        actor_kind: 'administrator',
        actor_id: owner.id as string,
        actor_name: 'Анна',
        at: new Date(),
      })
      .execute()
    status = to as string
  }
  await server.db.deleteFrom('quotes').where('request_id', '=', id).execute()
  return { owner, buyer, id }
}

test('the job writes the facts of what release 1.0.0 has left, once', async () => {
  const completed = await givenFrom100(pay, complete)
  const refunded = await givenFrom100(pay, fail, refund)
  const before = [await read(completed.owner, completed.id), await read(refunded.owner, refunded.id)]
  const { missingFacts } = server.service
  while (await missingFacts.sweep());
  const { owner } = completed
  expect((await owner.get(`${pathOf(completed.id)}/payments`)).body.items).toMatchObject([
    { reference: 'P-77', amount: '92301.08', recorded_by: { id: owner.id, name: 'Анна' } },
  ])
  expect((await owner.get(`${pathOf(completed.id)}/deliveries`)).body.items).toMatchObject([
    { tx_hash: complete.tx_hash, amount: '1000.5' },
  ])
  expect((await owner.get(`${pathOf(refunded.id)}/refunds`)).body.items).toMatchObject([
    { amount: '92301.08' },
  ])
  await expectBooks(server.db, completed.buyer.id, '0')
  await expectBooks(server.db, refunded.buyer.id, '0')
  expect([await read(owner, completed.id), await read(owner, refunded.id)]).toEqual(before)
  expect(await missingFacts.sweep()).toBe(false)
})

test('whoever needs them sooner writes them on the spot, also when a node of 1.0.0 wrote in between', async () => {
  const { owner, buyer, id } = await givenFrom100(pay)
  const more = payment({ amount: '1.00', reference: 'P-78' })
  expect((await owner.post(`${pathOf(id)}/payments`, more)).status).toBe(201)
  expect((await read(owner, id)).payment).toMatchObject({ reference: 'P-77', received_amount: '92302.08' })
  await server.db
    .updateTable('purchase_requests')
    .set(({ eb }) => ({ status: 'completed', tx_hash: complete.tx_hash, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await server.db
    .insertInto('purchase_request_history')
    .values({
      request_id: id,
      from_status: 'paid',
      to_status: 'completed',
      reason_code: null,
      comment: null,
      changes: null,
      actor_kind: 'administrator',
      actor_id: owner.id as string,
      actor_name: 'Анна',
      at: new Date(),
    })
    .execute()
  const again = await owner.patch(`${pathOf(id)}/status`, { ...complete, tx_hash: 'cd'.repeat(32) })
  expect(again).toMatchObject({ status: 409, body: { code: 'already_delivered' } })
  expect((await owner.patch(`${pathOf(id)}/status`, complete)).status).toBe(200)
  expect((await owner.get(`${pathOf(id)}/deliveries`)).body.items).toHaveLength(1)
  await expectBooks(server.db, buyer.id, '100')
})

test('the price of a request of release 1.0.0 is its first quote', async () => {
  const { owner, id } = await givenFrom100()
  const quotes = `${pathOf(id)}/quotes`
  const [first] = (await owner.get(quotes)).body.items
  expect(first).toMatchObject({ rate: '92.155', quoted_by: { id: owner.id } })
  const end = new Date(Date.now() + 3_600_000).toISOString()
  expect((await owner.post(quotes, { rate: '93', quote_expires_at: end })).status).toBe(201)
  expect((await owner.get(quotes)).body.items).toMatchObject([
    { rate: '93' },
    { ...first, is_current: false },
  ])
})
