import { beforeAll, expect, test } from 'vitest'
import { fc } from '../support/cases/properties.ts'
import { scaled } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { dayOf, readWorkbook } from '../support/files/read-workbook.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { givenBuyer } from '../support/given/given-purchase-request.ts'
import { hledger } from '../support/outside/hledger.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
const banks = { RUB: '40702810900000077771', CNY: '40702156900000077772' }
const currencies = ['RUB', 'CNY'] as const
let officer: Client
const clients: string[] = []

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

const units = (amount: string) => BigInt(amount.replace('.', ''))

interface Row {
  day: string
  debit: string
  credit: string
  currency: string
  amount: bigint
  roubles: bigint
}

async function readJournal(from: string, to: string): Promise<Row[]> {
  const response = await fetch(`${server.url}/v1/books/journal?format=xlsx&from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${officer.token}` },
  })
  expect(response.status).toBe(200)
  const [, ...rows] = readWorkbook(Buffer.from(await response.arrayBuffer()))
  return rows.map((cells) => {
    const at = (index: number) => cells[index]?.text ?? ''
    return {
      day: cells[0] ? dayOf(cells[0]) : '',
      debit: at(6),
      credit: at(8),
      currency: at(9),
      amount: units(at(10)),
      roubles: units(at(11)),
    }
  })
}

const trialBalance = async (from: string, through: string) =>
  (await officer.get(`/v1/books/trial-balance?from=${from}&through=${through}&limit=200`)).body.items as {
    account: string
    commodity: string
    debit: string
    credit: string
    balance: string
  }[]

/** What the journal adds up to in roubles, by account and currency. */
async function worthOf(from: string, through: string): Promise<Record<string, bigint>> {
  const worth = new Map<string, bigint>()
  const add = (key: string, roubles: bigint) => worth.set(key, (worth.get(key) ?? 0n) + roubles)
  for (const { debit, credit, currency, roubles } of await readJournal(from, through)) {
    add(`${debit} ${currency}`, roubles)
    add(`${credit} ${currency}`, -roubles)
  }
  return Object.fromEntries([...worth].filter(([, roubles]) => roubles !== 0n))
}

/** What the end of a month says of its postings, without what names them. */
async function closeOf(from: string, through: string) {
  const revalued = await officer.post('/v1/books/revalue', { through })
  expect(revalued.status, JSON.stringify(revalued.body)).toBe(200)
  expect((await officer.post('/v1/books/revalue', { through })).body.totals).toEqual([])
  return { balances: await trialBalance(from, through), worth: await worthOf(from, through) }
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
        const first = await closeOf(from, through)
        await demandAgreement(from, through, first.balances)
        for (const id of ids) await officer.post(`/v1/books/entries/${id}/reverse`, { reason: 'x' })
        await post(events.toReversed())
        const second = await closeOf(from, through)
        const balances = ({ balances }: typeof first) =>
          balances.map(({ account, commodity, balance }) => `${account} ${commodity} ${balance}`)
        expect(balances(second)).toEqual(balances(first))
        expect(second.worth).toEqual(first.worth)
        await demandAgreement(from, through, second.balances)
      },
    ),
    plan,
  )
})

async function demandAgreement(
  from: string,
  through: string,
  balances: Awaited<ReturnType<typeof trialBalance>>,
): Promise<void> {
  const sums = new Map<string, bigint>()
  for (const { commodity, balance } of balances)
    sums.set(commodity, (sums.get(commodity) ?? 0n) + units(balance))
  expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)

  const rows = await readJournal(from, through)
  const turnover = (side: 'debit' | 'credit', account: string, commodity: string) =>
    rows
      .filter((row) => row[side] === account && row.currency === commodity)
      .reduce((sum, { amount }) => sum + amount, 0n)
  for (const { account, commodity, debit, credit } of balances) {
    expect(turnover('debit', account, commodity), account).toBe(units(debit))
    expect(turnover('credit', account, commodity), account).toBe(units(credit))
  }
  await demandRoubles(through)
  for (const [index, id] of clients.entries())
    for (const currency of currencies) {
      const account = `liabilities:client:${id}:${currency}`
      const found = balances.find((row) => row.account === account)
      const { opening, closing } = await readAct(id, currency, from, through)
      expect(closing, `${index} ${currency}`).toBe(units(found?.balance ?? '0.00'))
      expect(closing - opening).toBe(units(found?.debit ?? '0.00') - units(found?.credit ?? '0.00'))
    }
  if (!hledger.isInstalled) return
  const journal = await hledger.open(officer, `&to=${through}`)
  expect(await journal.run('check', '--strict')).toBe('')
  const known = balances
    .filter(({ balance }) => units(balance) !== 0n)
    .map(({ account, commodity, balance }) => [`${account} ${commodity}`, units(balance)])
  expect(await journal.balances()).toEqual(Object.fromEntries(known))
}

/** In roubles, money and debts are worth in the journal what the revaluation says, since the first day. */
async function demandRoubles(through: string): Promise<void> {
  const rows = await readJournal('2003-01-01', through)
  const { items } = (await officer.get(`/v1/books/revaluation?through=${through}`)).body
  for (const { account, value, difference } of items) {
    expect(difference).toBe('0.00')
    const names = [account, `assets:revaluation:${account.split(':').slice(1).join(':')}`]
    const worth = rows.reduce(
      (sum, { debit, credit, roubles }) =>
        sum + (names.includes(debit) ? roubles : 0n) - (names.includes(credit) ? roubles : 0n),
      0n,
    )
    expect(worth, account).toBe(units(value))
  }
}

/** The opening and the closing balance of an act, as the books have them: money that the desk owes is negative. */
async function readAct(id: string, currency: string, from: string, to: string) {
  const response = await fetch(
    `${server.url}/v1/organizations/${id}/reconciliation-act?from=${from}&to=${to}&currency=${currency}&language=en&format=xlsx`,
    { headers: { authorization: `Bearer ${officer.token}` } },
  )
  expect(response.status).toBe(200)
  const rows = readWorkbook(Buffer.from(await response.arrayBuffer()))
  const balance = (name: RegExp) => {
    const row = rows.find(([, label]) => name.test(label?.text ?? ''))
    const [debit = '', credit = ''] = [row?.[2]?.text, row?.[3]?.text]
    return units(debit || '0.00') - units(credit || '0.00')
  }
  return { opening: balance(/^Opening balance/), closing: balance(/^Closing balance/) }
}
