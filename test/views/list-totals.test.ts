import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { lists } from '../../contract/lists/all.ts'
import { type ListTotals, mostCounted } from '../../contract/lists/list.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { pathOf, payment, terms } from '../deals/given-deal.ts'
import { isFull } from '../support/cases/scale.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
let owner: Client
let requests: PurchaseRequestResponse[]

beforeAll(async () => {
  owner = await server.signIn('owner')
  const buyers = [await givenBuyer(server), await givenBuyer(server)]
  requests = []
  for (const { id } of buyers) requests.push(await givenRequest(owner, id, terms, review, approve))
  for (const [index, amount] of ['10.00', '20.50', '0.05'].entries())
    await owner.post(
      `${pathOf(String(requests[index % 2]?.id))}/payments`,
      payment({ amount, reference: `P-${index}` }),
    )
})

async function totals(path: string): Promise<ListTotals> {
  const { status, body } = await owner.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test('rows are counted and their amounts summed, with the filters of the list', async () => {
  expect(await totals('/v1/lists/payments/totals')).toEqual({
    count: 3,
    is_exact: true,
    sums: [{ field: 'amount', currency: 'RUB', amount: '30.55' }],
  })
  const organization = requests[0]?.organization_id
  expect(await totals(`/v1/lists/payments/totals?organization_id=${organization}`)).toEqual({
    count: 2,
    is_exact: true,
    sums: [{ field: 'amount', currency: 'RUB', amount: '10.05' }],
  })
  expect((await totals('/v1/lists/purchase-requests/totals?status=paid')).count).toBe(2)
})

test('what was reversed is a row, and no money', async () => {
  const { body } = await owner.get(`/v1/lists/payments?request_id=${requests[1]?.id}`)
  const [paid] = body.items
  const reversed = await owner.post(`${pathOf(paid.request_id)}/payments/${paid.id}/reverse`, {
    reason: 'Ошибка',
  })
  expect(reversed.status, JSON.stringify(reversed.body)).toBe(200)
  expect(await totals('/v1/lists/payments/totals')).toEqual({
    count: 3,
    is_exact: true,
    sums: [{ field: 'amount', currency: 'RUB', amount: '10.05' }],
  })
})

test('an empty list has no sums', async () => {
  expect(await totals('/v1/credits/totals?status=open')).toEqual({ count: 0, is_exact: true, sums: [] })
})

describe('every list that is read in pages', () => {
  const paged = lists.filter(({ read }) => read !== undefined)
  test.each(paged.map((list) => [list.name, list] as const))(
    '%s has totals',
    async (_name, { read, totals: operation }) => {
      const all = (await owner.get(`${read?.path}?limit=200`)).body.items
      expect(await totals(String(operation?.path))).toMatchObject({ count: all.length, is_exact: true })
    },
  )
})

test.runIf(isFull)('beyond ten thousand rows neither their number nor their sums are told', async () => {
  await sql`
    insert into payments overriding system value
    select (jsonb_populate_record(payment, jsonb_build_object(
      'id', gen_random_uuid(), 'seq', payment.seq + 1000 + n, 'reference', 'N-' || n))).*
    from payments as payment cross join generate_series(1, ${mostCounted}::int) as n
    where payment.reference = 'P-0'
  `.execute(server.db)
  const request = requests[0]?.id
  expect(await totals(`/v1/lists/payments/totals?request_id=${request}`)).toEqual({
    count: mostCounted,
    is_exact: false,
    sums: [],
  })
  await sql`delete from payments where reference = 'N-1'`.execute(server.db)
  await sql`delete from payments where reference = 'N-2'`.execute(server.db)
  const { count, is_exact } = await totals(`/v1/lists/payments/totals?request_id=${request}`)
  expect({ count, is_exact }).toEqual({ count: mostCounted, is_exact: true })
})
