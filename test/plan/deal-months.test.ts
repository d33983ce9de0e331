import { beforeAll, expect, test } from 'vitest'
import { pathOf, terms } from '../deals/given-deal.ts'
import { oneC, type SamplePayment } from '../statements/samples.ts'
import { importFile } from '../statements/uploads.ts'
import { fc } from '../support/cases/properties.ts'
import { scaled } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { makeOlder } from '../support/given/older-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { createAgreement } from './agreement.ts'

const server = startServer()
const banks = { RUB: '40702810900000077771', USD: '40702840200000077772' }
const firstYear = 2003
let owner: Client
let officer: Client
const clients: string[] = []
const agreement = createAgreement(server, { first: `${firstYear}-01-01`, officer: () => officer })

beforeAll(async () => {
  owner = await server.signIn('owner')
  officer = await server.signIn('officer')
  await givenOwnAccounts(owner, Object.values(banks))
  for (let count = 0; count < 2; count++) clients.push((await givenBuyer(server)).id)
})

/** What happens in a month. Nothing of it is posted by hand. */
const event = fc.record({
  kind: fc.constantFrom('bank_fee', 'matched_payment', 'typed_payment', 'delivery', 'purchase', 'sale'),
  client: fc.constantFrom(0, 1),
  day: fc.integer({ min: 2, max: 26 }),
  units: fc.integer({ min: 100, max: 100_000 }),
})
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

/** Posts what happened, and returns what takes it back on its own day. */
type Post = () => Promise<() => Promise<void>>

const money = (units: number) => (units / 100).toFixed(2)
let numbers = 0

async function expectDone(reply: Promise<{ status: number; body: unknown }>): Promise<unknown> {
  const { status, body } = await reply
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return body
}

async function givenLine(line: Omit<SamplePayment, 'number'>): Promise<{ id: string }> {
  numbers += 1
  const imported = await importFile(owner, oneC([{ ...line, number: String(numbers) }]))
  expect(imported.status, JSON.stringify(imported.body)).toBe(201)
  return (await owner.get(`/v1/statements/${imported.body.id}/lines`)).body.items[0]
}

const postLine = (line: { id: string }, body: object) =>
  expectDone(officer.post(`/v1/statement-lines/${line.id}/post`, body))
const unpostLine = (line: { id: string }) =>
  expectDone(officer.post(`/v1/statement-lines/${line.id}/unpost`, { reason: 'Ошибка' }))

/** A request of 1,010.00 that is older than what is recorded for it. */
async function givenOld(client: number) {
  const request = await givenRequest(owner, clients[client] as string, terms, review, approve)
  await makeOlder(server, request, new Date(Date.UTC(firstYear, 0, 1)))
  return request
}

async function paymentOf(path: string, day: string, amount: string): Promise<{ id: string }> {
  numbers += 1
  const payment = { amount, currency: 'RUB', received_at: `${day}T09:00:00Z`, reference: `П-${numbers}` }
  return (await expectDone(owner.post(`${path}/payments`, payment))) as { id: string }
}

const reverse = (path: string, date: string) =>
  expectDone(owner.post(`${path}/reverse`, { reason: 'Ошибка', date }))

/** Brings what stays: the files of the bank, and requests. Returns what can be posted, taken back and posted again. */
async function given({ kind, client, units }: Event, day: string): Promise<Post> {
  if (kind === 'bank_fee') {
    const line = await givenLine({ on: day, amount: money(units), from: banks.RUB, purpose: 'Комиссия' })
    return async () => {
      await postLine(line, { account: 'bank_fee' })
      return async () => void (await unpostLine(line))
    }
  }
  if (kind === 'purchase' || kind === 'sale') {
    const [from, to] = kind === 'purchase' ? [banks.RUB, banks.USD] : [banks.USD, banks.RUB]
    const [roubles, dollars] = [money(units * 90), money(units)]
    const [given, taken] = kind === 'purchase' ? [roubles, dollars] : [dollars, roubles]
    const other = (account: string) => ({
      party: { name: 'ООО "Контора"', account },
      purpose: 'Обмен валюты',
    })
    const out = await givenLine({ on: day, amount: given, from, ...other(to) })
    const come = await givenLine({ on: day, amount: taken, to, ...other(from) })
    return async () => {
      await postLine(out, { account: 'exchange' })
      await postLine(come, { account: 'exchange', exchange_line_id: out.id })
      return async () => {
        await unpostLine(come)
        await unpostLine(out)
      }
    }
  }
  const request = await givenOld(client)
  const path = pathOf(request.id)
  if (kind === 'typed_payment')
    return async () => {
      const { id } = await paymentOf(path, day, money(units))
      return async () => void (await reverse(`${path}/payments/${id}`, day))
    }
  if (kind === 'matched_payment') {
    const line = await givenLine({ on: day, amount: money(units), to: banks.RUB, purpose: request.number })
    return async () => {
      const items = [{ request_id: request.id, amount: money(units) }]
      await expectDone(owner.post(`/v1/statement-lines/${line.id}/match`, { items }))
      const [payment] = (await owner.get(`${path}/payments`)).body.items.filter(
        ({ reversed }: { reversed: object | null }) => reversed === null,
      )
      return async () => void (await reverse(`${path}/payments/${payment.id}`, day))
    }
  }
  await paymentOf(path, `${day.slice(0, 8)}01`, '1010.00')
  return async () => {
    numbers += 1
    const tx_hash = `${firstYear}${numbers.toString(16)}`.padStart(64, '0')
    const delivery = {
      tx_hash,
      amount: money(Math.min(Math.ceil(units / 10), 9_999)),
      delivered_at: `${day}T09:00:00Z`,
    }
    const { id } = (await expectDone(owner.post(`${path}/deliveries`, delivery))) as { id: string }
    return async () => void (await reverse(`${path}/deliveries/${id}`, day))
  }
}

async function postAll(posts: readonly Post[]): Promise<(() => Promise<void>)[]> {
  const undo: (() => Promise<void>)[] = []
  for (const post of posts) undo.push(await post())
  return undo
}

let months = 0
// A month follows from those before it: what is tried again is another case.
const plan = { numRuns: scaled(2, 25), seed, endOnFailure: true }

test('whatever the order of entry, months of payments, deliveries, exchanges and statements agree', {
  timeout: scaled(180_000, 1_800_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 3, maxLength: 10 }),
      fc.array(fc.integer({ min: 80_0000, max: 100_0000 }), { minLength: 4, maxLength: 4 }),
      async (events, rates) => {
        const month = new Date(Date.UTC(firstYear, months++, 1)).toISOString().slice(0, 8)
        const dayOf = (day: number) => `${month}${String(day).padStart(2, '0')}`
        const period = { from: dayOf(1), through: dayOf(28) }
        for (const [index, rate] of rates.entries())
          await expectDone(
            officer.put('/v1/rates', {
              currency: 'USD',
              day: dayOf(1 + index * 9),
              rate: `${rate / 10_000}`,
            }),
          )
        const posts: Post[] = []
        for (const one of events) posts.push(await given(one, dayOf(one.day)))
        const acts = clients.map((client) => ({ client, currency: 'RUB' }))
        const undo = await postAll(posts)
        const first = await agreement.closeOf(period.from, period.through)
        await agreement.demandAgreement(period, first.balances, acts)
        for (const one of undo) await one()
        await postAll(posts.toReversed())
        const second = await agreement.closeOf(period.from, period.through)
        expect(second.named).toEqual(first.named)
        expect(second.worth).toEqual(first.worth)
        await agreement.demandAgreement(period, second.balances, acts)
      },
    ),
    plan,
  )
})
