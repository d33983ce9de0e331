import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, endOfMonthBefore } from '../../contract/values/calendar.ts'
import { pathOf, payment, terms } from '../deals/given-deal.ts'
import { client as ofClient, oneC } from '../statements/samples.ts'
import { importFile } from '../statements/uploads.ts'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { bikOf, givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { givenCompany } from '../support/given/given-paper.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(4) })
const account = '40702810900000077771'
const inDollars = '40702840900000012345'
const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
let owner: Client
let officer: Client

beforeAll(async () => {
  owner = await server.signIn('owner')
  officer = await server.signIn('officer')
  await givenOwnAccounts(owner, [account, inDollars])
})

const leg = (name: string, amount: string, commodity = 'RUB') => ({ account: name, commodity, amount })
const entry = (date: string, amount = '10.00', text = 'Комиссия') => ({
  date,
  text,
  legs: [leg('expenses:bank:RUB', amount), leg(`assets:bank:${account}`, `-${amount}`)],
})
const post = (body: unknown, by = officer) => by.post('/v1/books/entries', body)
const close = (through: string, reason?: string) =>
  officer.post('/v1/books/close', { through, ...(reason && { reason }) })
const reopen = (body: object = {}) => officer.post('/v1/books/reopen', body)

/** Leaves no day closed. */
async function allOpen(): Promise<void> {
  const { body } = await officer.get('/v1/books/close')
  if (body.closed_through !== null) expect((await reopen({ through: null })).status).toBe(200)
}

describe('an entry', () => {
  test('is posted, shown, listed and reversed once', async () => {
    const made = await post(entry('2026-01-15'))
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`/v1/books/entries/${made.body.id}`)
    const path = `/v1/books/entries/${made.body.id}`
    expect((await officer.get(path)).body).toMatchObject({ date: '2026-01-15', reversal: null })
    const reversed = await officer.post(`${path}/reverse`, { reason: 'Дважды' })
    expect(reversed.body.reversal).toMatchObject({ date: '2026-01-15', reason: 'Дважды' })
    expect((await officer.post(`${path}/reverse`, { reason: 'Дважды' })).body.code).toBe('entry_reversed')
    const { items } = (await officer.get('/v1/books/entries?from=2026-01-15&to=2026-01-15')).body
    expect(items.map(({ id }: { id: string }) => id)).toContain(made.body.id)
    const file = (await officer.get('/v1/exports/book-entries?format=csv&from=2026-01-15&to=2026-01-15')).body
    const rows = file.split('\n').filter((row: string) => row.startsWith(made.body.id))
    expect(rows).toEqual([
      expect.stringMatching(/,expenses:bank:RUB,RUB,10\.00,/),
      expect.stringMatching(/,assets:bank:\d+,RUB,-10\.00,/),
    ])
    expect((await officer.get('/v1/books/entries/none')).status).toBe(404)
  })

  test('is refused with every fault at once, and posts nothing', async () => {
    const { id: organization_id } = await givenBuyer(server)
    const of = `liabilities:client:${organization_id}:RUB`
    const codes = async (body: object) => {
      const reply = await post({ ...entry('2026-01-15'), ...body })
      expect(reply.status, JSON.stringify(reply.body)).toBe(422)
      return reply.body.detail.map(
        ({ ctx, type }: { ctx?: { code: string }; type: string }) => ctx?.code ?? type,
      )
    }
    const other = leg('equity:opening:RUB', '-1')
    expect(await codes({ legs: [leg('expenses:bank:RUB', '1.005'), leg('income:none:RUB', '1')] })).toEqual([
      'too_many_decimals',
      'book_account_unknown',
    ])
    expect(await codes({ legs: [leg('expenses:bank:RUB', '2'), other] })).toEqual(['entry_unbalanced'])
    expect(
      await codes({ legs: [leg('expenses:bank:RUB', '1'), leg('equity:opening:USD', '-1', 'USD')] }),
    ).toEqual(['entry_unbalanced', 'entry_unbalanced'])
    expect(await codes({ legs: [leg(of, '1'), other] })).toEqual(['client_not_named'])
    expect(await codes({ legs: [leg('liabilities:client:RUB', '1'), other] })).toEqual([
      'book_account_unknown',
    ])
    expect(await codes({ legs: [leg('expenses:bank:USD', '1'), other] })).toEqual(['book_commodity'])
    expect(await codes({ legs: [leg('expenses:bank:RUB', '0'), other] })).toEqual(['entry_amount_zero'])
    expect(await codes({ legs: [leg('assets:revaluation:bank:1', '1'), other] })).toEqual([
      'book_account_unknown',
    ])
    expect(await codes({ legs: [leg('assets:bank:40702810900000099999', '1'), other] })).toEqual([
      'account_not_ours',
    ])
    expect(await codes({ date: '9999-01-01' })).toEqual(['in_future'])
    expect(await codes({ date: '1999-01-01' })).toEqual(['too_early'])
    expect(
      (await post({ ...entry('2026-01-15'), organization_id, legs: [leg(of, '1'), other] })).status,
    ).toBe(201)
    const auditor = await server.signIn('auditor')
    expect((await post(entry('2026-01-15'), auditor)).status).toBe(403)
  })
})

test('a bank account takes its own currency only, and is shown in it', async () => {
  const rub = {
    ...entry('2026-01-15'),
    legs: [leg(`assets:bank:${inDollars}`, '1'), leg('equity:opening:RUB', '-1')],
  }
  const refused = await post(rub)
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    [
      expect.objectContaining({
        loc: ['body', 'legs', 0, 'commodity'],
        ctx: expect.objectContaining({ code: 'book_commodity' }),
      }),
    ],
  ])
  const usd = {
    ...entry('2026-01-15'),
    legs: [leg(`assets:bank:${inDollars}`, '5', 'USD'), leg('equity:opening:USD', '-5', 'USD')],
  }
  expect((await post(usd)).status).toBe(201)
  // As it was possible before.
  await sql`
    with posting as (
      insert into book_postings (id, kind, fact_type, fact_id, description, at, day, posted_at, entries)
      values (uuidv7(), 'entry', 'entry', uuidv7()::text, '', now(), '2026-01-15', now(), 2) returning id
    )
    insert into book_entries (posting_id, n, account, commodity, amount)
    select id, n, account, 'RUB', amount from posting,
      (values (1, ${`assets:bank:${inDollars}`}, 100), (2, 'equity:opening:RUB', -100)) as own (n, account, amount)
  `.execute(server.db)
  const { items } = (await officer.get('/v1/books/bank-accounts')).body
  expect(items.filter((one: { account: string }) => one.account === inDollars)).toEqual([
    {
      account: inDollars,
      currency: 'USD',
      last_statement_day: null,
      book_balance: '5.00',
      other_balances: [{ commodity: 'RUB', balance: '1.00' }],
    },
  ])
  const compared = await officer.get(
    `/v1/books/reconciliation?account=${inDollars}&from=2026-01-15&to=2026-01-15`,
  )
  expect(compared.body).toMatchObject({ currency: 'USD', days: [{ book_balance: '5.00' }] })
})

test('of an account without a statement, the days since its first posting are missing', async () => {
  await allOpen()
  const own = '40702810900000077772'
  await givenOwnAccounts(owner, [own])
  const opening = [leg(`assets:bank:${own}`, '1'), leg('equity:opening:RUB', '-1')]
  expect((await post({ ...entry('2025-12-31'), legs: opening })).status).toBe(201)
  const missing = async (through: string) => {
    const { items } = (await officer.get(`/v1/books/close?through=${through}`)).body
    return items
      .filter(
        ({ code, title }: { code: string; title: string }) =>
          code === 'statement_missing' && title === `${own} · RUB`,
      )
      .map(({ day }: { day: string }) => day)
  }
  expect(await missing('2026-01-31')).toEqual(['2025-12-31'])
  expect(await missing('2025-12-30')).toEqual([])
})

describe('a close', () => {
  test('makes days final, says the first open one, and is opened again', async () => {
    await allOpen()
    await post(entry('2026-02-10'))
    expect((await close('2026-02-28')).body.code).toBe('close_items_open')
    const closed = await close('2026-02-28', 'Выписки ещё нет')
    expect(closed.body).toMatchObject({ closed_through: '2026-02-28', first_open_day: '2026-03-01' })
    expect(closed.body.closings[0]).toMatchObject({ kind: 'close', reason: 'Выписки ещё нет' })
    expect(closed.body.closings[0].trial_balance).toMatch(/^[0-9a-f]{64}$/)
    const refused = await post(entry('2026-02-28'))
    expect([refused.status, refused.body.code, refused.body.context]).toEqual([
      409,
      'period_closed',
      { day: '2026-02-28', closed_through: '2026-02-28', first_open_day: '2026-03-01' },
    ])
    expect((await post(entry('2026-03-01'))).status).toBe(201)
    expect((await close('2026-02-28', 'x')).body.code).toBe('books_closed_already')
    expect((await close(today(), 'x')).status).toBe(422)
    expect((await reopen({ through: '2026-02-28' })).body.code).toBe('books_not_closed')
    expect((await reopen()).body).toMatchObject({ closed_through: null })
    expect((await post(entry('2026-02-28'))).status).toBe(201)
    expect((await reopen()).body.code).toBe('books_not_closed')
  })

  test('is taken back one by one, whatever was opened again before', async () => {
    await allOpen()
    const open = async (body?: object) => (await reopen(body)).body.closed_through
    for (const through of ['2026-01-31', '2026-02-28', '2026-03-31']) await close(through, 'x')
    expect(await open()).toBe('2026-02-28')
    expect(await open()).toBe('2026-01-31')
    await close('2026-03-31', 'x')
    expect(await open({ through: '2026-03-15' })).toBe('2026-03-15')
    expect(await open()).toBe('2026-01-31')
    expect(await open()).toBe(null)
    expect((await reopen()).body.code).toBe('books_not_closed')
    await close('2026-02-28', 'x')
    expect(await open()).toBe(null)
  })

  test('is told with the hash of the trial balance, which is the same whatever the order of entry', async () => {
    await allOpen()
    const posted = [entry('2026-03-05', '3.00'), entry('2026-03-06', '4.00')]
    const ids: string[] = []
    for (const body of posted) ids.push((await post(body)).body.id)
    const first = (await close('2026-03-31', 'x')).body.closings[0].trial_balance
    await reopen()
    for (const id of ids) await officer.post(`/v1/books/entries/${id}/reverse`, { reason: 'x' })
    for (const body of posted.toReversed()) await post(body)
    expect((await close('2026-03-31', 'x')).body.closings[0].trial_balance).toBe(first)
    await reopen()
    await post(entry('2026-03-31', '0.01'))
    expect((await close('2026-03-31', 'x')).body.closings[0].trial_balance).not.toBe(first)
    const told = (await owner.get('/v1/audit-events?action=books.closed')).body.items[0]
    expect(told.details.trial_balance).toMatch(/^[0-9a-f]{64}$/)
    const { items } = (await officer.get('/v1/books/trial-balance?through=2026-12-31&limit=200')).body
    const sum = items.reduce((total: number, row: { balance: string; commodity: string }) => {
      return row.commodity === 'RUB' ? total + Math.round(Number(row.balance) * 100) : total
    }, 0)
    expect(sum).toBe(0)
  })

  test('the trial balance has opening and closing balances, and its rows sum what was posted on their accounts', async () => {
    await allOpen()
    await post(entry('2025-11-30', '5.00', 'Комиссия за ноябрь'))
    await post(entry('2025-12-10', '7.00', 'Комиссия за декабрь'))
    const days = 'from=2025-12-01&through=2025-12-31'
    const all = (await officer.get(`/v1/books/trial-balance?${days}&limit=200`)).body
    const fees = all.items.find(({ account }: { account: string }) => account === 'expenses:bank:RUB')
    expect(fees).toEqual({
      account: 'expenses:bank:RUB',
      commodity: 'RUB',
      plan_account: '91',
      opening: '5.00',
      debit: '7.00',
      credit: '0.00',
      balance: '12.00',
    })
    const of = `account=expenses:bank:RUB&commodity=RUB`
    const { items } = (await officer.get(`/v1/books/ledger?${of}&${days}`)).body
    expect(items).toMatchObject([
      {
        day: '2025-12-10',
        kind: 'entry',
        text: { en: 'Комиссия за декабрь', ru: 'Комиссия за декабрь' },
        amount: '7.00',
        others: [`assets:bank:${account}`],
      },
    ])
    // Page by page it is the same.
    const page = (await officer.get(`/v1/books/ledger?${of}&limit=1`)).body
    const next = (await officer.get(`/v1/books/ledger?${of}&limit=1&cursor=${page.next_cursor}`)).body
    const both = (await officer.get(`/v1/books/ledger?${of}&limit=2`)).body
    expect([...page.items, ...next.items]).toEqual(both.items)
    const file = await officer.get(`/v1/books/trial-balance/file?format=csv&language=ru&${days}`)
    expect(file.status).toBe(200)
    const lines = file.body.split('\r\n')
    expect(lines[0]).toBe('Счёт;Аналитика;Валюта;Сальдо на начало;Оборот Дт;Оборот Кт;Сальдо на конец')
    expect(lines).toContain('91;expenses:bank:RUB;RUB;5,00;7,00;0,00;12,00')
    expect(lines).toHaveLength(all.items.length + 2)
    const workbook = await officer.get(`/v1/books/trial-balance/file?format=xlsx&${days}`)
    expect(workbook.status).toBe(200)
    expect(workbook.headers.get('content-type')).toContain('spreadsheetml')
    const reversed = await officer.get(
      '/v1/books/ledger?account=x&commodity=RUB&from=2026-02-01&through=2026-01-01',
    )
    expect(reversed.status).toBe(422)
    const told = (await owner.get('/v1/audit-events?action=books.exported')).body.items
    expect(told.map(({ details }: { details: { format: string } }) => details.format)).toEqual([
      'trial balance xlsx',
      'trial balance csv',
    ])
  })

  test('refuses payments of closed days, and corrections go to the first open day and name what they correct', async () => {
    await allOpen()
    const { id: buyer } = await givenBuyer(server)
    const request = await givenRequest(owner, buyer, terms, review, approve)
    const paid = await owner.post(
      `${pathOf(request.id)}/payments`,
      payment({ received_at: '2026-04-10T09:00:00Z' }),
    )
    expect(paid.status, JSON.stringify(paid.body)).toBe(201)
    await close('2026-04-30', 'x')
    const late = payment({ received_at: '2026-04-30T20:59:59Z', reference: 'P-2', amount: '1.00' })
    expect((await owner.post(`${pathOf(request.id)}/payments`, late)).body.code).toBe('period_closed')
    // In Moscow it is May already.
    const next = { ...late, received_at: '2026-04-30T21:00:00Z' }
    expect((await owner.post(`${pathOf(request.id)}/payments`, next)).status).toBe(201)
    const reversed = await owner.post(`${pathOf(request.id)}/payments/${paid.body.id}/reverse`, {
      reason: 'x',
    })
    expect(reversed.status).toBe(200)
    const { rows } = await sql<{ day: string; description: string }>`
      select day::text as day, description from book_postings where fact_id = ${paid.body.id} and kind = 'reversal'
    `.execute(server.db)
    expect(rows).toEqual([{ day: today(), description: expect.stringContaining('(corrects 2026-04-10)') }])
    const made = (await post(entry('2026-05-02'))).body.id
    await close('2026-05-31', 'x')
    const { body } = await officer.post(`/v1/books/entries/${made}/reverse`, { reason: 'x' })
    expect(body.reversal.date).toBe('2026-06-01')
  })

  test('keeps lines of a closed day, unposted', async () => {
    await allOpen()
    await close('2026-06-30', 'x')
    const line = {
      number: '9',
      on: '2026-06-15',
      amount: '150.00',
      to: account,
      party: ofClient,
      purpose: 'x',
    }
    const imported = await importFile(owner, oneC([line]))
    expect(imported.status, JSON.stringify(imported.body)).toBe(201)
    const { items } = (await owner.get(`/v1/statements/${imported.body.id}/lines`)).body
    const { id: organization_id } = await givenBuyer(server)
    const match = { items: [{ organization_id, amount: '150.00' }] }
    const refused = await owner.post(`/v1/statement-lines/${items[0].id}/match`, match)
    expect(refused.body.code).toBe('period_closed')
    const list = (await officer.get('/v1/books/close?through=2026-07-31')).body
    expect(list.counts.line_of_closed_day).toBe(1)
    expect(list.items).toContainEqual(
      expect.objectContaining({
        code: 'line_of_closed_day',
        object: { type: 'statement_line', id: items[0].id },
      }),
    )
  })

  test('while somebody posts: what came first is part of it, and what comes after is refused', async () => {
    await allOpen()
    const alone = (db: typeof server.db) =>
      sql`select pg_advisory_xact_lock(hashtextextended('kontor books', 0))`.execute(db)
    const replies = await whileLocked(server.db, alone, () => [
      post(entry('2026-07-10')),
      close('2026-07-31', 'x'),
      post(entry('2026-07-11')),
    ])
    const [closed] = replies.splice(1, 1)
    if (closed?.status !== 200) expect((await close('2026-07-31', 'x')).status).toBe(200)
    for (const { status, body } of replies) if (status !== 201) expect(body.code).toBe('period_closed')
    const { rows } = await sql<{ late: number }>`
      select count(*)::int as late from book_postings
      where day <= '2026-07-31' and posted_at > (select changed_at from book_closings order by version desc limit 1)
    `.execute(server.db)
    expect(rows[0]?.late).toBe(0)
  })

  test('holds for whoever writes, and a row of the day that somebody else wrote stops every posting', async () => {
    await allOpen()
    await close('2026-08-31', 'x')
    const insert = sql`
      insert into book_postings (id, kind, fact_type, fact_id, description, at, day, posted_at, entries)
      values (uuidv7(), 'entry', 'entry', 'x', '', now(), '2026-08-31', now(), 2)`
    await expect(insert.execute(server.db)).rejects.toMatchObject({ constraint: 'book_postings_open_period' })
    const [before] = await server.db
      .selectFrom('book_closings')
      .selectAll()
      .orderBy('version', 'desc')
      .limit(1)
      .execute()
    const set = (through: string | null) =>
      server.db
        .updateTable('book_closings')
        .set({ through })
        .where('version', '=', before?.version ?? 0)
        .execute()
    await set('2026-08-01')
    expect((await post(entry('2026-08-15'))).body.code).toBe('proof_invalid')
    await set('2026-08-31')
    expect((await post(entry('2026-08-15'))).body.code).toBe('period_closed')
  })
})

test('the day to close up to is the end of the month before, unless said otherwise', async () => {
  const { body } = await officer.get('/v1/books/close')
  expect(body.through).toBe(endOfMonthBefore(today()))
  expect(dayAfter(body.through).slice(8)).toBe('01')
})

describe('the checklist names', () => {
  const itemsOf = async (code: string, through: string) =>
    (await officer.get(`/v1/books/close?through=${through}`)).body.items.filter(
      (item: { code: string }) => item.code === code,
    )

  test('money that was typed and that no statement has shown, until its line is matched', async () => {
    await allOpen()
    const own = '40702810900000077773'
    await givenOwnAccounts(owner, [own])
    const { id: buyer } = await givenBuyer(server)
    const request = await givenRequest(owner, buyer, terms, review, approve)
    const day = '2026-10-05'
    const typed = payment({ received_at: `${day}T09:00:00Z`, reference: '881', amount: '700.00' })
    expect((await owner.post(`${pathOf(request.id)}/payments`, typed)).status).toBe(201)
    const ofRequest = async () =>
      (await itemsOf('money_unreconciled', day)).filter(
        ({ object }: { object: { id: string } }) => object.id === request.id,
      )
    expect(await ofRequest()).toEqual([
      expect.objectContaining({
        title: request.number,
        day,
        amount: '700.00',
        currency: 'RUB',
        object: { type: 'purchase_request', id: request.id },
        href: `/purchase-requests/${request.id}/show`,
      }),
    ])
    expect(await itemsOf('money_unreconciled', '2000-01-01')).toEqual([])
    const line = {
      number: '881',
      on: day,
      amount: '700.00',
      to: own,
      party: ofClient,
      purpose: request.number,
    }
    const imported = await importFile(owner, oneC([line]))
    const { items } = (await owner.get(`/v1/statements/${imported.body.id}/lines`)).body
    const match = { items: [{ request_id: request.id, amount: '700.00' }] }
    const matched = await owner.post(`/v1/statement-lines/${items[0].id}/match`, match)
    expect(matched.body.matches, JSON.stringify(matched.body)).toMatchObject([{ was_entered: true }])
    expect(await ofRequest()).toEqual([])
  })

  test('an account whose statements state no balance, which nobody can compare', async () => {
    await allOpen()
    const own = '40702810900000077774'
    await givenOwnAccounts(owner, [own])
    const line = { number: '1', on: '2026-10-10', amount: '5.00', to: own, party: ofClient, purpose: 'x' }
    const silent = oneC([line]).replaceAll(/(?:НачальныйОстаток|КонечныйОстаток)=.*\r\n/g, '')
    const imported = await importFile(owner, silent)
    expect(imported.status, JSON.stringify(imported.body)).toBe(201)
    const named = async (through: string) =>
      (await itemsOf('balance_not_stated', through)).filter(
        ({ object }: { object: { id: string } }) => object.id === own,
      )
    expect(await named('2026-10-10')).toEqual([
      expect.objectContaining({ title: `${own} · RUB`, day: '2026-10-10', amount: null }),
    ])
    expect(await named('2026-10-09')).toEqual([])
    const stated = oneC([{ ...line, number: '2', on: '2026-10-11' }])
    expect((await importFile(owner, stated)).status).toBe(201)
    expect(await named('2026-10-11')).toEqual([])
  })

  test('nothing of an account without statements, but says which and why', async () => {
    await allOpen()
    const own = '40702156900000077775'
    const bank = { settlement_account: own, bik: bikOf(own), bank_name: 'АО «Пример Банк»' }
    const company = await givenCompany(owner, { bank_accounts: [bank] })
    const day = '2025-09-05'
    for (const account of [`assets:bank:${own}`, 'assets:bank:unreconciled'])
      expect(
        (
          await post({
            date: day,
            text: 'Без выписки',
            legs: [leg(account, '5.00', 'CNY'), leg('equity:opening:CNY', '-5.00', 'CNY')],
          })
        ).status,
      ).toBe(201)
    const found = async () => ({
      missing: (await itemsOf('statement_missing', day)).filter(
        ({ object }: { object: { id: string } }) => object.id === own,
      ),
      money: (await itemsOf('money_unreconciled', day)).filter(
        ({ currency }: { currency: string }) => currency === 'CNY',
      ),
      named: (await officer.get(`/v1/books/close?through=${day}`)).body.without_statements,
    })
    expect(await found()).toMatchObject({ missing: [{ day }], money: [{ amount: '5.00' }], named: [] })
    const reason = 'Сверяет главный бухгалтер в банк-клиенте'
    const declare = (bank_accounts: object[]) =>
      owner.patch(`/v1/desk/companies/${company.id}`, { bank_accounts })
    const declared = await declare([{ ...bank, without_statements: reason }])
    expect(declared.body.bank_accounts, JSON.stringify(declared.body)).toMatchObject([
      { without_statements: reason },
    ])
    const named = [{ account: own, currency: 'CNY', reason }]
    expect(await found()).toEqual({ missing: [], money: [], named })
    // Another account in the currency has statements, which may show the money.
    const other = '40702156900000077776'
    const awaited = { ...bank, settlement_account: other, bik: bikOf(other) }
    await declare([{ ...bank, without_statements: reason }, awaited])
    expect(await found()).toMatchObject({ missing: [], money: [{ amount: '5.00' }], named })
  })

  test('money once for which a close has given a reason, and again when something of it is posted later', async () => {
    await allOpen()
    const { id: buyer } = await givenBuyer(server)
    const request = await givenRequest(owner, buyer, terms, review, approve)
    const typed = payment({ received_at: '2025-09-10T09:00:00Z', reference: '882', amount: '300.00' })
    const paid = await owner.post(`${pathOf(request.id)}/payments`, typed)
    expect(paid.status, JSON.stringify(paid.body)).toBe(201)
    const ofRequest = async (through: string) =>
      (await itemsOf('money_unreconciled', through)).filter(
        ({ object }: { object: { id: string } }) => object.id === request.id,
      )
    expect(await ofRequest('2025-09-10')).toHaveLength(1)
    expect((await close('2025-09-10', 'Банк пришлёт выписку позже')).status).toBe(200)
    expect(await ofRequest('2025-09-30')).toEqual([])
    // More of the same request is asked for again.
    const second = payment({ received_at: '2025-09-12T09:00:00Z', reference: '883', amount: '200.00' })
    expect((await owner.post(`${pathOf(request.id)}/payments`, second)).status).toBe(201)
    expect(await ofRequest('2025-09-30')).toMatchObject([{ day: '2025-09-12', amount: '200.00' }])
    await reopen()
    expect(await ofRequest('2025-09-30')).toHaveLength(2)
  })

  test('what came while the books were about to be closed', async () => {
    await allOpen()
    const through = '2004-01-31'
    expect((await officer.get(`/v1/books/close?through=${through}`)).body.is_ready).toBe(true)
    const alone = async (db: typeof server.db) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('kontor books', 0))`.execute(db)
      await sql`
        with posting as (
          insert into book_postings (id, kind, fact_type, fact_id, description, at, day, posted_at, entries)
          values (uuidv7(), 'entry', 'entry', uuidv7()::text, '', now(), '2004-01-15', now(), 2) returning id
        )
        insert into book_entries (posting_id, n, account, commodity, amount)
        select id, n, account, 'RUB', amount from posting,
          (values (1, 'assets:bank:unreconciled', 100), (2, 'equity:opening:RUB', -100)) as own (n, account, amount)
      `.execute(db)
    }
    const [refused] = await whileLocked(server.db, alone, () => [close(through)])
    expect([refused?.status, refused?.body.code, refused?.body.context]).toEqual([
      409,
      'close_items_open',
      { counts: { money_unreconciled: 1 } },
    ])
    expect((await close(through, 'Проверено')).body.closings[0].open_items).toEqual({ money_unreconciled: 1 })
  })
})
