import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { documentRows } from '../../server/features/documents/document-rows.ts'
import { paymentRows } from '../../server/features/purchase-requests/payment-rows.ts'
import { purchaseRequestRows } from '../../server/features/purchase-requests/purchase-request-rows.ts'
import { lineRows } from '../../server/features/statements/line-rows.ts'
import { transferRows } from '../../server/features/transfers/transfer-rows.ts'
import type { ListRows } from '../../server/platform/lists/list-rows.ts'
import { oneC } from '../statements/samples.ts'
import { givenAccounts, importFile } from '../statements/uploads.ts'
import { pdf } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { approve, givenBuyer, givenRequest, pay, review } from '../support/given/given-purchase-request.ts'
import { givenPayer, givenTransfer, transfersOn } from '../support/given/given-transfer.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: transfersOn })
let owner: Client
let request: { id: string; number: string; destination_address: string }
let other: { id: string; number: string }

beforeAll(async () => {
  owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const paid = { ...pay, payment_reference: 'п/п № 4711', received_amount: '92301.08' }
  const { id } = await givenRequest(owner, buyer.id, { external_id: 'Deal 17' }, review, approve, paid)
  request = (await owner.get(`/v1/purchase-requests/${id}`)).body
  other = await givenRequest(owner, (await givenBuyer(server)).id)
})

async function found(path: string, q: string, more = ''): Promise<{ id: string }[]> {
  const { status, body } = await owner.get(`${path}?q=${encodeURIComponent(q)}${more}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items
}
const ids = async (path: string, q: string, more?: string) => (await found(path, q, more)).map(({ id }) => id)

const requests = '/v1/lists/purchase-requests'

test('requests are found by number, ids, address and payment, together with the other filters', async () => {
  const { id, number, destination_address } = request
  for (const q of [number, number.toLowerCase(), 'Deal 17', id, destination_address, 'п/п № 4711'])
    expect(await ids(requests, q), q).toContain(id)
  expect(await ids(requests, number)).toEqual([id])
  expect(await ids(requests, number, '&status=cancelled')).toEqual([])
  expect(await ids(requests, 'nothing like it')).toEqual([])
  // Spaces alone ask for nothing.
  expect(await ids(requests, '  ')).toEqual([other.id, id])
  for (const q of ['92 301,08', '92301.08']) expect(await ids(requests, q), q).toContain(id)
  expect(await ids(requests, '92 301,09')).toEqual([])
})

test('the totals and the file are of what was found', async () => {
  const q = encodeURIComponent(request.number)
  const totals = await owner.get(`${requests}/totals?q=${q}`)
  expect(totals.body).toMatchObject({ count: 1, is_exact: true })
  const file = await owner.get(`/v1/exports/purchase-requests?format=csv&q=${q}`)
  expect(file.body.trim().split('\n')).toHaveLength(2)
  expect(file.body).toContain(request.number)
})

test('a view keeps what was searched for', async () => {
  const view = { list: 'purchase-requests', name: 'Deal 17', filters: { q: 'Deal 17' }, shared: false }
  const { status, body } = await owner.post('/v1/views', view)
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.filters).toEqual({ q: 'Deal 17' })
})

test('transfers are found by the address that they go to, and by id', async () => {
  const payer = await givenPayer(server)
  const [one, another] = [
    await givenTransfer(owner, payer),
    await givenTransfer(owner, await givenPayer(server)),
  ]
  const list = '/v1/transfers'
  expect(await ids(list, one.to_address)).toEqual([one.id])
  expect(await ids(list, another.id)).toEqual([another.id])
  expect(await ids(list, request.number)).toEqual([])
  await server.db
    .updateTable('transfers')
    .set({ request_id: request.id, request_number: request.number })
    .where('id', '=', one.id)
    .execute()
  expect(await ids(list, request.number.slice(-6))).toEqual([one.id])
})

test('lines of statements are found by amount and by the account of the other party', async () => {
  await givenAccounts(owner)
  expect((await importFile(owner, oneC(undefined, { encoding: 'UTF-8' }))).status).toBe(201)
  const list = '/v1/statement-lines'
  const [line] = (await owner.get(list)).body.items
  expect(await ids(list, line.amount)).toContain(line.id)
  expect(
    await ids(list, line.direction === 'incoming' ? line.payer.account : line.receiver.account),
  ).toContain(line.id)
  expect(await ids(list, '0.07')).toEqual([])
})

test('documents are found by how the name of their file begins, also in the wrong layout', async () => {
  const organization = await givenOrganization(server)
  expect((await upload(owner, organization, 'charter', pdf(), {}, 'Ромашка устав.pdf')).status).toBe(200)
  const list = '/v1/lists/documents'
  const [document] = await found(list, 'ромашка')
  expect(document).toMatchObject({ organization_id: organization.id, kind: 'charter' })
  expect(await ids(list, 'hjvfirf')).toEqual([document?.id])
  expect(await ids(list, 'устав')).toEqual([])
})

/** How PostgreSQL would read a page of what was found. */
async function planOf({ page, conditions }: ListRows, q: string): Promise<string> {
  const order = page?.order ?? []
  return server.db.transaction().execute(async (db) => {
    // What no index serves is read as a whole even then.
    await sql`set local enable_seqscan = off`.execute(db)
    let rows = page?.find(db) as unknown as {
      where(condition: RawBuilder<boolean>): typeof rows
      orderBy(value: RawBuilder<unknown>, direction: 'desc'): typeof rows
      limit(count: number): { explain(): Promise<Record<string, string>[]> }
    }
    for (const condition of conditions({ q }, new Date())) rows = rows.where(condition)
    for (const { value } of order) rows = rows.orderBy(value as RawBuilder<unknown>, 'desc')
    const plan = await rows.limit(51).explain()
    return plan.map((line) => line['QUERY PLAN']).join('\n')
  })
}

test.each([
  ['requests', purchaseRequestRows],
  ['payments', paymentRows],
  ['transfers', transferRows({ approvalsOf: async () => [] })],
  ['lines', lineRows],
  ['documents', documentRows],
] as const)('every way in which %s are found is served by an index', async (_what, rows) => {
  for (const q of ['PR-2026-000001', '92 301,08', '40702810900000000001', 'ab'.repeat(32), 'Charter'])
    expect(await planOf(rows as ListRows, q), q).not.toContain('Seq Scan')
})

test('a number without its year is one of the ten years until now, by the clock of the service', async () => {
  const [, year, number] = request.number.split('-')
  const foundIn = async (at: number) => {
    server.clock.at = new Date(`${at}-07-01T12:00:00Z`)
    const later = await server.signIn('owner')
    const lists = [requests, '/v1/lists/payments'].map((path) => later.get(`${path}?q=${Number(number)}`))
    return (await Promise.all(lists)).map(({ body }) => body.items.length)
  }
  try {
    expect(await foundIn(Number(year) + 9)).toEqual([1, 1])
    expect(await foundIn(Number(year) + 10)).toEqual([0, 0])
  } finally {
    server.clock.at = null
  }
})
