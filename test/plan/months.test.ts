import { beforeAll, expect, test } from 'vitest'
import { fc } from '../support/cases/properties.ts'
import { scaled } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { givenBuyer } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { createAgreement } from './agreement.ts'

const server = startServer()
const banks = { RUB: '40702810900000077771', CNY: '40702156900000077772' }
const currencies = ['RUB', 'CNY'] as const
let officer: Client
const clients: string[] = []
const agreement = createAgreement(server, { first: '2003-01-01', officer: () => officer })
const acts = () => clients.flatMap((client) => currencies.map((currency) => ({ client, currency })))

beforeAll(async () => {
  const owner = await server.signIn('owner')
  officer = await server.signIn('officer')
  await givenOwnAccounts(owner, Object.values(banks))
  for (let count = 0; count < 2; count++) clients.push((await givenBuyer(server)).id)
})

type Leg = { account: string; commodity: string; amount: string }

const text = (units: number) =>
  `${units < 0 ? '-' : ''}${Math.floor(Math.abs(units) / 100)}.${String(Math.abs(units) % 100).padStart(2, '0')}`

/** What people post in a month: money that comes and goes, sales to clients, services of suppliers, fees of banks. */
const event = fc.record({
  kind: fc.constantFrom('payment', 'refund', 'sale', 'service', 'settlement', 'fee'),
  client: fc.constantFrom(0, 1),
  currency: fc.constantFrom(...currencies),
  day: fc.integer({ min: 1, max: 28 }),
  units: fc.integer({ min: 3, max: 500_000 }),
})
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

function legsOf({ kind, client, currency, units }: Event): Leg[] {
  const bank = `assets:bank:${banks[currency]}`
  const of = `liabilities:client:${clients[client]}:${currency}`
  const supplier = `liabilities:supplier:${currency}`
  const fee = Math.floor(units / 3)
  const legs: Record<Event['kind'], [string, number][]> = {
    payment: [
      [bank, units],
      [of, -units],
    ],
    refund: [
      [of, units],
      [bank, -units],
    ],
    sale: [
      [of, units],
      [`equity:trading:${currency}`, fee - units],
      [`income:fee:${currency}`, -fee],
    ],
    service: [
      [`expenses:other:${currency}`, units],
      [supplier, -units],
    ],
    settlement: [
      [supplier, units],
      [bank, -units],
    ],
    fee: [
      [`expenses:bank:${currency}`, units],
      [bank, -units],
    ],
  }
  return legs[kind].map(([account, amount]) => ({ account, commodity: currency, amount: text(amount) }))
}

let months = 0
// A month follows from those before it: what is tried again is another case.
const plan = { numRuns: scaled(2, 30), seed, endOnFailure: true }

test('whatever the order of entry, trial balance, journal, acts and hledger agree', {
  timeout: scaled(120_000, 600_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 2, maxLength: 14 }),
      fc.array(fc.integer({ min: 80_000, max: 150_000 }), { minLength: 4, maxLength: 4 }),
      async (events, rates) => {
        // Each month is one that no other had, so that its turnovers are its own.
        const month = new Date(Date.UTC(2003, months++, 1)).toISOString().slice(0, 8)
        const [from, through] = [`${month}01`, `${month}28`]
        for (const [index, rate] of rates.entries())
          await officer.put('/v1/rates', {
            currency: 'CNY',
            day: `${month}${String(1 + index * 9).padStart(2, '0')}`,
            rate: `${rate / 10_000}`,
          })
        const post = async (all: readonly Event[]) => {
          const ids: string[] = []
          for (const one of all) {
            const { client, kind, day } = one
            const made = await officer.post('/v1/books/entries', {
              date: `${month}${String(day).padStart(2, '0')}`,
              text: kind,
              organization_id: clients[client],
              legs: legsOf(one),
            })
            expect(made.status, JSON.stringify(made.body)).toBe(201)
            ids.push(made.body.id)
          }
          return ids
        }
        const ids = await post(events)
        const first = await agreement.closeOf(from, through)
        await agreement.demandAgreement({ from, through }, first.balances, acts())
        for (const id of ids) await officer.post(`/v1/books/entries/${id}/reverse`, { reason: 'x' })
        await post(events.toReversed())
        const second = await agreement.closeOf(from, through)
        expect(second.named).toEqual(first.named)
        expect(second.worth).toEqual(first.worth)
        await agreement.demandAgreement({ from, through }, second.balances, acts())
      },
    ),
    plan,
  )
})
