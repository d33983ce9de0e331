import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import type { PaymentFileResponse } from '../../contract/books/payment-files.ts'
import { oneC, type SamplePayment } from '../statements/samples.ts'
import { importFile } from '../statements/uploads.ts'
import { readCsv } from '../support/files/read-csv.ts'
import { givenCompany } from '../support/given/given-paper.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { receiver, today } from './operations.ts'

const server = startServer()
const account = '40702810600000012345'
const day = today()
const total = '92301.08'
let owner: Client

beforeAll(async () => {
  owner = await server.signIn('owner')
  await givenCompany(owner)
})

const bank = { ...receiver, bank_name: 'АО «Пример Банк»' }
let numbers = 700

/** A paid request of which money is to be paid back. */
async function givenPaid() {
  const buyer = await givenBuyer(server)
  const named = await owner.patch(`/v1/organizations/${buyer.id}`, { bank_details: bank })
  expect(named.status, JSON.stringify(named.body)).toBe(200)
  const request = await givenRequest(owner, buyer.id, {}, review, approve)
  numbers += 1
  const received = {
    amount: total,
    received_at: new Date().toISOString(),
    currency: 'RUB',
    payer_name: 'ООО',
    reference: `P${numbers}`,
  }
  const paid = await owner.post(`/v1/purchase-requests/${request.id}/payments`, received)
  expect(paid.status, JSON.stringify(paid.body)).toBe(201)
  return { buyer, request }
}

async function giveBack(request: { id: string }, values: Record<string, unknown> = {}) {
  numbers += 1
  const { body, status } = await owner.post(`/v1/purchase-requests/${request.id}/refunds`, {
    amount: '1000.00',
    reference: `${numbers}`,
    account: receiver.settlement_account,
    reason_code: 'customer_request',
    ...values,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const order = (values: Record<string, unknown>) =>
  owner.post('/v1/payment-files', { account, day, ...values })
const read = async (id: string): Promise<PaymentFileResponse> =>
  (await owner.get(`/v1/payment-files/${id}`)).body

async function made(values: Record<string, unknown>): Promise<PaymentFileResponse> {
  const { body, status } = await order(values)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** A line of today that went out to the receiver of refunds. */
async function givenLine(values: Partial<SamplePayment>) {
  const party = { name: 'ООО «Ромашка»', inn: '7701234560', account: receiver.settlement_account }
  const line = {
    number: '1',
    on: day,
    amount: '1000.00',
    from: account,
    party,
    purpose: 'Возврат',
    ...values,
  }
  const imported = await importFile(owner, oneC([line]))
  expect(imported.status, JSON.stringify(imported.body)).toBe(201)
  await server.service.orderExecutionsIdle()
  const { id } = (await owner.get(`/v1/statements/${imported.body.id}/lines`)).body.items[0]
  return (await owner.get(`/v1/statement-lines/${id}`)).body
}

async function contentOf({ id }: { id: string }): Promise<{ text: string; sha256: string }> {
  const response = await fetch(`${server.url}/v1/payment-files/${id}/content`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=windows-1251')
  const bytes = Buffer.from(await response.arrayBuffer())
  return { text: new TextDecoder('windows-1251').decode(bytes), sha256: hash('sha256', bytes) }
}

test('a file has what a bank client needs, in windows-1251, and the line that executes it is matched by itself', async () => {
  const { request, buyer } = await givenPaid()
  const refund = await giveBack(request, { reference: '118' })
  const listed = (await owner.get(`/v1/refunds-to-pay?account=${account}&day=${day}`)).body
  expect(listed.items).toContainEqual(
    expect.objectContaining({ refund_id: refund.id, title: request.number, problem: null }),
  )
  const file = await made({ refund_ids: [refund.id] })
  expect(file).toMatchObject({
    amount: '1000.00',
    orders_count: 1,
    executed_count: 0,
    orders: [
      {
        number: '118',
        purpose: `Возврат денежных средств по заявке ${request.number}. Без НДС.`,
        receiver: { inn: buyer.inn, account: receiver.settlement_account, bik: receiver.bik },
        line_id: null,
        released: null,
      },
    ],
  })
  const { text, sha256 } = await contentOf(file)
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  const russianDay = day.split('-').reverse().join('.')
  expect(text.split('\r\n').slice(0, 3)).toEqual([
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
  ])
  for (const line of [
    'СекцияДокумент=Платежное поручение',
    'Номер=118',
    `Дата=${russianDay}`,
    'Сумма=1000.00',
    `ПлательщикРасчСчет=${account}`,
    'ПлательщикБИК=044525999',
    `ПолучательИНН=${buyer.inn}`,
    `ПолучательРасчСчет=${receiver.settlement_account}`,
    'ПолучательБанк1=АО «Пример Банк»',
    `НазначениеПлатежа=${file.orders?.[0]?.purpose}`,
    'КонецДокумента',
    'КонецФайла',
  ])
    expect(text.split('\r\n')).toContain(line)
  const line = await givenLine({ number: '118' })
  expect(line).toMatchObject({
    status: 'matched',
    decided_by: 'service',
    matches: [{ kind: 'refund', id: refund.id, request_id: request.id, amount: '1000.00' }],
  })
  expect(await read(file.id)).toMatchObject({ executed_count: 1, orders: [{ line_id: line.id }] })
  expect((await order({ refund_ids: [refund.id] })).body.detail[0].ctx.code).toBe('refund_on_statement')
})

test('a refund of a credit is paid and matched like that of a request', async () => {
  const buyer = await givenBuyer(server)
  await owner.patch(`/v1/organizations/${buyer.id}`, { bank_details: bank })
  const party = { name: 'ООО', inn: String(buyer.inn), account: receiver.settlement_account }
  const [line] = await (async () => {
    const came = { number: '41', on: day, amount: '700.00', to: account, party, purpose: 'Аванс' }
    const { body } = await importFile(owner, oneC([came]))
    return (await owner.get(`/v1/statements/${body.id}/lines`)).body.items
  })()
  const items = [{ organization_id: buyer.id, amount: '700.00' }]
  const matched = await owner.post(`/v1/statement-lines/${line.id}/match`, { items })
  const [{ id: creditId }] = matched.body.matches
  const paidBack = await owner.post(`/v1/credits/${creditId}/refund`, {
    amount: '700.00',
    reference: 'возврат',
    account: receiver.settlement_account,
  })
  expect(paidBack.status, JSON.stringify(paidBack.body)).toBe(200)
  const [refund] = (await owner.get(`/v1/credits/${creditId}/refunds`)).body.items
  const file = await made({ refund_ids: [refund.id] })
  const [{ number = '', purpose } = {}] = file.orders ?? []
  expect(purpose).toContain('по платежному поручению 41 от')
  const sent = await givenLine({ number, amount: '700.00' })
  expect(sent).toMatchObject({
    status: 'matched',
    matches: [{ kind: 'refund', id: refund.id, request_id: null, organization_id: buyer.id }],
  })
  // Reversed, its line is open again.
  const reversed = await owner.post(`/v1/credits/${creditId}/refunds/${refund.id}/reverse`, {
    reason: 'Банк вернул деньги',
  })
  expect(reversed.status, JSON.stringify(reversed.body)).toBe(200)
  expect((await owner.get(`/v1/statement-lines/${sent.id}`)).body.status).toBe('new')
  expect((await read(file.id)).orders).toMatchObject([{ line_id: null, released: 'reversed' }])
})

test('what is not exactly the order stays for people', async () => {
  const { request } = await givenPaid()
  const refund = await giveBack(request, { amount: '1500.00' })
  const file = await made({ refund_ids: [refund.id] })
  const number = String(file.orders?.[0]?.number)
  const party = { name: 'ООО', inn: '7701234560', account: '40702810400000000078' }
  for (const other of [{ amount: '1500.01', number }, { number: '99999' }, { number, party }]) {
    const line = await givenLine({ amount: '1500.00', ...other })
    expect(line.status, JSON.stringify(other)).toBe('new')
  }
  // A second refund that fits as well.
  const twin = await givenPaid()
  await giveBack(twin.request, { amount: '1500.00', reference: number })
  expect((await givenLine({ amount: '1500.00', number })).status).toBe('new')
  expect((await read(file.id)).executed_count).toBe(0)
})

test('a refund is in one file, unless somebody says again or voids the file', async () => {
  const { request } = await givenPaid()
  const refund = await giveBack(request, { amount: '1700.00' })
  const first = await made({ refund_ids: [refund.id] })
  expect((await owner.get(`/v1/refunds-to-pay?account=${account}&day=${day}`)).body.items).not.toContainEqual(
    expect.objectContaining({ refund_id: refund.id }),
  )
  expect(await order({ refund_ids: [refund.id] })).toMatchObject({
    status: 409,
    body: { code: 'refund_in_file', context: { refund_ids: [refund.id], file_id: first.id } },
  })
  const second = await made({ refund_ids: [refund.id], again: true })
  expect((await read(first.id)).orders).toMatchObject([{ released: 'again' }])
  const voided = await owner.post(`/v1/payment-files/${second.id}/void`, { reason: 'Банк не принял' })
  const by = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: expect.any(String) }
  expect(voided).toMatchObject({
    status: 200,
    body: { made_by: by, voided: { reason: 'Банк не принял', by } },
  })
  expect((await owner.get(`/v1/payment-files/${second.id}/content`)).body.code).toBe('payment_file_voided')
  const third = await made({ refund_ids: [refund.id] })
  // The refund is reversed: nothing of it is to be paid.
  const path = `/v1/purchase-requests/${request.id}/refunds/${refund.id}/reverse`
  expect((await owner.post(path, { reason: 'Ошибка' })).status).toBe(200)
  expect((await read(third.id)).orders).toMatchObject([{ released: 'reversed' }])
  expect((await order({ refund_ids: [refund.id] })).body.detail[0].ctx.code).toBe('refund_reversed')
  const events = await server.db
    .selectFrom('audit_events')
    .select('action')
    .where('object_id', '=', second.id)
    .orderBy('seq')
    .execute()
  expect(events.map(({ action }) => action)).toEqual(['payment_file.created', 'payment_file.voided'])
})

test('what no order can be made of is named', async () => {
  const { request, buyer } = await givenPaid()
  const codeOf = async (values: Record<string, unknown>) => {
    const { body } = await order(values)
    return Array.isArray(body.detail) ? body.detail[0].ctx.code : body.code
  }
  const refund = await giveBack(request, { amount: '1900.00' })
  expect(await codeOf({ refund_ids: [refund.id], account: '40702810000000000000' })).toBe(
    'paying_account_unknown',
  )
  expect(await codeOf({ refund_ids: [refund.id], day: '2026-01-31' })).toBe('order_day_far')
  expect(await codeOf({ refund_ids: [buyer.id] })).toBe('refund_unknown')
  await owner.patch(`/v1/organizations/${buyer.id}`, { bank_details: null })
  expect(await codeOf({ refund_ids: [refund.id] })).toBe('refund_bank')
  await owner.patch(`/v1/organizations/${buyer.id}`, { bank_details: bank, short_name: 'Zażółć 株式会社' })
  expect(await codeOf({ refund_ids: [refund.id] })).toBe('refund_letters')
  await owner.patch(`/v1/organizations/${buyer.id}`, { short_name: 'ООО  Ромашка=Два' })
  const file = await made({ refund_ids: [refund.id] })
  expect((await contentOf(file)).text).toContain('\r\nПолучатель1=ООО Ромашка=Два\r\n')
})

test('bytes that the service has not written are not handed out', async () => {
  const { request } = await givenPaid()
  const file = await made({ refund_ids: [(await giveBack(request, { amount: '2100.00' })).id] })
  const row = await server.db
    .selectFrom('payment_files')
    .select('content')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
  const text = row.content.toString('latin1').replace(receiver.settlement_account, '40702810400000000078')
  const content = Buffer.from(text, 'latin1')
  await server.db
    .updateTable('payment_files')
    .set({ content, sha256: hash('sha256', content, 'buffer') })
    .where('id', '=', file.id)
    .execute()
  expect(await owner.get(`/v1/payment-files/${file.id}/content`)).toMatchObject({
    status: 503,
    body: { code: 'proof_invalid' },
  })
})

test('the command writes the same file', async () => {
  const { request } = await givenPaid()
  const refund = await giveBack(request, { amount: '2300.00' })
  const output = join(mkdtempSync(join(inject('runDir'), 'orders-')), 'orders.txt')
  const run = (...more: string[]) =>
    runCli(['refunds', 'order', output, '--account', account, '--refund', refund.id, ...more], {
      DATABASE_URL: server.databaseUrl,
      KONTOR_DATA_DIR: server.dataDir,
    })
  const done = await run()
  expect(done, done.stderr).toMatchObject({ code: 0 })
  expect(done.stdout).toContain('1 orders, 2300.00 RUB')
  const text = new TextDecoder('windows-1251').decode(readFileSync(output))
  expect(text).toContain('Сумма=2300.00')
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('already') })
})

test('files are listed by status, account and day, with what they pay, and as a table', async () => {
  const { request } = await givenPaid()
  const fileOf = async (amount: string) => made({ refund_ids: [(await giveBack(request, { amount })).id] })
  const [open, done, voided] = [await fileOf('2100.01'), await fileOf('2200.02'), await fileOf('2300.03')]
  const { status } = await givenLine({ number: String(done.orders?.[0]?.number), amount: '2200.02' })
  expect(status).toBe('matched')
  const reason = 'Банк не принял'
  expect((await owner.post(`/v1/payment-files/${voided.id}/void`, { reason })).status).toBe(200)

  const list = async (query: string): Promise<PaymentFileResponse[]> =>
    (await owner.get(`/v1/payment-files?limit=200&${query}`)).body.items
  const sumOf = async (query: string) => (await owner.get(`/v1/payment-files/totals?${query}`)).body.sums
  for (const [status, { id }] of Object.entries({ open, done, voided })) {
    const query = `status=${status}&account=${account}`
    const found = await list(query)
    expect(found.map(({ id }) => id)).toContain(id)
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set([status]))
    const exported = readCsv((await owner.get(`/v1/exports/payment-files?format=csv&${query}`)).body)
    expect(exported.map(({ id, status, executed_count }) => ({ id, status, executed_count }))).toEqual(
      found.map(({ id, status, executed_count }) => ({ id, status, executed_count: `${executed_count}` })),
    )
  }
  expect((await list('')).slice(0, 3).map(({ id }) => id)).toEqual([voided.id, done.id, open.id])
  expect(await list('account=40702810999999999999')).toEqual([])
  expect(await list('to=2020-01-01')).toEqual([])
  // What was voided is in the list, and not to be paid.
  expect(await sumOf('status=voided')).toEqual([{ field: 'amount', currency: 'RUB', amount: '0' }])
  expect((await sumOf('status=done'))[0].amount).toMatch(/^\d+\.02$/)
})
