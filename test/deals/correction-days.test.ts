import { beforeAll, expect, test } from 'vitest'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
let owner: Client

beforeAll(async () => {
  owner = await server.signIn('owner')
})

const dayBefore = (days: number) =>
  new Date(Date.now() + 3 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

/** A request with a payment of some days ago. */
async function givenPayment(days: number) {
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review, approve)
  const path = `/v1/purchase-requests/${request.id}`
  const { body, status } = await owner.post(`${path}/payments`, {
    amount: '92301.08',
    currency: 'RUB',
    payer_name: 'ООО «Ромашка»',
    received_at: `${dayBefore(days)}T09:00:00Z`,
    reference: request.number,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return { path: `${path}/payments/${body.id}/reverse`, request: request.id }
}

const daysOf = (request: string) =>
  server.db
    .selectFrom('book_postings')
    .select(['kind', 'day'])
    .where('request_id', '=', request)
    .orderBy('id')
    .execute()

test('a correction has a day of its own', async () => {
  const { path, request } = await givenPayment(10)
  const codeOf = async (date: string) =>
    (await owner.post(path, { reason: 'Ошибка', date })).body.detail[0].ctx
  expect(await codeOf(dayBefore(11))).toMatchObject({ code: 'before_corrected', day: dayBefore(10) })
  expect(await codeOf(dayBefore(-1))).toMatchObject({ code: 'in_future' })
  expect((await owner.post(path, { reason: 'Ошибка', date: dayBefore(8) })).status).toBe(200)
  expect(await daysOf(request)).toEqual([
    { kind: 'payment', day: dayBefore(10) },
    { kind: 'reversal', day: dayBefore(8) },
  ])
})

test('a day that is closed is refused when a person names it, and otherwise the first open one is taken', async () => {
  const [named, plain] = [await givenPayment(10), await givenPayment(10)]
  const closed = await owner.post('/v1/books/close', { through: dayBefore(5), reason: 'Проверка' })
  expect(closed.status, JSON.stringify(closed.body)).toBe(200)
  expect(await owner.post(named.path, { reason: 'Ошибка', date: dayBefore(7) })).toMatchObject({
    status: 409,
    body: { code: 'period_closed', context: { first_open_day: dayBefore(4) } },
  })
  expect((await owner.post(named.path, { reason: 'Ошибка', date: dayBefore(3) })).status).toBe(200)
  expect((await daysOf(named.request))[1]).toEqual({ kind: 'reversal', day: dayBefore(3) })
  expect((await owner.post(plain.path, { reason: 'Ошибка' })).status).toBe(200)
  expect((await daysOf(plain.request))[1]).toEqual({ kind: 'reversal', day: dayBefore(0) })
})
