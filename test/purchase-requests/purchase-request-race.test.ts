import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectionsFor, untilWaiting, whileLocked } from '../support/database/locks.ts'
import {
  approve,
  complete,
  givenBuyer,
  givenRequest,
  newRequest,
  pay,
  reject,
  review,
} from '../support/given/given-purchase-request.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(30) })
const status = (id: string) => `/v1/purchase-requests/${id}/status`
const waiting = (callers = 1) => untilWaiting(server.db, callers)

test('a change waits for a concurrent change of the same request and does not overwrite it', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, {}, review)

  const late = await server.db.transaction().execute(async (other) => {
    await other.updateTable('purchase_requests').set({ status: 'rejected' }).where('id', '=', id).execute()
    const reply = owner.patch(status(id), approve)
    await waiting()
    return { reply }
  })

  expect(await late.reply).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } })
})

test('an approval waits for a concurrent suspension of the organization and is refused', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, {}, review)

  const late = await server.db.transaction().execute(async (other) => {
    const suspended = { kyb_status: 'suspended', kyb_reason: 'sanctions' } as const
    await other.updateTable('organizations').set(suspended).where('id', '=', buyer.id).execute()
    const reply = owner.patch(status(id), approve)
    await waiting()
    return { reply }
  })

  expect(await late.reply).toMatchObject({ status: 409, body: { code: 'approval_blocked' } })
})

test('a suspension waits for a running completion', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, {}, review, approve, pay)

  // The completion has passed its gate and stands before the audit chain, which is held here.
  const { reply, suspension } = await server.db.transaction().execute(async (other) => {
    await sql`select from audit_head for update`.execute(other)
    const reply = owner.patch(status(id), complete)
    await waiting()
    const suspension = server.db
      .updateTable('organizations')
      .set({ kyb_status: 'suspended', kyb_reason: 'sanctions' })
      .where('id', '=', buyer.id)
      .execute()
    await waiting(2)
    return { reply, suspension }
  })

  expect((await reply).status).toBe(200)
  await suspension
})

test('two different payments at the same time are both recorded', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, {}, review, approve)
  const replies = await whileLocked(
    server.db,
    (db) => sql`select from purchase_requests where id = ${id} for update`.execute(db),
    () =>
      ['P-1', 'P-2'].map((payment_reference) =>
        owner.patch(status(id), { ...pay, payment_reference, received_amount: '50000' }),
      ),
  )
  expect(replies.map((reply) => reply.status)).toEqual([200, 200])
  const { payment } = (await owner.get(`/v1/purchase-requests/${id}`)).body
  expect(payment).toMatchObject({ received_amount: '100000.00', exception: 'over' })
})

test('concurrent creations get numbers without gaps or duplicates, even if some fail', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const before = await lastNumber()
  const replies = await whileLocked(
    server.db,
    (db) => sql`update purchase_request_sequence set seq = seq`.execute(db),
    () =>
      Array.from({ length: 30 }, (_, i) =>
        // Every third is a duplicate of another and takes no number.
        operator.post(
          '/v1/purchase-requests',
          newRequest(buyer.id, { external_id: `race-${i - (i % 3 === 2 ? 1 : 0)}` }),
        ),
      ),
  )
  const made = replies.filter((reply) => reply.status === 201)
  expect(made).toHaveLength(20)
  expect(replies.filter((reply) => reply.status === 409)).toHaveLength(10)
  const numbers = made.map((reply) => Number(reply.body.number.slice(-6))).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => before + 1 + i))
  const listed = await operator.get(`/v1/purchase-requests?organization_id=${buyer.id}&limit=200`)
  expect(listed.body.total).toBe(20)
  const times = listed.body.items.map((item: { created_at: string }) => item.created_at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(new Set(times).size).toBe(20)
})

test('a creation waits for the number of the one before it', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const before = await lastNumber()

  const late = await server.db.transaction().execute(async (other) => {
    await sql`update purchase_request_sequence set seq = seq`.execute(other)
    const reply = operator.post('/v1/purchase-requests', newRequest(buyer.id))
    await waiting()
    return { reply }
  })

  expect(Number((await late.reply).body.number.slice(-6))).toBe(before + 1)
})

test('numbers start again each year', async () => {
  server.clock.at = new Date('2031-12-31T23:59:59.999Z')
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const old = await givenRequest(operator, buyer.id)
  server.clock.at = new Date('2032-01-01T00:00:00.000Z')
  const young = await givenRequest(operator, buyer.id)
  expect([old.number, young.number]).toEqual(['PR-2031-000001', 'PR-2032-000001'])
  server.clock.at = null
})

test('many concurrent status changes keep the counts correct', async () => {
  const owner = await server.signIn('owner')
  const buyers = [await givenBuyer(server), await givenBuyer(server)]
  const requests = await Promise.all(
    Array.from({ length: 16 }, (_, i) => givenRequest(owner, (buyers[i % 2] as { id: string }).id)),
  )
  await whileLocked(
    server.db,
    (db) => sql`select from audit_head for update`.execute(db),
    () =>
      requests.map(async ({ id }, i) => {
        await owner.patch(status(id), review)
        if (i % 3 === 0) await owner.patch(status(id), reject)
        if (i % 3 === 1) await owner.patch(status(id), approve)
      }),
  )
  const { rows } = await sql`
    select organization_id, status, count from purchase_request_counts where count > 0
    except (
      select organization_id::text, status, count(*) from purchase_requests group by 1, 2
      union all select '', status, count(*) from purchase_requests group by 2
    )
  `.execute(server.db)
  expect(rows).toEqual([])
})

test('two concurrent runs expire a quote once', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, {}, review, approve)

  // One sweep, this one or the service's own, is held before its commit; another finds the work taken and goes home.
  const { first, second } = await server.db.transaction().execute(async (other) => {
    await sql`select from audit_head for update`.execute(other)
    await server.db
      .updateTable('purchase_requests')
      .set({ quote_expires_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    const first = server.service.quoteExpiry.sweep()
    await waiting()
    const second = await server.service.quoteExpiry.sweep()
    return { first, second }
  })

  expect(second).toBe(0)
  await first
  await expect
    .poll(async () => (await owner.get(`/v1/purchase-requests/${id}`)).body)
    .toMatchObject({ status: 'expired', version: 4 })
  expect((await owner.get(`/v1/purchase-requests/${id}/history`)).body.total).toBe(4)
})

async function lastNumber(): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select last from purchase_request_numbers where year = extract(year from now() at time zone 'UTC')
  `.execute(server.db)
  return rows[0]?.last ?? 0
}
