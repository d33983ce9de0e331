import { beforeAll, expect, test } from 'vitest'
import { roles } from '../../contract/api/roles.ts'
import type { FilteredPaymentsResponse, ListedPayment } from '../../contract/lists/payments.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { pathOf, payment, terms } from '../deals/given-deal.ts'
import { givenApprovedKey } from '../support/given/given-approval.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer()
const list = '/v1/lists/payments'
let owner: Client
const requests: PurchaseRequestResponse[] = []
/** In the order in which they are recorded, which is not that of their receipt. */
const received = ['2026-01-07', '2026-01-05', '2026-01-09', '2026-01-06', '2026-01-07']

async function pay(index: number, overrides: object): Promise<{ id: string }> {
  const { status, body } = await owner.post(
    `${pathOf(String(requests[index]?.id))}/payments`,
    payment(overrides),
  )
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

beforeAll(async () => {
  owner = await server.signIn('owner')
  const buyers = [
    await givenBuyer(server, { short_name: 'ООО «Первая»' }),
    await givenBuyer(server, { short_name: null, full_name: 'Общество «Вторая»' }),
  ]
  for (const { id } of buyers) requests.push(await givenRequest(owner, id, terms, review, approve))
  for (const [index, day] of received.entries())
    await pay(index % 2, { amount: '10.00', received_at: `${day}T1${index}:00:00Z`, reference: `P-${index}` })
})

async function read(query: string, by = owner): Promise<FilteredPaymentsResponse> {
  const { status, body } = await by.get(`${list}?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const references = async (query: string) => (await read(query)).items.map(({ reference }) => reference)

test('the payments of all requests are listed, last received first', async () => {
  expect(await references('')).toEqual(['P-2', 'P-4', 'P-0', 'P-3', 'P-1'])
  const [request] = requests
  const { items } = await read('')
  expect(items[0]).toEqual({
    id: expect.any(String),
    request_id: request?.id,
    request_number: request?.number,
    organization_id: request?.organization_id,
    organization_name: 'ООО «Первая»',
    amount: '10.00',
    currency: 'RUB',
    received_at: '2026-01-09T12:00:00.000Z',
    reference: 'P-2',
    payer_inn: null,
    payer_account: null,
    is_foreign_payer: false,
    payer_accepted_at: null,
    reversed_at: null,
    recorded_at: expect.any(String),
  })
  expect(items[3]).toMatchObject({ organization_name: 'Общество «Вторая»' })
})

const filters: [query: () => string, expected: string[]][] = [
  [() => `organization_id=${requests[1]?.organization_id}`, ['P-3', 'P-1']],
  [() => `request_id=${requests[0]?.id}`, ['P-2', 'P-4', 'P-0']],
  [() => `request_id=${requests[0]?.id}&organization_id=${requests[1]?.organization_id}`, []],
  [() => 'from=2026-01-06&to=2026-01-07', ['P-4', 'P-0', 'P-3']],
  [() => 'to=2026-01-05', ['P-1']],
  [() => 'from=2027-01-01', []],
]

test.each(filters)('list and export have the same rows for the same filter: %s', async (query, expected) => {
  expect(await references(query())).toEqual(expected)
  const { status, body } = await owner.get(`/v1/exports/payments?format=csv&${query()}`)
  expect(status).toBe(200)
  const [head, ...lines] = body.trim().split('\n')
  const at = head.split(',').indexOf('reference')
  const exported = lines.map((line: string) => line.split(',')[at])
  expect(exported.toSorted()).toEqual(expected.toSorted())
})

test('a payment of somebody else, its acceptance and a reversal are shown', async () => {
  const payer_inn = '7707083893'
  const { id } = await pay(0, {
    amount: '1.00',
    reference: 'P-X',
    payer_inn,
    payer_account: '40702810900000000001',
  })
  const path = `${pathOf(String(requests[0]?.id))}/payments/${id}`
  const row = async () => (await read('')).items.find((one) => one.id === id)
  expect(await row()).toMatchObject({
    payer_inn,
    payer_account: '40702810900000000001',
    is_foreign_payer: true,
    payer_accepted_at: null,
  })
  expect((await owner.post(`${path}/accept-payer`, { reason: 'Учредитель' })).status).toBe(200)
  expect(await row()).toMatchObject({ payer_accepted_at: expect.any(String), reversed_at: null })
  expect((await owner.post(`${path}/reverse`, { reason: 'Ошибка' })).status).toBe(200)
  expect(await row()).toMatchObject({ reversed_at: expect.any(String) })
})

test('every role may read the list, and a key only with its scope', async () => {
  for (const role of roles) await read('', await server.signIn(role))
  const scoped = client(server, await givenApprovedKey(server, owner, ['requests:read']))
  await read('', scoped)
  const other = client(
    server,
    await givenApprovedKey(server, owner, ['documents:read', 'organizations:read']),
  )
  expect((await other.get(list)).status).toBe(403)
  expect((await server.anonymous.get(list)).status).toBe(401)
})

test.each(['request_id=1', 'organization_id=x', 'from=2026-13-01', 'cursor=1'])(
  'what the list does not know is refused: %s',
  async (query) => {
    const { status, body } = await owner.get(`${list}?${query}`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['query', query.split('=')[0]])
  },
)

test('pages stay whole while payments are recorded, also with an earlier receipt', async () => {
  for (let index = 0; index < 12; index += 1)
    // Several of the same moment.
    await pay(index % 2, {
      amount: '1.00',
      received_at: `2026-02-0${1 + (index % 4)}T10:00:00Z`,
      reference: `D-${index}`,
    })
  const wanted = (await read('limit=200')).items
  const seen: ListedPayment[] = []
  const added: string[] = []
  let cursor: string | null = null
  do {
    const { items, next_cursor } = await read(`limit=3${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...items)
    cursor = next_cursor
    for (const received_at of ['2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z'])
      added.push((await pay(0, { amount: '1.00', received_at, reference: `A-${added.length}` })).id)
  } while (cursor && added.length < 40)
  const older = seen.filter(({ id }) => !added.includes(id))
  expect(older.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
})
