import { beforeAll, describe, expect, test } from 'vitest'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { pathOf, terms } from '../deals/given-deal.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { givenCompany } from '../support/given/given-paper.ts'
import { givenRules } from '../support/given/given-policy.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { client as ofClient, oneC, type SamplePayment } from './samples.ts'
import { importFile } from './uploads.ts'

const server = startServer()
const account = '40702810900000066601'
const other = '40702810900000066602'
const inDollars = '40702840200000066603'
const bank = { name: 'АО "Банк"', inn: '7710140679', account: '70601810300000000001', bic: '044525974' }
let owner: Client
let officer: Client

beforeAll(async () => {
  owner = await server.signIn('owner')
  officer = await server.signIn('officer')
  await givenOwnAccounts(owner, [account, other, inDollars])
})

let numbers = 0
/** Lines of a new statement, in the order given. */
async function givenLines(...payments: (Partial<SamplePayment> & { on: string; amount: string })[]) {
  const lines = payments.map((given) => ({
    number: `${++numbers}`,
    party: bank,
    purpose: 'Комиссия за ведение счёта',
    ...given,
  }))
  const imported = await importFile(owner, oneC(lines))
  expect(imported.status, JSON.stringify(imported.body)).toBe(201)
  return (await owner.get(`/v1/statements/${imported.body.id}/lines`)).body.items
}
const path = ({ id }: { id: string }) => `/v1/statement-lines/${id}`
const postAs = (line: { id: string }, body: object, by = officer) => by.post(`${path(line)}/post`, body)
const unpost = (line: { id: string }) => officer.post(`${path(line)}/unpost`, { reason: 'Ошибка' })

/** What accounts have at the end of a day, as far as they are named. */
async function balances(...names: string[]) {
  const { items } = (await officer.get('/v1/books/trial-balance?through=2026-12-31&limit=200')).body
  const found = new Map(items.map((row: { account: string; balance: string }) => [row.account, row.balance]))
  return names.map((name) => found.get(name) ?? '0.00')
}

describe('a line', () => {
  test('is posted as a fee on its day, once, and reversed', async () => {
    const [line] = await givenLines({ on: '2026-01-12', amount: '1450.50', from: account })
    expect(line).toMatchObject({ status: 'new', posting: null, posting_suggestion: null })
    const accounts = [`assets:bank:${account}`, 'expenses:bank:RUB'] as const
    const [bankBefore, feesBefore] = await balances(...accounts)
    const posted = await postAs(line, { account: 'bank_fee' })
    expect(posted.body).toMatchObject({
      status: 'posted',
      open_amount: '0.00',
      posting: { account: 'bank_fee', text: 'Комиссия за ведение счёта', posted_by: { id: officer.id } },
      posting_suggestion: null,
      matches: [],
    })
    const moved = async () => {
      const [bankNow, feesNow] = await balances(...accounts)
      return [Number(bankNow) - Number(bankBefore), Number(feesNow) - Number(feesBefore)]
    }
    expect(await moved()).toEqual([-1450.5, 1450.5])
    expect((await postAs(line, { account: 'bank_fee' })).body).toEqual(posted.body)
    expect((await postAs(line, { account: 'tax' })).body).toMatchObject({
      code: 'statement_line_closed',
      context: { status: 'posted' },
    })
    const asFees = await owner.get('/v1/statement-lines?posted_as=bank_fee')
    expect(asFees.body.items.map(({ id }: { id: string }) => id)).toContain(line.id)
    expect((await owner.get('/v1/statement-lines?posted_as=tax')).body.items).toEqual([])
    const day = `/v1/statement-lines?account=${account}&from=2026-01-12&to=2026-01-12`
    expect((await owner.get(day)).body.items).toHaveLength(1)
    expect((await owner.get(`${day}&direction=incoming`)).body.items).toEqual([])
    expect((await owner.get(`${day}&currency=RUB`)).body.items).toHaveLength(1)
    expect((await owner.get(`${day}&currency=USD`)).body.items).toEqual([])
    const csv = (await owner.get('/v1/exports/statement-lines?format=csv&posted_as=bank_fee')).body
    expect(csv).toContain(',bank_fee,Комиссия за ведение счёта,')
    const reversed = await unpost(line)
    expect(reversed.body).toMatchObject({ status: 'new', posting: null, open_amount: '1450.50' })
    expect(await moved()).toEqual([0, 0])
    expect((await unpost(line)).body.code).toBe('statement_line_not_posted')
    expect((await postAs(line, { account: 'tax', text: 'НДФЛ' })).body.posting).toMatchObject({
      account: 'tax',
      text: 'НДФЛ',
    })
    const told = (await owner.get('/v1/audit-events?action=statement_line.unposted')).body.items[0]
    expect(told.details).toMatchObject({ account: 'bank_fee', date: '2026-01-12', reason: 'Ошибка' })
  })

  test('is taken back only from the decision that was seen', async () => {
    const [line] = await givenLines({ on: '2026-01-12', amount: '77.00', from: account })
    const back = (way: 'reopen' | 'unpost', { decided_at }: { decided_at: string }) =>
      officer.post(
        `${path(line)}/${way}?decided_at=${decided_at}`,
        way === 'unpost' ? { reason: 'x' } : undefined,
      )
    const aside = (reason: string) => owner.post(`${path(line)}/set-aside`, { reason })
    const isRefused = async (way: 'reopen' | 'unpost', seen: { decided_at: string }, now: object) => {
      const { status, body } = await back(way, seen)
      expect([status, body.code]).toEqual([409, 'statement_line_decided'])
      const { body: kept } = await owner.get(path(line))
      expect(kept).toEqual(now)
      expect(body.context).toEqual({ decided_at: kept.decided_at })
    }
    const first = (await aside('first')).body
    const second = (await aside('second')).body
    await isRefused('reopen', first, second)
    expect((await back('reopen', second)).body.status).toBe('new')

    const posted = (await postAs(line, { account: 'bank_fee' })).body
    expect((await back('unpost', posted)).body.status).toBe('new')
    const again = (await postAs(line, { account: 'tax' })).body
    await isRefused('unpost', posted, again)
    expect((await back('unpost', again)).body.status).toBe('new')
  })

  test('that is something else needs a text, and goes to income or expenses', async () => {
    const [out, into] = await givenLines(
      { on: '2026-01-13', amount: '10.00', from: account, purpose: 'Канцтовары' },
      { on: '2026-01-13', amount: '25.00', to: account, purpose: 'Проценты на остаток' },
    )
    const refused = await postAs(out, { account: 'other' })
    expect([refused.status, refused.body.detail[0].ctx.code]).toEqual([422, 'posting_text_missing'])
    const [expenses, income] = await balances('expenses:other:RUB', 'income:other:RUB')
    expect((await postAs(out, { account: 'other', text: 'Канцтовары' })).status).toBe(200)
    expect((await postAs(into, { account: 'other', text: 'Проценты' })).status).toBe(200)
    const after = await balances('expenses:other:RUB', 'income:other:RUB')
    expect([Number(after[0]) - Number(expenses), Number(after[1]) - Number(income)]).toEqual([10, -25])
  })

  test('that was set aside is posted, and one that is matched, even in part, is not', async () => {
    const [aside, paid] = await givenLines(
      { on: '2026-01-14', amount: '11.00', from: account },
      { on: '2026-01-14', amount: '300.00', to: account, party: ofClient },
    )
    await owner.post(`${path(aside)}/set-aside`, { reason: 'Ждём банк' })
    expect((await postAs(aside, { account: 'bank_fee' })).body).toMatchObject({
      status: 'posted',
      set_aside_reason: null,
    })
    expect((await owner.post(`${path(aside)}/reopen`)).body.code).toBe('statement_line_closed')
    expect((await owner.post(`${path(aside)}/set-aside`, { reason: 'x' })).body.code).toBe(
      'statement_line_closed',
    )
    const { id: organization_id } = await givenBuyer(server)
    const request = await givenRequest(owner, organization_id, terms, review, approve)
    const items = [
      { request_id: request.id, amount: '200.00' },
      { organization_id, amount: '100.00' },
    ]
    const matched = await owner.post(`${path(paid)}/match`, { items })
    expect(matched.body.status).toBe('matched')
    const [part] = matched.body.matches
    await owner.post(`${pathOf(request.id)}/payments/${part.id}/reverse`, { reason: 'x' })
    expect((await owner.get(path(paid))).body.status).toBe('new')
    expect((await postAs(paid, { account: 'bank_fee' })).body.context).toEqual({ status: 'matched' })
    expect((await owner.post(`${path(aside)}/match`, { items })).body.code).toBe('statement_line_closed')
  })

  test('of a closed day is refused, stays an exception also if it was set aside, and is reversed on an open day', async () => {
    const [late, kept, posted] = await givenLines(
      { on: '2026-01-20', amount: '12.00', from: account },
      { on: '2026-01-20', amount: '13.00', from: account },
      { on: '2026-01-20', amount: '14.00', from: account },
    )
    await postAs(posted, { account: 'bank_fee' })
    await owner.post(`${path(kept)}/set-aside`, { reason: 'Ждём банк' })
    await officer.post('/v1/books/close', { through: '2026-01-31', reason: 'x' })
    for (const line of [late, kept]) {
      const { status, body } = await postAs(line, { account: 'bank_fee' })
      expect([status, body.code, body.context.first_open_day]).toEqual([409, 'period_closed', '2026-02-01'])
    }
    const { items } = (await officer.get('/v1/books/close?through=2026-02-28')).body
    const exceptions = items
      .filter(({ code }: { code: string }) => code === 'line_of_closed_day')
      .map(({ object }: { object: { id: string } }) => object.id)
    expect(exceptions).toEqual(expect.arrayContaining([late.id, kept.id]))
    expect(exceptions).not.toContain(posted.id)
    expect((await unpost(posted)).body.status).toBe('new')
    const told = (await owner.get('/v1/audit-events?action=statement_line.unposted')).body.items[0]
    expect(told.details.date).toBe('2026-02-01')
    await officer.post('/v1/books/reopen', { through: null, reason: 'x' })
    expect((await postAs(late, { account: 'bank_fee' })).status).toBe(200)
  })

  test('is posted by those who may post only', async () => {
    const [line] = await givenLines({ on: '2026-01-15', amount: '1.00', from: account })
    expect((await postAs(line, { account: 'tax' }, await server.signIn('auditor'))).status).toBe(403)
    expect((await postAs({ id: 'none' }, { account: 'tax' })).status).toBe(404)
    expect((await unpost({ id: 'none' })).status).toBe(404)
  })
})

describe('a transfer between own accounts', () => {
  test('is suggested, and its two lines meet', async () => {
    const [transit] = await balances('assets:transit:RUB')
    const [sent] = await givenLines({
      on: '2026-02-10',
      amount: '500.00',
      from: account,
      party: { name: 'ООО "Контора"', account: other },
      purpose: 'Перевод собственных средств',
    })
    expect(sent.posting_suggestion).toEqual({
      account: 'transit',
      text: null,
      hint: 'own_account',
      rule_id: null,
      exchange_line_id: null,
    })
    await postAs(sent, { account: 'transit' })
    const open = async () => {
      const { items } = (await officer.get('/v1/books/close?through=2026-02-28')).body
      return items.filter(({ code }: { code: string }) => code === 'money_in_transit')
    }
    expect(await open()).toEqual([
      expect.objectContaining({
        amount: '500.00',
        currency: 'RUB',
        object: { type: 'book_account', id: 'assets:transit:RUB' },
        account: { account: 'assets:transit:RUB', commodity: 'RUB', plan_account: '57' },
      }),
    ])
    const [got] = await givenLines({
      on: '2026-02-11',
      amount: '500.00',
      to: other,
      party: { name: 'ООО "Контора"', account },
      purpose: 'Перевод собственных средств',
    })
    expect(got.posting_suggestion.account).toBe('transit')
    await postAs(got, { account: 'transit' })
    expect(await balances('assets:transit:RUB')).toEqual([transit])
    expect(await open()).toEqual([])
  })

  test('in two currencies is an exchange', async () => {
    const [sold] = await givenLines({
      on: '2026-02-12',
      amount: '9000.00',
      from: account,
      party: { name: 'ООО "Контора"', account: inDollars },
    })
    expect(sold.posting_suggestion.account).toBe('exchange')
    expect((await postAs(sold, { account: 'transit' })).body.detail[0]).toMatchObject({
      loc: ['body', 'account'],
      ctx: { code: 'transit_of_other_currency', currency: 'USD' },
    })
    expect((await postAs(sold, { account: 'exchange' })).status).toBe(200)
  })
})

test('a transfer to an own account with an IBAN is an exchange if that does not hold the currency', async () => {
  const iban = 'DE89370400440532013000'
  const abroad = (currency: string) => ({
    settlement_account: null,
    bik: null,
    correspondent_account: null,
    bank_name: 'Example Bank AG',
    swift: 'EXBKDEFFXXX',
    iban,
    currency,
  })
  await givenCompany(owner, { bank_accounts: [abroad('USD'), abroad('EUR')] })
  const party = { name: 'ООО "Контора"', account: iban }
  const [inRoubles, ofDollars] = await givenLines(
    { on: '2026-02-20', amount: '9000.00', from: account, party },
    { on: '2026-02-20', amount: '100.00', from: inDollars, party },
  )
  const suggested = [inRoubles, ofDollars].map(({ posting_suggestion }) => posting_suggestion.account)
  expect(suggested).toEqual(['exchange', 'transit'])
  for (const [index, line] of [inRoubles, ofDollars].entries())
    expect((await postAs(line, { account: suggested[index] })).status).toBe(200)
})

describe('a rule', () => {
  const make = (body: object, by = officer) => by.post('/v1/posting-rules', body)

  test('suggests at once, the longest text first, and posts nothing', async () => {
    const [fee, tax] = await givenLines(
      {
        on: '2026-03-10',
        amount: '5.00',
        from: account,
        purpose: 'КОМИССИЯ: расчётно-кассовое обслуживание',
      },
      { on: '2026-03-10', amount: '6.00', from: account, purpose: 'Единый налоговый платёж' },
    )
    const short = await make({
      contains: 'комиссия',
      direction: 'outgoing',
      account: 'other',
      text: 'Разное',
    })
    expect(short.status, JSON.stringify(short.body)).toBe(201)
    const long = await make({ contains: 'комиссия расчетно–кассовое', account: 'bank_fee' })
    const suggested = async (line: { id: string }) => (await owner.get(path(line))).body
    expect(await suggested(fee)).toMatchObject({
      status: 'new',
      posting_suggestion: { account: 'bank_fee', text: null, hint: 'rule', rule_id: long.body.id },
    })
    expect((await suggested(tax)).posting_suggestion).toBe(null)
    expect((await officer.delete(`/v1/posting-rules/${long.body.id}`)).status).toBe(204)
    expect((await suggested(fee)).posting_suggestion).toMatchObject({ account: 'other', text: 'Разное' })
    const { items } = (await owner.get('/v1/posting-rules')).body
    expect(items.map(({ id }: { id: string }) => id)).toEqual([short.body.id])
    expect((await officer.delete(`/v1/posting-rules/${long.body.id}`)).status).toBe(404)
  })

  test('is refused without a text, twice, and by those who may not post', async () => {
    const codes = async (body: object) =>
      (await make(body)).body.detail.map(({ ctx }: { ctx?: { code: string } }) => ctx?.code)
    expect(await codes({ contains: '— “”', account: 'bank_fee' })).toEqual(['rule_text_short'])
    expect(await codes({ contains: 'аренда', account: 'other' })).toEqual(['posting_text_missing'])
    const first = await make({ contains: 'НДФЛ', account: 'tax' })
    const again = await make({ contains: ' ндфл.', account: 'bank_fee' })
    expect([again.status, again.body.code, again.body.context]).toEqual([
      409,
      'posting_rule_known',
      { id: first.body.id },
    ])
    expect((await make({ contains: 'НДФЛ', direction: 'incoming', account: 'tax' })).status).toBe(201)
    expect((await make({ contains: 'НДС', account: 'tax' }, await server.signIn('auditor'))).status).toBe(403)
  })
})

test('the posting of a line is an act: a rule on it counts what the line moves', async () => {
  await givenRules(server, [
    { act: 'books.post', min_amount: { currency: 'RUB', value: '50' }, approvals: 1 } as PolicyRule,
  ])
  const [line] = await givenLines({ on: '2026-04-01', amount: '77.00', from: account })
  const asked = await postAs(line, { account: 'bank_fee' }, owner)
  expect(asked.body.code).toBe('approval_required')
  expect((await owner.get(path(line))).body.status).toBe('new')
})
