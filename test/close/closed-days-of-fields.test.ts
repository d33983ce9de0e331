import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { namedSchemas, operations } from '../../contract/operations/features.ts'
import { dayAfter } from '../../contract/values/calendar.ts'
import type { RightRequest } from '../fuzz/makers.ts'
import { rightRequests } from '../fuzz/right-requests.ts'
import { startWalk } from '../fuzz/walk.ts'
import type { World } from '../fuzz/world.ts'
import { dailyFile, inWindows1251 } from '../rates/samples.ts'
import { form } from '../support/given/document-uploads.ts'
import { newCompany } from '../support/given/given-paper.ts'
import { makeOlder } from '../support/given/older-request.ts'

const { server, sent, world, owner } = await startWalk()

const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
/** What is recorded is of this day; the closed one comes later. */
const earlier = () => `${dayAfter(today(), -9)}T09:00:00Z`
const closed = () => dayAfter(today(), -3)
const base = '/v1/purchase-requests'

type Place = string
type Format = 'date' | 'date-time'

interface Shape {
  $id?: string
  $ref?: string
  format?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}
const named = new Map(
  Object.values(namedSchemas).map((schema: TSchema) => [(schema as Shape).$id, schema as Shape]),
)

/** The fields of a body that are days or times, with the format of each. */
function daysIn(shape: Shape | undefined, place: readonly string[] = []): [Place, Format][] {
  if (!shape) return []
  if (shape.$ref) return daysIn(named.get(shape.$ref), place)
  const own: [Place, Format][] =
    shape.format === 'date' || shape.format === 'date-time' ? [[place.join('.'), shape.format]] : []
  return [
    ...own,
    ...Object.entries(shape.properties ?? {}).flatMap(([name, of]) => daysIn(of, [...place, name])),
    ...daysIn(shape.items, [...place, '0']),
    ...(shape.anyOf ?? []).flatMap((one) => daysIn(one, place)),
  ]
}

const formats = new Map<string, Format>(
  operations
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ id, body }) =>
      daysIn(body as Shape | undefined).map(([place, format]) => [`${id} ${place}`, format] as const),
    ),
)

/** A request that is approved, and older than what is recorded for it. */
async function bought(world: World): Promise<string> {
  const request = await world.approvedRequest()
  await makeOlder(server, request as { id: string }, new Date(`${dayAfter(today(), -30)}T09:00:00Z`))
  return `${base}/${request.id}`
}
const payment = { amount: '100.00', currency: 'RUB', reference: 'П-1' }
const transaction = (world: World) => world.next().toString(16).padStart(64, '0')
const account = '40702810900000000001'

async function paid(world: World) {
  const path = await bought(world)
  const made = await world.call('POST', `${path}/payments`, { ...payment, received_at: earlier() })
  return { path, payment: made }
}

/** Money of an organization whose request takes none. */
async function credit(world: World): Promise<string> {
  const { organization_id } = await world.approvedRequest()
  const asked = {
    asset: 'USDT',
    network: 'tron',
    crypto_amount: '1',
    fiat_currency: 'RUB',
    rate: '90',
    accept_rate: true,
  }
  const { id } = await world.call('POST', base, { ...asked, organization_id })
  const kept = await world.call('POST', `${base}/${id}/payments`, { ...payment, received_at: earlier() })
  return `/v1/credits/${kept.id}`
}

const refund = { amount: '1', reference: 'R-1', account, reason_code: 'other', paid_at: earlier() }
const reversal = { reason: 'Ошибка' }

/** A request that delivers all of what was bought, whose coins are not in the books of the desk. */
async function deliveredAll(world: World): Promise<string> {
  const path = await bought(world)
  const { total_amount } = await world.call('GET', path)
  const received = { payment_reference: 'П-2', received_amount: total_amount, received_at: earlier() }
  await world.call('PATCH', `${path}/status`, { status: 'paid', ...received })
  const delivered = { tx_hash: transaction(world), delivered_at: earlier() }
  await world.call('PATCH', `${path}/status`, { status: 'completed', ...delivered })
  return path
}

const isPaid = (path: string, total: string) => ({
  path: `${path}/status`,
  body: { status: 'paid', payment_reference: 'П-3', received_amount: total },
})

async function delivery(world: World): Promise<RightRequest> {
  const { path } = await paid(world)
  const made = { tx_hash: transaction(world), amount: '0.5', delivered_at: earlier() }
  const { id } = await world.call('POST', `${path}/deliveries`, made)
  return { path: `${path}/deliveries/${id}/reverse`, body: reversal }
}

async function moved(world: World, make: (world: World) => Promise<RightRequest>): Promise<RightRequest> {
  const { path, body } = await make(world)
  const id = path.split('/')[3]
  const { version } = await world.call('GET', `${base}/${id}`)
  return { path: '/v1/bulk/move', body: { items: [{ id, version, ...(body as object) }] } }
}

const statuses = {
  received_at: async (world: World) => {
    const path = await bought(world)
    return isPaid(path, (await world.call('GET', path)).total_amount)
  },
  delivered_at: async (world: World) => {
    const path = await bought(world)
    const { body } = isPaid(path, (await world.call('GET', path)).total_amount)
    await world.call('PATCH', `${path}/status`, { ...body, received_at: earlier() })
    return { path: `${path}/status`, body: { status: 'completed', tx_hash: transaction(world) } }
  },
  paid_at: async (world: World) => {
    const path = await bought(world)
    const { body } = isPaid(path, (await world.call('GET', path)).total_amount)
    await world.call('PATCH', `${path}/status`, { ...body, received_at: earlier() })
    return { path: `${path}/status`, body: { status: 'refunded', reason_code: 'other' } }
  },
}

/** What an operation does with a closed day in a field: the code of the refusal, or why the field posts nothing. */
interface Outcome {
  refused?: string
  /** It is recorded, and what is posted goes to the first open day. */
  corrected?: true
  nothing?: string
  /** A request that says something with the field, if the usual one does not. */
  make?: (world: World) => Promise<RightRequest>
}

const ofPaper = 'it is what a document says, and no posting has it'
const ofAgreement = 'it is until when something holds, and no posting has it'
const refused = { refused: 'period_closed' }

const expected: Record<string, Outcome> = {
  'createOrganization registration_date': { nothing: ofPaper },
  'updateOrganization registration_date': { nothing: ofPaper },
  'updateOrganization liquidation_date': { nothing: ofPaper },
  'createOrganizationPerson birth_date': { nothing: ofPaper },
  'createOrganizationPerson identity_document.issued_on': { nothing: ofPaper },
  'updateOrganizationPerson birth_date': { nothing: ofPaper },
  'updateOrganizationPerson identity_document.issued_on': { nothing: ofPaper },
  'setClientContract contract.date': { nothing: ofPaper },
  'createPaymentFile day': { nothing: 'an order is no payment: the bank pays it later' },
  'createPurchaseRequest quote_expires_at': { nothing: ofAgreement },
  'createQuote quote_expires_at': { nothing: ofAgreement },
  'createApiKey expires_at': { nothing: ofAgreement },
  'updatePurchaseRequestStatus quote_expires_at': { nothing: ofAgreement },
  'bulkMove items.0.quote_expires_at': { nothing: ofAgreement },
  ...Object.fromEntries(
    [...formats.keys()]
      .filter((name) => /^put\w+Document /.test(name))
      .map((name) => [name, { nothing: ofPaper }]),
  ),
  'reopenBooks through': { nothing: 'it opens days, which is tried elsewhere' },
  'closeBooks through': { refused: 'books_closed_already' },
  'revalueBooks through': {
    ...refused,
    make: async (world) => {
      const made = (await rightRequests.get('revalueBooks')?.(world, 'owner')) as RightRequest
      await world.call('PUT', '/v1/rates', { currency: 'CNY', day: closed(), rate: '11' })
      return made
    },
  },
  'importRates day': {
    refused: 'rate_of_closed_day',
    make: async () => ({
      path: '/v1/rates/import',
      body: form(inWindows1251(dailyFile(closed())), {}, 'XML_daily.xml'),
    }),
  },
  'setRate day': { refused: 'rate_of_closed_day' },
  'createEntry date': refused,
  'createAcquisition acquired_at': refused,
  'createPayment received_at': {
    ...refused,
    make: async (world) => ({ path: `${await bought(world)}/payments`, body: payment }),
  },
  'createRefund paid_at': {
    ...refused,
    make: async (world) => {
      const { paid_at: _, ...body } = refund
      return { path: `${(await paid(world)).path}/refunds`, body }
    },
  },
  'refundCredit paid_at': {
    ...refused,
    make: async (world) => ({
      path: `${await credit(world)}/refund`,
      body: { amount: '60', reference: 'R-1', account },
    }),
  },
  'createDelivery delivered_at': {
    ...refused,
    make: async (world) => ({
      path: `${(await paid(world)).path}/deliveries`,
      body: { tx_hash: transaction(world), amount: '0.5' },
    }),
  },
  'reversePayment date': {
    ...refused,
    make: async (world) => {
      const { path, payment } = await paid(world)
      return { path: `${path}/payments/${payment.id}/reverse`, body: reversal }
    },
  },
  'reverseRefund date': {
    ...refused,
    make: async (world) => {
      const { path } = await paid(world)
      const { id } = await world.call('POST', `${path}/refunds`, refund)
      return { path: `${path}/refunds/${id}/reverse`, body: reversal }
    },
  },
  'reverseCreditRefund date': {
    ...refused,
    make: async (world) => {
      const path = await credit(world)
      const { reason_code: _, ...ofCredit } = refund
      await world.call('POST', `${path}/refund`, ofCredit)
      const [{ id }] = (await world.call('GET', `${path}/refunds`)).items
      return { path: `${path}/refunds/${id}/reverse`, body: reversal }
    },
  },
  'reverseDelivery date': { ...refused, make: delivery },
  // The reversal of a delivery of a closed day is a correction; this is when the chain had the coins.
  'reverseDelivery returned.at': {
    corrected: true,
    make: async (world) => {
      const { path } = await delivery(world)
      return { path, body: { ...reversal, returned: { tx_hash: transaction(world) } } }
    },
  },
  'updatePurchaseRequestStatus received_at': { ...refused, make: statuses.received_at },
  'updatePurchaseRequestStatus delivered_at': { ...refused, make: statuses.delivered_at },
  'updatePurchaseRequestStatus paid_at': { ...refused, make: statuses.paid_at },
  'bulkMove items.0.received_at': { ...refused, make: (world) => moved(world, statuses.received_at) },
  'bulkMove items.0.delivered_at': { ...refused, make: (world) => moved(world, statuses.delivered_at) },
  'bulkMove items.0.paid_at': { ...refused, make: (world) => moved(world, statuses.paid_at) },
  // The VAT of an act is posted on its day.
  'issuePaper date': {
    ...refused,
    make: async (world) => {
      const company = await world.call(
        'POST',
        '/v1/desk/companies',
        newCompany({ vat: { rate: '20', ground: null, ground_en: null } }),
      )
      return {
        path: `${await deliveredAll(world)}/papers`,
        body: { kind: 'act', company_id: company.id, language: 'ru' },
      }
    },
  },
}

test('every day that an operation takes is known', () => {
  expect(Object.keys(expected).toSorted()).toEqual([...formats.keys()].toSorted())
})

test('a closed day in a field is refused, or posts on an open day and says so', async () => {
  const cases: { name: string; outcome: Outcome; method: string; request: RightRequest }[] = []
  for (const [name, outcome] of Object.entries(expected)) {
    const [id = '', place = ''] = name.split(' ')
    const operation = operations.find((one) => one.id === id)
    // An act of the policy would open what the rest relies on.
    if (!operation || id === 'reopenBooks') continue
    const made = (await outcome.make?.(world())) ??
      (await rightRequests.get(id)?.(world(), 'owner')) ?? { path: operation.path }
    const value = formats.get(name) === 'date' ? closed() : `${closed()}T09:00:00Z`
    cases.push({
      name,
      outcome,
      method: operation.method,
      request: { ...made, body: withValue(made.body, place, value) },
    })
  }
  const through = dayAfter(today(), -1)
  const shut = await owner().post('/v1/books/close', { through, reason: 'Проверка' })
  expect(shut.status, JSON.stringify(shut.body)).toBe(200)
  const postedSince = async (seq: number) =>
    (
      await sql<{ seq: number; day: string; description: string }>`
        select seq::int as seq, day::text as day, description from book_postings where seq > ${seq} order by seq
      `.execute(server.db)
    ).rows
  let last = (await postedSince(0)).at(-1)?.seq ?? 0
  for (const { name, outcome, method, request } of cases) {
    const { path, body, headers, session } = request
    const token = session?.token ?? owner().token
    const response = await fetch(server.url + path, { method, ...sent(token, body, headers) })
    const text = await response.text()
    expect(response.status, `${name}: ${text}`).not.toBe(500)
    const posted = await postedSince(last)
    last = posted.at(-1)?.seq ?? last
    if (outcome.refused !== undefined) {
      expect(text, name).toContain(`"${outcome.refused}"`)
      expect([name, posted]).toEqual([name, []])
    } else if (outcome.corrected) {
      expect(response.ok, `${name}: ${text}`).toBe(true)
      expect(posted.map(({ day }) => day)).toContain(dayAfter(through))
      for (const one of posted)
        expect([name, one]).toMatchObject([name, { description: expect.stringContaining('(corrects ') }])
    } else expect([name, posted]).toEqual([name, []])
  }
})

/** The body with another value at a place. */
function withValue(body: unknown, place: string, value: string): unknown {
  if (body instanceof FormData) {
    body.set(place, value)
    return body
  }
  const [name = '', ...rest] = place.split('.')
  const of = (body ?? {}) as Record<string, unknown>
  const changed = rest.length === 0 ? value : withValue(of[name], rest.join('.'), value)
  if (Array.isArray(body)) return body.map((item, index) => (String(index) === name ? changed : item))
  return { ...of, [name]: changed }
}
