import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { StatementLineResponse } from '../../contract/books/statements.ts'
import { isFull } from '../support/cases/scale.ts'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import { oneC, type SamplePayment } from './samples.ts'
import { givenAccounts, importFile, newAccount } from './uploads.ts'

const callers = 5
const server = startServer({ connections: connectionsFor(callers) })
beforeAll(async () => givenAccounts(await server.signIn('owner')))
const total = '92301.08'

async function givenLine(
  client: Client,
  values: Partial<SamplePayment> & { inn?: string },
): Promise<StatementLineResponse> {
  const account = newAccount()
  const { inn, ...payment } = values
  const party = { name: 'ООО «Плательщик»', account: '40702810400000067890', ...(inn && { inn }) }
  const one = {
    number: '417',
    on: '2026-01-30',
    amount: total,
    purpose: 'Оплата',
    party,
    to: account,
    ...payment,
  }
  const { body, status } = await importFile(client, oneC([one], { encoding: 'UTF-8' }))
  expect(status, JSON.stringify(body)).toBe(201)
  return (await client.get(`/v1/statements/${body.id}/lines`)).body.items[0]
}

const matchPath = ({ id }: { id: string }) => `/v1/statement-lines/${id}/match`
const readRequest = async (client: Client, id: string) =>
  (await client.get(`/v1/purchase-requests/${id}`)).body
const paymentsOf = async (client: Client, id: string) =>
  (await client.get(`/v1/purchase-requests/${id}/payments`)).body.items

/** What the books have of a bank account, or of money that no statement has shown. */
async function booked(account: string): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount), 0)::text as sum from book_entries where account = ${`assets:bank:${account}`}
  `.execute(server.db)
  return rows[0]?.sum ?? '0'
}

test('a line pays a request, and the same match again adds nothing', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review, approve)
  const line = await givenLine(owner, { inn: buyer.inn, purpose: request.number })
  const items = [{ request_id: request.id, amount: total }]
  const matched = await owner.post(matchPath(line), { items })
  expect(matched, JSON.stringify(matched.body)).toMatchObject({
    status: 200,
    body: {
      status: 'matched',
      open_amount: '0.00',
      decided_by: owner.id,
      suggestions: [],
      matches: [
        {
          kind: 'payment',
          request_id: request.id,
          organization_id: buyer.id,
          amount: total,
          was_entered: false,
        },
      ],
    },
  })
  expect(await readRequest(owner, request.id)).toMatchObject({
    status: 'paid',
    payment: { received_amount: total, exception: null },
  })
  const [payment] = await paymentsOf(owner, request.id)
  expect(payment).toMatchObject({
    reference: '417',
    payer_inn: buyer.inn,
    statement_line_id: line.id,
    is_foreign_payer: false,
  })
  expect(await booked(line.account)).toBe('9230108')
  expect(
    (await owner.post(matchPath(line), { items: [{ request_id: request.id, amount: '92301.080' }] })).body,
  ).toEqual(matched.body)
  expect(await paymentsOf(owner, request.id)).toHaveLength(1)
  const other = await owner.post(matchPath(line), { items: [{ organization_id: buyer.id, amount: total }] })
  expect(other).toMatchObject({
    status: 409,
    body: { code: 'statement_line_closed', context: { status: 'matched' } },
  })
  expect((await owner.post(`/v1/statement-lines/${line.id}/set-aside`, { reason: 'x' })).status).toBe(409)
  expect((await owner.post(`/v1/statement-lines/${line.id}/reopen`)).status).toBe(409)
})

test('a key that may only record payments does not read the line', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review, approve)
  const line = await givenLine(owner, { inn: buyer.inn })
  const made = await owner.post('/v1/api-keys', { name: 'payments', scopes: ['payments:write'] })
  const key = client(server, made.body.key)
  const items = [{ request_id: request.id, amount: total }]
  const { body, status } = await key.post(matchPath(line), { items })
  expect(status, JSON.stringify(body)).toBe(200)
  const nobody = { name: null, inn: null, account: null, bic: null }
  expect(body).toMatchObject({
    status: 'matched',
    amount: total,
    matches: [{ request_id: request.id }],
    account: '',
    document_number: '',
    payer: nobody,
    receiver: nobody,
    purpose: '',
  })
  expect((await key.post(matchPath(line), { items })).body).toEqual(body)
})

test.runIf(isFull)('the same line in another spelling is not matched again', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review, approve)
  const account = newAccount()
  const payment = (number: string, party: SamplePayment['party']): SamplePayment => ({
    number,
    on: '2026-01-30',
    amount: '40000.00',
    purpose: 'Оплата',
    to: account,
    ...(party && { party }),
  })
  const named = { name: 'ООО «Василёк-Трейд»', account: '40702810400000067890' }
  const lineOf = async (...list: SamplePayment[]) => {
    const { body } = await importFile(owner, oneC(list, { encoding: 'UTF-8' }))
    const { items } = (await owner.get(`/v1/statements/${body.id}/lines`)).body
    return items.at(-1) as StatementLineResponse
  }
  const match = (line: StatementLineResponse, item: object) =>
    owner.post(matchPath(line), { items: [{ ...item, amount: '40000.00' }] })
  const first = payment('ab 17', named)
  const matched = await match(await lineOf(first), { request_id: request.id })
  expect(matched.status, JSON.stringify(matched.body)).toBe(200)
  // Cyrillic letters, another case, another form of the name, a masked account.
  const respelled = payment('АВ17', { name: 'ВАСИЛЕК-ТРЕЙД ООО', account: '40702810*******7890' })
  const twin = await lineOf(respelled)
  const existing = { kind: 'payment', existing_id: matched.body.matches[0].id }
  for (const item of [{ request_id: request.id }, { organization_id: buyer.id }])
    expect(await match(twin, item)).toMatchObject({
      status: 409,
      body: { code: 'duplicate_payment', context: existing },
    })
  expect(await paymentsOf(owner, request.id)).toHaveLength(1)
  // Somebody else.
  const other = await lineOf(payment('AB17', { ...named, name: 'ООО «Лютик»' }))
  expect((await match(other, { organization_id: buyer.id })).status).toBe(200)
  // A statement that has both says that they are two payments.
  await lineOf(first, respelled)
  const second = await match(twin, { request_id: request.id })
  expect(second.status, JSON.stringify(second.body)).toBe(200)
})

test('a line is split, and its rest becomes a credit', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const [first, second] = [
    await givenRequest(owner, buyer.id, {}, review, approve),
    await givenRequest(owner, buyer.id, {}, review, approve),
  ]
  const fresh = await givenRequest(owner, buyer.id)
  const line = await givenLine(owner, { inn: buyer.inn, amount: '100000.00' })
  const items = [
    { request_id: first.id, amount: '60000' },
    { request_id: second.id, amount: '30000.5' },
    // It takes no money yet.
    { request_id: fresh.id, amount: '5000' },
  ]
  const matched = await owner.post(matchPath(line), { items })
  expect(matched.body.matches, JSON.stringify(matched.body)).toMatchObject([
    { kind: 'credit', request_id: null, organization_id: buyer.id, amount: '4999.50' },
    { kind: 'payment', request_id: first.id, amount: '60000.00' },
    { kind: 'payment', request_id: second.id, amount: '30000.50' },
    { kind: 'credit', request_id: fresh.id, amount: '5000.00' },
  ])
  expect(await readRequest(owner, second.id)).toMatchObject({
    status: 'paid',
    payment: { received_amount: '30000.50', exception: 'partial' },
  })
  const credits = (await owner.get(`/v1/credits?organization_id=${buyer.id}`)).body.items
  expect(credits.map(({ amount }: { amount: string }) => amount).toSorted()).toEqual(['4999.50', '5000.00'])
  expect(await booked(line.account)).toBe('10000000')
  expect((await owner.post(matchPath(line), { items: items.toReversed() })).body).toEqual(matched.body)
})

test('a payment that was entered by hand is proposed as the same and linked', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review, approve)
  const entered = await owner.post(`/v1/purchase-requests/${request.id}/payments`, {
    amount: total,
    currency: 'RUB',
    received_at: '2026-01-30T09:00:00Z',
    reference: '4711',
  })
  expect(entered.status, JSON.stringify(entered.body)).toBe(201)
  const before = BigInt(await booked('unreconciled'))
  const line = await givenLine(owner, { number: '4711', purpose: 'Оплата по договору' })
  expect(line.suggestions).toMatchObject([
    {
      request_id: request.id,
      payment_id: entered.body.id,
      amount: total,
      reasons: ['entered_by_hand', 'total_amount'],
    },
  ])
  const matched = await owner.post(matchPath(line), { items: [{ request_id: request.id, amount: total }] })
  expect(matched.body.matches, JSON.stringify(matched.body)).toMatchObject([
    { kind: 'payment', id: entered.body.id, was_entered: true },
  ])
  expect(await readRequest(owner, request.id)).toMatchObject({ payment: { received_amount: total } })
  expect(await paymentsOf(owner, request.id)).toMatchObject([
    { id: entered.body.id, statement_line_id: line.id },
  ])
  expect(BigInt(await booked('unreconciled'))).toBe(before - 9_230_108n)
  expect(await booked(line.account)).toBe('9230108')
})

test('a reversed payment gives its part of the line back', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const [wrong, right] = [
    await givenRequest(owner, buyer.id, {}, review, approve),
    await givenRequest(owner, buyer.id, {}, review, approve),
  ]
  const line = await givenLine(owner, { inn: buyer.inn, amount: '50000.00' })
  const items = [
    { request_id: wrong.id, amount: '20000.00' },
    { request_id: right.id, amount: '30000.00' },
  ]
  const { body } = await owner.post(matchPath(line), { items })
  const reversal = `/v1/purchase-requests/${wrong.id}/payments/${body.matches[0].id}/reverse`
  const reversed = await owner.post(reversal, { reason: 'Не та заявка' })
  expect(reversed.status, JSON.stringify(reversed.body)).toBe(200)
  const open = (await owner.get(`/v1/statement-lines/${line.id}`)).body
  expect(open).toMatchObject({
    status: 'new',
    open_amount: '20000.00',
    decided_by: null,
    matches: [{ request_id: right.id }],
  })
  expect((await owner.post(`/v1/statement-lines/${line.id}/set-aside`, { reason: 'x' })).status).toBe(409)
  const much = await owner.post(matchPath(line), { items: [{ request_id: right.id, amount: '20000.01' }] })
  expect(much.body.detail[0].ctx).toEqual({ code: 'items_exceed_line', left: '20000.00' })
  const again = await owner.post(matchPath(line), { items: [{ request_id: right.id, amount: '20000.00' }] })
  expect(again.body, JSON.stringify(again.body)).toMatchObject({ status: 'matched', open_amount: '0.00' })
  expect(await readRequest(owner, right.id)).toMatchObject({ payment: { received_amount: '50000.00' } })
  expect(await booked(line.account)).toBe('5000000')
  const { rows } = await sql<{ type: string }>`
    select type from outbox_events where object_id = ${line.id} order by id
  `.execute(server.db)
  expect(rows.map(({ type }) => type)).toEqual([
    'statement_line.matched',
    'statement_line.reopened',
    'statement_line.matched',
  ])
})

test('an outgoing line proves a refund that was recorded, and is certain by its account and number', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review, approve)
  const paid = await givenLine(owner, { inn: buyer.inn })
  await owner.post(matchPath(paid), { items: [{ request_id: request.id, amount: total }] })
  const account = newAccount()
  const party = { name: 'ООО', inn: buyer.inn, account: '40702810400000067890' }
  const out: SamplePayment = {
    number: '9',
    on: '2026-01-31',
    amount: '1000.00',
    from: account,
    party,
    purpose: 'Возврат',
  }
  const { body } = await importFile(owner, oneC([out], { encoding: 'UTF-8' }))
  const [line] = (await owner.get(`/v1/statements/${body.id}/lines`)).body.items
  expect(line).toMatchObject({ direction: 'outgoing', suggestions: [] })
  const items = [{ request_id: request.id, amount: '1000.00' }]
  const codeOf = async (items: unknown[]) =>
    (await owner.post(matchPath(line), { items })).body.detail?.[0].ctx.code
  expect(await codeOf(items)).toBe('refund_not_recorded')
  expect(await codeOf([{ organization_id: buyer.id, amount: '1000.00' }])).toBe('refund_not_recorded')
  expect(await codeOf([{ request_id: request.id, amount: '999.00' }])).toBe('refund_in_part')
  const giveBack = (reference: string, account: string) =>
    owner.post(`/v1/purchase-requests/${request.id}/refunds`, {
      amount: '1000.00',
      reference,
      account,
      reason_code: 'customer_request',
    })
  // To somebody else, and another one to the same account.
  expect((await giveBack('7', '40702810900000000001')).status).toBe(201)
  expect(await codeOf(items)).toBe('refund_not_recorded')
  expect((await giveBack('8', '40702810400000067890')).status).toBe(201)
  const suggested = async () => (await owner.get(`/v1/statement-lines/${line.id}`)).body.suggestions
  expect(await suggested()).toEqual([
    expect.objectContaining({
      request_id: request.id,
      amount: '1000.00',
      is_certain: false,
      reasons: ['refund', 'refund_account'],
    }),
  ])
  const certain = { items: [{ id: line.id, ...items[0] }] }
  const [doubtful] = (await owner.post('/v1/bulk/match', certain)).body.items
  expect(JSON.stringify(doubtful)).toContain('"reason":"refund"')
  const refund = await giveBack('9', '40702810400000067890')
  expect(refund.status, JSON.stringify(refund.body)).toBe(201)
  expect(await suggested()).toEqual([
    expect.objectContaining({
      is_certain: true,
      score: 100,
      reasons: ['refund', 'refund_account', 'refund_number'],
    }),
  ])
  const listed = (await owner.get(`/v1/statement-lines/certain?statement_id=${body.id}`)).body
  expect(listed.sums).toEqual([{ currency: 'RUB', direction: 'outgoing', amount: '1000.00', count: 1 }])
  expect((await owner.post('/v1/bulk/match', certain)).status).toBe(200)
  const linked = await owner.get(`/v1/statement-lines/${line.id}`)
  expect(linked.body, JSON.stringify(linked.body)).toMatchObject({
    status: 'matched',
    matches: [{ kind: 'refund', id: refund.body.id, was_entered: true }],
  })
  expect(await booked(account)).toBe('-100000')
  expect((await owner.post(matchPath(line), { items })).status).toBe(200)
})

test('what cannot be matched is refused, with its place', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review, approve)
  const dollars = await givenRequest(owner, buyer.id, { fiat_currency: 'USD' }, review, approve)
  const line = await givenLine(owner, { inn: buyer.inn, amount: '500000.00' })
  const unknown = '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4'
  const faultOf = async (body: unknown) => {
    const { detail } = (await owner.post(matchPath(line), body)).body
    return [detail?.[0].loc.join('.'), detail?.[0].ctx?.code ?? detail?.[0].type]
  }
  const one = (item: object, rest = {}) => ({ items: [{ amount: '1', ...item }], ...rest })
  expect(await faultOf(one({ request_id: unknown }))).toEqual([
    'body.items.0.request_id',
    'match_request_not_found',
  ])
  expect(await faultOf(one({ request_id: 'x\u0001' }))).toEqual(['body.items.0.request_id', 'hidden_text'])
  expect(await faultOf(one({ organization_id: unknown }))).toEqual([
    'body.items.0.organization_id',
    'match_organization_not_found',
  ])
  expect(await faultOf(one({ request_id: dollars.id }))).toEqual([
    'body.items.0.request_id',
    'line_currency_mismatch',
  ])
  expect(await faultOf(one({ request_id: request.id, amount: '500000.01' }))).toEqual([
    'body.items',
    'items_exceed_line',
  ])
  expect(await faultOf(one({ request_id: request.id, amount: '0.001' }))).toEqual([
    'body.items.0.amount',
    'too_many_decimals',
  ])
  expect(await faultOf(one({ request_id: request.id, amount: '0.00' }))).toEqual([
    'body.items.0.amount',
    'not_positive',
  ])
  expect(await faultOf(one({}))).toEqual(['body.items.0', 'request_or_organization'])
  expect(await faultOf(one({ request_id: request.id, organization_id: buyer.id }))).toEqual([
    'body.items.0',
    'request_or_organization',
  ])
  expect(
    await faultOf({
      items: [
        { request_id: request.id, amount: '1' },
        { request_id: request.id, amount: '2' },
      ],
    }),
  ).toEqual(['body.items.1', 'repeated_item'])
  expect(await faultOf({ items: [] })).toEqual(['body.items', 'too_short'])
  expect(await faultOf(one({ organization_id: buyer.id }, { accept_overpayment: true }))).toEqual([
    'body.accept_overpayment',
    'no_overpayment',
  ])
  const over = one({ request_id: request.id, amount: '500000' })
  expect(await owner.post(matchPath(line), over)).toMatchObject({
    status: 409,
    body: { code: 'overpayment' },
  })
  expect((await owner.get(`/v1/statement-lines/${line.id}`)).body).toMatchObject({
    status: 'new',
    matches: [],
  })
  const accepted = await owner.post(matchPath(line), { ...over, accept_overpayment: true })
  expect(accepted, JSON.stringify(accepted.body)).toMatchObject({ status: 200, body: { status: 'matched' } })
  expect((await owner.post(matchPath({ id: unknown }), over)).status).toBe(404)
  const auditor = await server.signIn('auditor')
  expect((await auditor.post(matchPath(line), over)).status).toBe(403)
})

test('a line that many match at the same time is matched once', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review, approve)
  const line = await givenLine(owner, { inn: buyer.inn })
  const replies = await whileLocked(
    server.db,
    (db) => sql`select from purchase_requests where id = ${request.id} for update`.execute(db),
    () =>
      Array.from({ length: callers }, (_, index) =>
        owner.post(matchPath(line), {
          items: [{ request_id: request.id, amount: index === 0 ? '50000' : total }],
        }),
      ),
  )
  const done = replies.filter(({ status }) => status === 200)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(callers - done.length)
  expect([1, callers - 1]).toContain(done.length)
  const payments = await paymentsOf(owner, request.id)
  expect(payments).toHaveLength(1)
})

test.runIf(isFull)(
  'a credit that was entered by hand is linked with its payments, and not added',
  async () => {
    const owner = await server.signIn('owner')
    const buyer = await givenBuyer(server)
    const entered = { amount: total, currency: 'RUB', received_at: '2026-01-30T09:00:00Z', reference: '417' }
    async function givenCredit() {
      const fresh = await givenRequest(owner, buyer.id)
      const { body } = await owner.post(`/v1/purchase-requests/${fresh.id}/payments`, entered)
      expect(body.kind).toBe('credit')
      return { id: body.id as string, request_id: fresh.id }
    }
    const request = await givenRequest(owner, buyer.id, {}, review, approve)
    const [first, second, third] = [await givenCredit(), await givenCredit(), await givenCredit()]
    const allocated = { request_id: request.id, amount: total }
    expect((await owner.post(`/v1/credits/${first.id}/allocate`, allocated)).status).toBe(200)
    const unreconciled = BigInt(await booked('unreconciled'))
    for (const [credit, item] of [
      // As the payment that it became, as what came for a request, and as money of the organization.
      [first, { request_id: request.id }],
      [second, { request_id: second.request_id }],
      [third, { organization_id: buyer.id }],
    ] as const) {
      const line = await givenLine(owner, { inn: '7707083893' })
      const matched = await owner.post(matchPath(line), { items: [{ ...item, amount: total }] })
      expect(matched.body.matches).toMatchObject([{ kind: 'credit', id: credit.id, was_entered: true }])
      expect(await booked(line.account)).toBe('9230108')
    }
    expect(unreconciled - BigInt(await booked('unreconciled'))).toBe(3n * 9_230_108n)
    const { items } = (await owner.get(`/v1/balances?organization_id=${buyer.id}`)).body
    expect(items).toMatchObject([{ balance: '276903.24' }])
    // The statement says who has paid: nobody had asked before.
    const [payment] = await paymentsOf(owner, request.id)
    expect(payment).toMatchObject({ payer_inn: '7707083893', is_foreign_payer: true })
    // A fourth one is new.
    const line = await givenLine(owner, { inn: buyer.inn })
    const last = await owner.post(matchPath(line), { items: [{ organization_id: buyer.id, amount: total }] })
    expect(last.body.matches).toMatchObject([{ kind: 'credit', was_entered: false }])
  },
)

test('what is certain is listed with its sums and posted as it was shown; what is not any more is refused with the reason', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const open = () => givenRequest(owner, buyer.id, {}, review, approve)
  const [first, second, third, euro] = [await open(), await open(), await open(), await open()]
  const paid = (of: { number: string }, more: object = {}) =>
    givenLine(owner, { inn: buyer.inn, purpose: of.number, ...more })
  const [one, two, twice] = [await paid(first), await paid(second), await paid(second, { number: '418' })]
  // Of less, of somebody else, without a number, and for two requests.
  const others = [
    await paid(third, { amount: '500.00' }),
    await paid(third, { inn: '7707083893' }),
    await paid(third, { purpose: 'Оплата по договору' }),
    await paid(third, { purpose: `${third.number}, ${euro.number}` }),
  ]
  const listed = await owner.get('/v1/statement-lines/certain')
  expect(listed).toMatchObject({ status: 200, body: { next_cursor: null } })
  const mine = listed.body.items.filter((line: StatementLineResponse) => line.payer.inn === buyer.inn)
  // Money that came twice for a request is named once.
  expect(mine.map(({ id }: { id: string }) => id)).toEqual([twice.id, one.id])
  expect(listed.body.sums).toEqual([
    { currency: 'RUB', direction: 'incoming', amount: '184602.16', count: 2 },
  ])
  const ofOne = await owner.get(`/v1/statement-lines/certain?statement_id=${two.statement_id}`)
  expect(ofOne.body.items.map(({ id }: { id: string }) => id)).toEqual([two.id])

  const row = (line: { id: string }, of: { id: string }, amount = total) => ({
    id: line.id,
    request_id: of.id,
    amount,
  })
  const items = [
    row(one, first),
    row(two, second),
    row(twice, second),
    ...others.map((line, index) => row(line, third, index === 0 ? '500.00' : total)),
    row(one, second),
  ]
  const send = () => owner.post('/v1/bulk/match', { items }, { 'idempotency-key': 'certain-1' })
  const posted = await send()
  expect(posted.status).toBe(200)
  const reasons = posted.body.items.map(
    ({ status, error }: { status: number; error?: { code: string; context: { reason?: string } } }) =>
      error ? `${status} ${error.code} ${error.context.reason ?? ''}`.trim() : status,
  )
  expect(reasons).toEqual([
    200,
    200,
    '409 match_uncertain amount',
    '409 match_uncertain amount',
    '409 match_uncertain payer',
    '409 match_uncertain number',
    '409 match_uncertain other_request',
    '409 statement_line_closed',
  ])
  expect(await readRequest(owner, second.id)).toMatchObject({ status: 'paid', payment: { exception: null } })
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from audit_events
    where action = 'statement_line.matched' and object_id in (${one.id}, ${two.id}, ${twice.id})
  `.execute(server.db)
  expect(rows[0]?.count).toBe('2')
  // Again: what was done is returned, and nothing is posted twice.
  expect((await send()).body.items.map(({ status }: { status: number }) => status)).toEqual([
    200, 200, 409, 409, 409, 409, 409, 409,
  ])
  expect(await paymentsOf(owner, second.id)).toHaveLength(1)

  // Whoever may not record payments does not post, and a cursor of something else is none.
  const auditor = await server.signIn('auditor')
  expect((await auditor.post('/v1/bulk/match', { items: [row(one, first)] })).status).toBe(403)
  expect((await owner.get('/v1/statement-lines/certain?cursor=nonsense')).body).toMatchObject({
    detail: [{ loc: ['query', 'cursor'] }],
  })
  expect((await owner.get(`/v1/statement-lines/certain?statement_id=${buyer.id}`)).status).toBe(404)
})
