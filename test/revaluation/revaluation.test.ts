import { beforeAll, expect, test } from 'vitest'
import { connectionsFor } from '../support/database/locks.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { givenBuyer } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(4) })
const account = '40702156900000077771'
let owner: Client
let officer: Client
let operator: Client

beforeAll(async () => {
  owner = await server.signIn('owner')
  officer = await server.signIn('officer')
  operator = await server.signIn('operator')
  await givenOwnAccounts(owner, [account])
})

const setRate = (currency: string, day: string, rate: string, nominal = 1) =>
  officer.put('/v1/rates', { currency, day, rate, nominal })
const leg = (name: string, amount: string, commodity: string) => ({ account: name, commodity, amount })

async function post(
  date: string,
  legs: [account: string, amount: string][],
  { commodity = 'CNY', ...rest }: { commodity?: string; organization_id?: string } = {},
) {
  const entry = { date, text: 'x', legs: legs.map(([name, amount]) => leg(name, amount, commodity)), ...rest }
  const made = await officer.post('/v1/books/entries', entry)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
}
const preview = async (through: string) =>
  (await officer.get(`/v1/books/revaluation?through=${through}`)).body
const revalue = (through: string, by = operator) => by.post('/v1/books/revalue', { through })
const differences = (body: { items: { account: string; difference: string }[] }) =>
  Object.fromEntries(body.items.map((item) => [item.account, item.difference]))

async function balance(name: string, through: string): Promise<string | undefined> {
  const { items } = (await officer.get(`/v1/books/trial-balance?through=${through}&limit=200`)).body
  return items.find((row: { account: string }) => row.account === name)?.balance
}

async function demandZeroSums(through: string): Promise<void> {
  const { items } = (await officer.get(`/v1/books/trial-balance?through=${through}&limit=200`)).body
  const sums = new Map<string, bigint>()
  for (const { commodity, balance } of items)
    sums.set(commodity, (sums.get(commodity) ?? 0n) + BigInt(balance.replace('.', '')))
  expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
}

test('money and debts are revalued once, and what changes afterwards is posted while the day is open', async () => {
  await setRate('CNY', '2025-01-10', '10')
  await setRate('CNY', '2025-01-20', '11')
  await setRate('CNY', '2025-01-31', '12.5')
  const bank = `assets:bank:${account}`
  await post('2025-01-10', [
    [bank, '1000.00'],
    ['equity:opening:CNY', '-1000.00'],
  ])
  await post('2025-01-20', [
    ['expenses:other:CNY', '300.00'],
    ['liabilities:supplier:CNY', '-300.00'],
  ])
  await post('2025-01-20', [
    ['expenses:bank:CNY', '100.00'],
    [bank, '-100.00'],
  ])
  // 900 × 12.5 − (10,000 − 1,100), and −300 × 12.5 + 3,300.
  const expected = { [bank]: '2350.00', 'liabilities:supplier:CNY': '-450.00' }
  const shown = await preview('2025-01-31')
  expect(differences(shown)).toEqual(expected)
  expect(shown.items[0]).toMatchObject({
    kind: 'money',
    balance: '900.00',
    value: '11250.00',
    carried: '8900.00',
    rate: { rate: '12.5', nominal: 1, day: '2025-01-31' },
  })
  expect(shown.totals).toEqual([{ currency: 'CNY', difference: '1900.00' }])
  const open = (await officer.get('/v1/books/close?through=2025-01-31')).body
  expect(open.counts.not_revalued).toBe(2)
  const listed = open.items.filter(({ code }: { code: string }) => code === 'not_revalued')
  // The title is that of the API; people read the account by its number in the plan.
  expect(
    listed.map(({ title, account }: { title: string; account: unknown }) => ({ title, account })),
  ).toEqual([
    { title: `${bank} CNY`, account: { account: bank, commodity: 'CNY', plan_account: '52' } },
    {
      title: 'liabilities:supplier:CNY CNY',
      account: { account: 'liabilities:supplier:CNY', commodity: 'CNY', plan_account: '60' },
    },
  ])
  const posted = await revalue('2025-01-31')
  expect(posted.status, JSON.stringify(posted.body)).toBe(200)
  expect(differences(posted.body)).toEqual(expected)
  expect(await balance(`assets:revaluation:bank:${account}`, '2025-01-31')).toBe('2350.00')
  expect(await balance('assets:revaluation:supplier:CNY', '2025-01-31')).toBe('-450.00')
  expect(await balance('income:exchange:CNY', '2025-01-31')).toBe('-1900.00')
  await demandZeroSums('2025-01-31')

  const again = await revalue('2025-01-31')
  expect(differences(again.body)).toEqual({ [bank]: '0.00', 'liabilities:supplier:CNY': '0.00' })
  expect((await officer.get('/v1/books/close?through=2025-01-31')).body.counts.not_revalued).toBeUndefined()
  const { items } = (await owner.get('/v1/audit-events?action=books.revalued')).body
  expect(items).toHaveLength(1)
  expect(items[0].details).toMatchObject({
    through: '2025-01-31',
    differences: [
      { account: bank, currency: 'CNY', amount: '2350.00' },
      { account: 'liabilities:supplier:CNY', currency: 'CNY', amount: '-450.00' },
    ],
  })

  await setRate('CNY', '2025-01-31', '12')
  expect(differences((await revalue('2025-01-31')).body)).toEqual({
    [bank]: '-450.00',
    'liabilities:supplier:CNY': '150.00',
  })
  // What was typed late for the middle of the month changes only what it moved.
  await post('2025-01-20', [
    [bank, '-100.00'],
    ['expenses:bank:CNY', '100.00'],
  ])
  expect(differences(await preview('2025-01-31'))[bank]).toBe('-100.00')
  await revalue('2025-01-31')

  // The next month begins with what this one has ended with.
  await setRate('CNY', '2025-02-10', '13')
  expect(differences(await preview('2025-02-10'))[bank]).toBe('800.00')
  expect((await officer.post('/v1/books/close', { through: '2025-01-31', reason: 'x' })).status).toBe(200)
  expect((await revalue('2025-01-31')).body.code).toBe('period_closed')
  expect((await officer.post('/v1/books/reopen', { through: null })).status).toBe(200)
})

test('an advance is never revalued, and the debt that is left of it is', async () => {
  const { id } = await givenBuyer(server)
  const client = `liabilities:client:${id}:EUR`
  const of = { commodity: 'EUR', organization_id: id }
  await setRate('EUR', '2025-03-01', '90')
  await setRate('EUR', '2025-03-10', '100')
  await setRate('EUR', '2025-03-20', '110')
  await setRate('CNY', '2025-03-20', '12')
  await post(
    '2025-03-01',
    [
      ['equity:opening:EUR', '100.00'],
      [client, '-100.00'],
    ],
    of,
  )
  expect(differences(await preview('2025-03-10'))[client]).toBeUndefined()
  // Moved within the account of the client: nothing happens to it.
  await post(
    '2025-03-10',
    [
      [client, '40.00'],
      [client, '-40.00'],
      ['income:fee:EUR', '-1.00'],
      ['expenses:other:EUR', '1.00'],
    ],
    of,
  )
  await post(
    '2025-03-10',
    [
      [client, '60.00'],
      ['equity:trading:EUR', '-60.00'],
    ],
    of,
  )
  expect(differences(await preview('2025-03-10'))[client]).toBeUndefined()
  // 40 are worth 90 each, and 50 are owed from that day on.
  await post(
    '2025-03-10',
    [
      [client, '90.00'],
      ['equity:trading:EUR', '-90.00'],
    ],
    of,
  )
  const owed = await preview('2025-03-20')
  expect(owed.items.find((item: { account: string }) => item.account === client)).toMatchObject({
    kind: 'debt',
    balance: '50.00',
    carried: '5000.00',
    value: '5500.00',
    difference: '500.00',
  })
  // Paid on the day of the rate: the difference stays, whatever comes after it.
  await post(
    '2025-03-20',
    [
      ['equity:opening:EUR', '70.00'],
      [client, '-70.00'],
    ],
    of,
  )
  const paid = await preview('2025-03-20')
  expect(paid.items.find((item: { account: string }) => item.account === client)).toMatchObject({
    kind: 'advance',
    balance: '-20.00',
    value: '-2200.00',
    carried: '-2700.00',
    difference: '500.00',
  })
  expect((await revalue('2025-03-20')).status).toBe(200)
  expect(await balance(`assets:revaluation:client:${id}:EUR`, '2025-03-20')).toBe('500.00')
  expect(differences(await preview('2025-03-20'))[client]).toBeUndefined()
  await demandZeroSums('2025-03-20')
})

test('a rate that is missing is named, and nothing is posted', async () => {
  await post(
    '2025-05-10',
    [
      ['assets:transit:JPY', '500'],
      ['equity:opening:JPY', '-500'],
    ],
    { commodity: 'JPY' },
  )
  const shown = await preview('2025-05-20')
  expect(shown.missing_rates).toEqual(
    expect.arrayContaining([
      { currency: 'JPY', day: '2025-05-10' },
      { currency: 'JPY', day: '2025-05-20' },
    ]),
  )
  expect(shown.items).toContainEqual(
    expect.objectContaining({ account: 'assets:transit:JPY', value: null, difference: null }),
  )
  const refused = await revalue('2025-05-20')
  expect(refused.status).toBe(422)
  expect(refused.body.detail).toContainEqual(
    expect.objectContaining({ ctx: expect.objectContaining({ currency: 'JPY', day: '2025-05-20' }) }),
  )
  await setRate('JPY', '2025-05-10', '65', 100)
  await setRate('JPY', '2025-05-20', '66.5', 100)
  for (const currency of ['CNY', 'EUR']) await setRate(currency, '2025-05-20', '80')
  expect((await preview('2025-05-20')).missing_rates).toEqual([])
  expect((await revalue('2025-05-20')).status).toBe(200)
  expect(await balance('assets:revaluation:transit:JPY', '2025-05-20')).toBe('7.50')
})

test('those who revalue at the same time post once', async () => {
  await setRate('CNY', '2025-06-30', '99')
  for (const currency of ['EUR', 'JPY']) await setRate(currency, '2025-06-30', '80')
  const replies = await Promise.all([1, 2, 3].map(() => revalue('2025-06-30')))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const worked = replies.filter(({ body }) => body.totals.length > 0)
  expect(worked).toHaveLength(1)
  expect((await revalue('2025-06-30', await server.signIn('auditor'))).status).toBe(403)
  expect((await revalue('9999-12-31')).status).toBe(422)
})

test('a balance is worth what a rate for many units says', async () => {
  for (const [day, rate] of [
    ['2025-12-01', '50'],
    ['2025-12-31', '50.3432'],
  ] as const)
    expect((await setRate('KRW', day, rate, 100)).status).toBe(200)
  const legs: [string, string][] = [
    ['assets:transit:KRW', '12345'],
    ['equity:opening:KRW', '-12345'],
  ]
  await post('2025-12-01', legs, { commodity: 'KRW' })
  const { items } = await preview('2025-12-31')
  // 12,345 × 50.3432 ÷ 100 is 6,214.86804.
  expect(items.find(({ currency }: { currency: string }) => currency === 'KRW')).toMatchObject({
    balance: '12345',
    rate: { rate: '50.3432', nominal: 100, day: '2025-12-31' },
    value: '6214.87',
    carried: '6172.50',
    difference: '42.37',
  })
})
