import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digestOf } from '../../server/features/transfers/transfer/transfer-intent.ts'
import { publish } from '../screening/given-lists.ts'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { givenAnother, givenDelivery, givenStock, newDelivery } from '../support/given/given-stock.ts'
import { eth, ethereumInputs, transferPath, transfersOn } from '../support/given/given-transfer.ts'
import { walletsPath } from '../support/given/given-wallets.ts'
import { type Client, client, startServer, type TestServer } from '../support/service/harness.ts'
import { startSecondNode } from '../support/service/second-node.ts'

/** What goes wrong between the preparation of a delivery and its confirmation. */
const server = startServer({ env: transfersOn, connections: connectionsFor(4) })
const evidence = { evidence: 'Два обозревателя показывают 40 подтверждений' }
const dayMs = 86_400_000

async function given(by?: Client) {
  const stock = await givenStock(server, by)
  const transfer = await givenDelivery(stock.owner, stock, stock.request)
  return { ...stock, transfer }
}

const sign = (by: Client, { id }: { id: string }, nonce = 0, inputs = {}) =>
  by.post(transferPath(id, '/sign'), ethereumInputs(nonce, inputs))
const confirm = (by: Client, { id }: { id: string }) => by.post(transferPath(id, '/confirm'), evidence)
const requestOf = async (by: Client, { id }: { id: string }) =>
  (await by.get(`/v1/purchase-requests/${id}`)).body
const deliveriesOf = async (by: Client, { id }: { id: string }) =>
  (await by.get(`/v1/purchase-requests/${id}/deliveries`)).body.items

/** What the audit log says was wrong when the delivery was recorded. */
async function doubtsOf(requestId: string): Promise<string[]> {
  const rows = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('object_id', '=', requestId)
    .where('action', '=', 'purchase_request.delivery_recorded')
    .execute()
  return rows.flatMap(({ event }) => JSON.parse(event).details.doubts ?? [])
}

/** What cannot be refused any more: it is recorded once, and somebody has to look at it. */
async function expectException(owner: Client, request: { id: string }, doubt: string): Promise<void> {
  const after = await requestOf(owner, request)
  expect(after.totals.delivered_amount).toBe('0.1')
  expect(after.exception_since).not.toBeNull()
  expect(await doubtsOf(request.id)).toContain(doubt)
  expect(await deliveriesOf(owner, request)).toHaveLength(1)
}

describe('at the moment of the confirmation', () => {
  test('a new hit is an exception, and the delivery is recorded', async () => {
    const { owner, request, transfer } = await given()
    expect((await sign(owner, transfer)).status).toBe(200)
    const listed = { schema: 'Person', crypto_addresses: request.destination_address as string }
    await publish(server, owner, 'own', [{ id: 'x1', name: `Владелец ${request.number}`, ...listed }])
    expect((await confirm(owner, transfer)).status).toBe(200)
    await expectException(owner, request, 'screening_hit')
  })

  test('a request that was refunded is an exception, and the delivery is recorded', async () => {
    const { owner, request, transfer } = await given()
    expect((await sign(owner, transfer)).status).toBe(200)
    // Past the service, which refuses it while a signature lives.
    await server.db
      .updateTable('purchase_requests')
      .set({ status: 'refunded' })
      .where('id', '=', request.id)
      .execute()
    expect((await confirm(owner, transfer)).status).toBe(200)
    await expectException(owner, request, 'request_refunded')
  })

  test('a day that was closed meanwhile becomes the first open day', async () => {
    const { owner, request, transfer } = await given()
    expect((await sign(owner, transfer)).status).toBe(200)
    const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
    const tomorrow = new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10)
    // The clock of the node that closes is ahead of the one that confirms.
    server.clock.at = new Date(Date.now() + dayMs)
    const later = await server.signIn('owner')
    const close = { through: today, reason: 'Проверка' }
    expect((await later.post('/v1/books/close', close)).status).toBe(200)
    server.clock.at = null
    expect((await confirm(owner, transfer)).status).toBe(200)
    expect(await requestOf(owner, request)).toMatchObject({ status: 'completed' })
    const [delivery] = await deliveriesOf(owner, request)
    const { day } = await server.db
      .selectFrom('book_postings')
      .select(sql<string>`day::text`.as('day'))
      .where('fact_id', '=', delivery.id)
      .executeTakeFirstOrThrow()
    expect(day).toBe(tomorrow)
    await expectException(owner, request, 'period_closed')
    expect((await owner.post('/v1/books/reopen', { through: null })).status).toBe(200)
  })
})

describe('between the preparation and the signature', () => {
  test('a destination that changed is not paid', async () => {
    const { owner, request, transfer } = await given()
    const replaced = await owner.post(walletsPath(request.organization_id, '/replace'), { reason: 'Утечка' })
    expect(replaced.status, JSON.stringify(replaced.body)).toBe(201)
    const refused = await sign(owner, transfer)
    expect([refused.status, refused.body.code]).toEqual([409, 'transfer_blocked'])
    expect(await deliveriesOf(owner, request)).toEqual([])
  })

  /** Past the service: the approval that the service has proven says otherwise, so that no coin leaves. */
  test.each([
    ['destination', { destination_address: '0x000000000000000000000000000000000000dEaD' }],
    ['amount', { crypto_amount: sql<string>`crypto_amount * 2`, rate: sql<string>`rate / 2` }],
  ] as const)('a request whose %s was changed in the database is not paid', async (_, change) => {
    const { owner, request, transfer } = await given()
    await server.db.updateTable('purchase_requests').set(change).where('id', '=', request.id).execute()
    const refused = await sign(owner, transfer)
    expect([refused.status, refused.body.code]).toEqual([503, 'proof_invalid'])
    const row = await server.db
      .selectFrom('transfers')
      .select(['status', 'prepared_at', 'raw'])
      .where('id', '=', transfer.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 'draft', prepared_at: null, raw: null })
  })

  test('a request that was refunded is not delivered', async () => {
    const { owner, request, transfer } = await given()
    const whole = { status: 'refunded', reason_code: 'customer_request' }
    const refunded = await owner.patch(`/v1/purchase-requests/${request.id}/status`, whole)
    expect(refunded.status, JSON.stringify(refunded.body)).toBe(200)
    const refused = await sign(owner, transfer)
    expect([refused.status, refused.body.code]).toEqual([409, 'transfer_blocked'])
    expect(refused.body.context.blockers).toContain('request_changed')
  })

  test('a wallet of another client delivers nothing', async () => {
    const [one, other] = [await givenStock(server), await givenStock(server)]
    const wallet = { id: other.request.organization_id, wallet: other.client.wallet }
    const refused = await one.owner.post('/v1/transfers', newDelivery(wallet as never, one.request))
    expect([refused.status, refused.body.detail[0].loc.at(-1)]).toEqual([422, 'request_id'])
  })
})

describe('two people on two nodes', () => {
  let second: Awaited<ReturnType<typeof startSecondNode>>
  beforeAll(async () => {
    second = await startSecondNode(server)
  })
  afterAll(() => second.stop())

  const hold = (table: 'transfers' | 'purchase_requests', id: string) => (db: TestServer['db']) =>
    sql`select from ${sql.table(table)} where id = ${id} for update`.execute(db)

  test('prepare a delivery of the same request once', async () => {
    const { owner, request, ...stock } = await givenStock(server)
    const other = client(second, owner.token)
    const replies = await whileLocked(server.db, hold('purchase_requests', request.id), () =>
      [owner, other].map((by) => by.post('/v1/transfers', newDelivery(stock, request))),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const refused = replies.find(({ status }) => status === 422)
    expect(refused?.body.detail).toMatchObject([
      { ctx: { code: 'more_than_left', left: '0.1', reserved: '0.1' } },
    ])
  })

  test('sign it once: both get the same transaction, or one is told why not', async () => {
    const { owner, request, transfer } = await given()
    const other = client(second, owner.token)
    const replies = await whileLocked(server.db, hold('transfers', transfer.id), () => [
      sign(owner, transfer, 0),
      sign(other, transfer, 1, { max_fee_per_gas: '21000000000' }),
    ])
    const signed = replies.filter(({ status }) => status === 200)
    expect(signed.length).toBeGreaterThan(0)
    expect(new Set(signed.map(({ body }) => body.raw)).size).toBe(1)
    for (const { status, body } of replies)
      if (status !== 200) expect([status, body.code]).toEqual([409, 'transfer_status'])
    expect((await confirm(other, transfer)).status).toBe(200)
    expect((await confirm(owner, transfer)).status).toBe(200)
    expect(await deliveriesOf(owner, request)).toHaveLength(1)
  })

  test('sign a delivery, or pay its money back: not both', async () => {
    const { owner, request, transfer } = await given()
    const other = client(second, owner.token)
    const refund = {
      amount: '10000.00',
      reference: 'R-1',
      account: '40702810900000000001',
      reason_code: 'other',
    }
    const [signed, refunded] = await whileLocked(server.db, hold('purchase_requests', request.id), () => [
      sign(owner, transfer),
      other.post(`/v1/purchase-requests/${request.id}/refunds`, refund),
    ])
    const outcome = [signed?.status, refunded?.status]
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual(outcome)
    const refused = signed?.status === 409 ? signed : refunded
    expect(['delivery_on_its_way', 'approval_blocked', 'transfer_blocked']).toContain(refused?.body.code)
    expect((await deliveriesOf(owner, request)).length).toBe(0)
  })

  test('spend the same coins once', async () => {
    const { owner, request, client: buyer, ...stock } = await givenStock(server)
    const another = await givenAnother(owner, buyer, '0.2')
    const one = await givenDelivery(owner, stock, request)
    const two = await givenDelivery(owner, stock, another, { amount: String(eth / 5n) })
    const other = client(second, owner.token)
    const balance = String((25n * eth) / 100n)
    const replies = await Promise.all([
      sign(owner, one, 0, { balance }),
      other.post(transferPath(two.id, '/sign'), ethereumInputs(1, { balance }), {
        'kontor-reason': 'The second one',
      }),
    ])
    expect(replies.map(({ status }) => status).toSorted(), JSON.stringify(replies)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('not_enough_coins')
  })
})

/** Somebody changes the row past the service after it was signed: nothing is recorded of it, and people see it. */
describe('a transfer that was changed after it was signed', () => {
  test.each(['amount', 'transaction', 'signature', 'wallet', 'request'] as const)(
    'is not recorded: its %s',
    async (what) => {
      const { owner, request, transfer, client: buyer } = await given()
      const other = await givenAnother(owner, buyer)
      expect((await sign(owner, transfer)).status).toBe(200)
      const row = await server.db
        .selectFrom('transfers')
        .selectAll()
        .where('id', '=', transfer.id)
        .executeTakeFirstOrThrow()
      const changes = {
        amount: { signed_amount: String(eth / 20n) },
        transaction: { tx_id: `0x${'ab'.repeat(32)}` },
        signature: { raw: '0xabcdef' },
        wallet: { from_wallet_id: buyer.wallet.id },
        request: { request_id: other.id },
      }
      const changed = changes[what]
      const digest = digestOf({ ...row, ...changed })
      await server.db
        .updateTable('transfers')
        .set({ ...changed, digest })
        .where('id', '=', row.id)
        .execute()
      const refused = await confirm(owner, transfer)
      expect([refused.status, refused.body.code]).toEqual([503, 'proof_invalid'])
      for (const one of [request, other]) {
        expect(await deliveriesOf(owner, one)).toEqual([])
        expect((await requestOf(owner, one)).status).toBe('paid')
      }
      const named = what === 'request' ? other : request
      expect((await requestOf(owner, named)).exception_since).not.toBeNull()
      const posted = await server.db
        .selectFrom('book_entries')
        .select('account')
        .where('account', 'like', `assets:coins:ethereum:ETH:${row.from_wallet_id}`)
        .execute()
      expect(posted).toEqual([])
      // Its coins stay reserved until somebody says what became of it.
      expect((await owner.get(transferPath(transfer.id))).body.status).toBe('signed')
      const released = await owner.post(transferPath(transfer.id, '/release'), {
        evidence: 'Посмотрели в сети',
      })
      expect(released.body.status).toBe('failed')
    },
  )
})
