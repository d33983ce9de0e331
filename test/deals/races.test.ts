import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { startServer } from '../support/service/harness.ts'
import { expectBooks, hash, pathOf, payment, read, terms } from './given-deal.ts'

const server = startServer({ connections: connectionsFor(3) })
type Reply = { status: number; body: Record<string, never> }

/** Each race: what was paid before, the two calls, and what is left whoever comes first. */
const races: Record<string, [string | null, [string, object][], (owed: Reply[]) => [number[], string]]> = {
  'two payments': [
    null,
    [
      ['payments', payment({ amount: '500', reference: 'A' })],
      ['payments', payment({ amount: '510', reference: 'B' })],
    ],
    () => [[201, 201], '101000'],
  ],
  'the same payment twice': [
    null,
    [
      ['payments', payment()],
      ['payments', payment()],
    ],
    () => [[201, 409], '101000'],
  ],
  'two deliveries of more than half': [
    '1010',
    [
      ['deliveries', { tx_hash: hash('a'), amount: '60' }],
      ['deliveries', { tx_hash: hash('b'), amount: '60' }],
    ],
    () => [[201, 409], '40400'],
  ],
  'two refunds of more than half': [
    '1010',
    ['A', 'B'].map((reference) => [
      'refunds',
      { amount: '600', reference, account: '40702810900000000001', reason_code: 'other' },
    ]),
    () => [[201, 409], '41000'],
  ],
  'a delivery and a refund of everything': [
    '1010',
    [
      ['deliveries', { tx_hash: hash('a'), amount: '100' }],
      ['refunds', { amount: '1010', reference: 'R', account: '40702810900000000001', reason_code: 'other' }],
    ],
    () => [[201, 409], '0'],
  ],
}

test.each(Object.keys(races))('%s at the same time', async (name) => {
  const [paid, calls, outcome] = races[name] as (typeof races)[string]
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, terms, review, approve)
  if (paid) await owner.post(`${pathOf(id)}/payments`, payment({ amount: paid, reference: 'first' }))
  const replies = await whileLocked(
    server.db,
    (db) => sql`select from purchase_requests where id = ${id} for update`.execute(db),
    () => calls.map(([what, body]) => owner.post(`${pathOf(id)}/${what}`, body)),
  )
  const [statuses, owed] = outcome(replies as Reply[])
  expect(replies.map(({ status }) => status).toSorted()).toEqual(statuses)
  await expectBooks(server.db, buyer.id, owed)
})

test('a delivery and the reversal of its payment at the same time', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, terms, review, approve)
  const paid = (await owner.post(`${pathOf(id)}/payments`, payment())).body
  const [delivered, reversed] = await whileLocked(
    server.db,
    (db) => sql`select from purchase_requests where id = ${id} for update`.execute(db),
    () => [
      owner.post(`${pathOf(id)}/deliveries`, { tx_hash: hash('a'), amount: '100' }),
      owner.post(`${pathOf(id)}/payments/${paid.id}/reverse`, { reason: 'Отозван банком' }),
    ],
  )
  expect(reversed?.status).toBe(200)
  const request = await read(owner, id)
  expect(request.payment).toBeNull()
  // Delivered first, the organization owes everything; reversed first, nothing is delivered.
  expect([delivered?.status, request.status]).toEqual(
    delivered?.status === 201 ? [201, 'completed'] : [409, 'approved'],
  )
  await expectBooks(server.db, buyer.id, delivered?.status === 201 ? '-101000' : '0')
})
