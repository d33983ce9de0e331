import { beforeAll, describe, expect, test } from 'vitest'
import { toUnits } from '../../contract/money/commodities.ts'
import { readWorkbook } from '../support/files/read-workbook.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { hledger } from '../support/outside/hledger.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { oneC, type SamplePayment } from './samples.ts'
import { importFile } from './uploads.ts'

const server = startServer()
const roubles = '40702810900000055501'
const dollars = '40702840200000055502'
const ofOther = '40702840200000055503'
const company = 'ООО "Контора"'
let owner: Client
let officer: Client

beforeAll(async () => {
  owner = await server.signIn('owner')
  officer = await server.signIn('officer')
  await givenOwnAccounts(owner, [roubles, dollars])
  await givenOwnAccounts(owner, [ofOther])
  for (const [day, rate] of Object.entries({
    '2026-01-12': '90',
    '2026-01-14': '91',
    '2026-01-20': '93.5',
    '2026-01-31': '92',
    '2026-02-20': '95',
  }))
    await setRate(day, rate)
})

async function setRate(day: string, rate: string): Promise<void> {
  const set = await officer.put('/v1/rates', { currency: 'USD', day, rate })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
}

let numbers = 0
async function givenLine(payment: Partial<SamplePayment> & { on: string; amount: string }) {
  const other = payment.from ? dollars : roubles
  const line = {
    number: `${++numbers}`,
    party: { name: company, account: other },
    purpose: 'Покупка валюты',
    ...payment,
  }
  const imported = await importFile(owner, oneC([line]))
  expect(imported.status, JSON.stringify(imported.body)).toBe(201)
  return (await owner.get(`/v1/statements/${imported.body.id}/lines`)).body.items[0]
}
const path = ({ id }: { id: string }) => `/v1/statement-lines/${id}`
const post = (line: { id: string }, other?: { id: string }) =>
  officer.post(`${path(line)}/post`, { account: 'exchange', ...(other && { exchange_line_id: other.id }) })
const unpost = async (line: { id: string }) => {
  const reply = await officer.post(`${path(line)}/unpost`, { reason: 'Ошибка' })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}
const posted = async (line: { id: string }, other?: { id: string }) => {
  const reply = await post(line, other)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}

async function balances(through: string): Promise<Record<string, string>> {
  const { items } = (await officer.get(`/v1/books/trial-balance?through=${through}&limit=200`)).body
  return Object.fromEntries(
    items
      .filter(({ balance }: { balance: string }) => Number(balance) !== 0)
      .map(({ account, commodity, balance }: Record<string, string>) => [`${account} ${commodity}`, balance]),
  )
}

async function open(through: string): Promise<string[]> {
  const { items } = (await officer.get(`/v1/books/close?through=${through}`)).body
  return items
    .filter(({ code }: { code: string }) => code === 'exchange_open')
    .map(({ object }: { object: { id: string } }) => object.id)
}

/** What the journal has on an account of the plan at the end of a day, in kopecks. */
async function worth(planned: string, through: string): Promise<bigint> {
  const response = await fetch(`${server.url}/v1/books/journal?format=xlsx&from=2026-01-01&to=${through}`, {
    headers: { authorization: `Bearer ${officer.token}` },
  })
  expect(response.status).toBe(200)
  const [, ...rows] = readWorkbook(Buffer.from(await response.arrayBuffer()))
  return rows.reduce((sum, cells) => {
    const roubles = toUnits(cells[11]?.text ?? '0', 'RUB')
    return sum + (cells[5]?.text === planned ? roubles : 0n) - (cells[7]?.text === planned ? roubles : 0n)
  }, 0n)
}

const revalue = async (through: string) => {
  const reply = await officer.post('/v1/books/revalue', { through })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

/** Account 57 is closed, and the books are right for somebody else, too. */
async function demandClosed(through: string): Promise<void> {
  expect(await worth('57', through)).toBe(0n)
  if (!hledger.isInstalled) return
  const journal = await hledger.open(officer, `&to=${through}`)
  expect(await journal.run('check', '--strict')).toBe('')
}

describe('a purchase of currency', () => {
  test('is settled by its second line at the rate of its day, reversed with either line, and settled again', async () => {
    const paid = await givenLine({ on: '2026-01-12', amount: '9200.00', from: roubles })
    expect(paid.posting_suggestion).toMatchObject({ account: 'exchange', exchange_line_id: null })
    expect((await posted(paid)).posting).toMatchObject({ account: 'exchange', exchange: null })
    expect(await open('2026-01-13')).toEqual([paid.id])
    const got = await givenLine({ on: '2026-01-14', amount: '100.00', to: dollars })
    expect(got.posting_suggestion).toMatchObject({ account: 'exchange', exchange_line_id: paid.id })
    const settled = await posted(got, paid)
    const exchange = { line_id: paid.id, day: '2026-01-14', result: '-100.00' }
    expect(settled.posting.exchange).toEqual(exchange)
    expect((await owner.get(path(paid))).body.posting.exchange).toEqual({ ...exchange, line_id: got.id })
    expect(await posted(got, paid)).toEqual(settled)
    const after = {
      [`assets:bank:${roubles} RUB`]: '-9200.00',
      [`assets:bank:${dollars} USD`]: '100.00',
      'equity:conversion:USD USD': '-100.00',
      'equity:conversion:RUB RUB': '9100.00',
      'income:exchange:USD RUB': '100.00',
    }
    expect(await balances('2026-01-15')).toEqual(after)
    expect(await worth('91', '2026-01-15')).toBe(10_000n)
    await demandClosed('2026-01-15')
    expect(await open('2026-01-31')).toEqual([])
    // The roubles left two days before: then it was open.
    expect(await open('2026-01-13')).toEqual([paid.id])
    const revaluation = (await officer.get('/v1/books/revaluation?through=2026-01-31')).body
    expect(revaluation.items.map(({ account }: { account: string }) => account)).toEqual([
      `assets:bank:${dollars}`,
    ])
    expect(revaluation.totals).toEqual([{ currency: 'USD', difference: '100.00' }])
    expect(
      (await owner.get('/v1/audit-events?action=statement_line.settled')).body.items[0].details,
    ).toMatchObject({ exchange_line_id: paid.id, day: '2026-01-14', result: '-100.00' })

    await unpost(paid)
    expect((await owner.get(path(got))).body.posting.exchange).toBe(null)
    expect(await balances('2026-01-15')).toEqual({
      [`assets:bank:${dollars} USD`]: '100.00',
      'assets:exchange:USD USD': '-100.00',
    })
    expect(await open('2026-01-31')).toEqual([got.id])
    await posted(paid, got)
    expect(await balances('2026-01-15')).toEqual(after)
    await demandClosed('2026-01-15')

    await setRate('2026-01-14', '91.5')
    expect((await open('2026-01-31')).toSorted()).toEqual([paid.id, got.id].toSorted())
    await unpost(got)
    await posted(got, paid)
    expect(await open('2026-01-31')).toEqual([])
    expect(await balances('2026-01-15')).toMatchObject({ 'income:exchange:USD RUB': '50.00' })
    await demandClosed('2026-01-15')
  })

  test('takes lines of one company that are opposite and in two currencies', async () => {
    const before = await balances('2026-12-31')
    const [out, into, alsoOut, strange, fee] = [
      await givenLine({ on: '2026-01-15', amount: '900.00', from: roubles }),
      await givenLine({ on: '2026-01-16', amount: '10.00', to: dollars }),
      await givenLine({ on: '2026-01-16', amount: '10.00', from: dollars }),
      await givenLine({ on: '2026-01-16', amount: '10.00', to: ofOther }),
      await givenLine({ on: '2026-01-16', amount: '1.00', from: dollars }),
    ]
    const code = async (line: { id: string }, other: { id: string }) => {
      const { status, body } = await post(line, other)
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'exchange_line_id']])
      return body.detail[0].ctx.code
    }
    expect(await code(into, out)).toBe('exchange_line_not_posted')
    expect(await code(into, { id: 'none' })).toBe('exchange_line_not_posted')
    await posted(out)
    expect(await code(alsoOut, out)).toBe('exchange_line_not_opposite')
    expect(await code(strange, out)).toBe('exchange_line_of_other_company')
    const asFee = { account: 'bank_fee', exchange_line_id: out.id }
    expect((await officer.post(`${path(fee)}/post`, asFee)).body.detail[0].ctx.code).toBe('line_of_exchange')
    await posted(into, out)
    expect(await code(into, fee)).toBe('exchange_line_not_posted')
    const second = await givenLine({ on: '2026-01-16', amount: '11.00', to: dollars })
    expect(await code(second, out)).toBe('exchange_line_settled')
    expect((await owner.get(path(second))).body.status).toBe('new')
    for (const line of [into, out]) await unpost(line)
    expect(await balances('2026-12-31')).toEqual(before)
  })
})

test('a sale whose lines were posted before they could be linked is settled on the first open day', async () => {
  const [sold, got] = [
    await givenLine({
      on: '2026-01-20',
      amount: '200.00',
      from: dollars,
      party: { name: company, account: roubles },
    }),
    await givenLine({
      on: '2026-01-20',
      amount: '18500.00',
      to: roubles,
      party: { name: company, account: dollars },
    }),
  ]
  for (const line of [sold, got]) await posted(line)
  await revalue('2026-01-31')
  expect(await open('2026-01-31')).toEqual([sold.id, got.id])
  const closed = await officer.post('/v1/books/close', { through: '2026-01-31', reason: 'Ждём банк' })
  expect(closed.status, JSON.stringify(closed.body)).toBe(200)
  expect(closed.body.closings[0].open_items.exchange_open).toBe(2)
  expect((await open('2026-02-28')).length).toBe(2)
  // By the rate of the day on which it is posted, up to which the currency was revalued.
  const settled = await posted(got, sold)
  expect(settled.posting.exchange).toEqual({ line_id: sold.id, day: '2026-02-01', result: '100.00' })
  expect(await open('2026-02-28')).toEqual([])
  await revalue('2026-02-28')
  await demandClosed('2026-02-28')
  const before = await balances('2026-02-28')
  expect(before['assets:exchange:USD USD']).toBe(undefined)

  // A reversal after the next close is worth what the rates of its own day say.
  expect((await officer.post('/v1/books/close', { through: '2026-02-28', reason: 'x' })).status).toBe(200)
  await unpost(sold)
  await posted(got).then(({ posting }) => expect(posting.exchange).toBe(null))
  await revalue('2026-03-02')
  const after = await balances('2026-03-02')
  expect(after['equity:conversion:USD USD']).toBe('-100.00')
  const roublesLeft = BigInt((after['assets:exchange:RUB RUB'] ?? '').replace('.', ''))
  // The line of the dollars was reversed with it: only the roubles have no other side.
  expect(roublesLeft).toBe(-1_850_000n)
  expect(after['assets:exchange:USD USD']).toBe(undefined)
  expect(await worth('57', '2026-03-02')).toBe(-1_850_000n)
})
