import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { StatementLineResponse } from '../../contract/books/statements.ts'
import { isFull, scaled } from '../support/cases/scale.ts'
import { thorough } from '../support/cases/thorough.ts'
import { connectionsFor, untilWaiting, whileLocked } from '../support/database/locks.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { forAbroad, givenCompany, newCompany } from '../support/given/given-paper.ts'
import { startServer } from '../support/service/harness.ts'
import {
  camt,
  dollars,
  encode,
  oneC,
  client as payer,
  payments,
  rubles,
  type SamplePayment,
} from './samples.ts'
import { givenAccounts, importFile, newAccount } from './uploads.ts'

const callers = 6
const server = startServer({ connections: connectionsFor(callers) })
beforeAll(async () => givenAccounts(await server.signIn('owner')))

function paymentsTo(account: string, amounts: readonly string[], on = '2026-01-30'): SamplePayment[] {
  return amounts.map((amount, index) => ({
    number: String(index + 1),
    on,
    amount,
    to: account,
    party: payer,
    purpose: 'Оплата',
  }))
}

test('a file is imported with its counts, and its lines have every field', async () => {
  const client = await server.signIn('operator')
  const file = encode(oneC(), 'windows-1251')
  const { status, body, headers } = await importFile(client, file, { name: 'C:\\выписки\\январь.txt' })
  expect(status, JSON.stringify(body)).toBe(201)
  expect(headers.get('location')).toBe(`/v1/statements/${body.id}`)
  expect(body).toMatchObject({
    format: '1c',
    file: { name: 'январь.txt', size: file.length },
    from: '2026-01-30',
    to: '2026-01-31',
    new_lines: 5,
    known_lines: 0,
    open_lines: 5,
    warnings: [],
    imported_by: client.id,
    accounts: [
      {
        account: rubles,
        currency: 'RUB',
        opening_balance: '1000000.00',
        closing_balance: '1390850.58',
        received: '392301.08',
        sent: '1450.50',
        new_lines: 4,
        known_lines: 0,
      },
      { account: dollars, currency: 'USD', received: '12000.70', new_lines: 1 },
    ],
  })
  const lines = await client.get(`/v1/statements/${body.id}/lines`)
  expect(lines.body.items).toHaveLength(5)
  expect(lines.body.items.map(({ purpose }: StatementLineResponse) => purpose)).toEqual(
    payments.map(({ purpose }) => purpose),
  )
  expect(lines.body.items[0]).toMatchObject({
    statement_id: body.id,
    status: 'new',
    direction: 'incoming',
    document_number: '417',
    amount: '92301.08',
    open_amount: '92301.08',
    currency: 'RUB',
    payer,
    occurrence: 1,
    matches: [],
    suggestions: [],
  })
  expect(lines.body.items[2].occurrence).toBe(2)
  expect((await client.get(`/v1/statement-lines/${lines.body.items[0].id}`)).body).toEqual(
    lines.body.items[0],
  )
  expect((await client.get(`/v1/statements/${body.id}`)).body).toEqual(body)
  expect((await client.get('/v1/statements?limit=1')).body.items[0]).toEqual(body)
  const { rows } = await sql<{
    event: string
  }>`select event from audit_events where event like '%statement.imported%'`.execute(server.db)
  expect(rows).toHaveLength(1)
})

test('the same and an overlapping file add each line once', async () => {
  const client = await server.signIn('operator')
  const account = newAccount()
  const [first, second] = [
    paymentsTo(account, ['10.00', '20.00']),
    paymentsTo(account, ['30.00'], '2026-01-31'),
  ]
  const twins = [...first, ...first.map((payment) => ({ ...payment, purpose: 'Ещё раз' }))]
  const counts = async (list: readonly SamplePayment[]) => {
    const { status, body } = await importFile(client, oneC(list, { encoding: 'UTF-8' }))
    expect(status, JSON.stringify(body)).toBe(201)
    return [body.new_lines, body.known_lines]
  }
  expect(await counts(first)).toEqual([2, 0])
  expect(await counts(first)).toEqual([0, 2])
  expect(await counts([...first, ...second])).toEqual([1, 2])
  // The same payment twice on a day: the second one is new.
  expect(await counts(twins)).toEqual([2, 2])
  expect(await counts(twins)).toEqual([0, 4])
  const { body: list } = await client.get('/v1/statements?limit=1')
  const again = await client.get(`/v1/statements/${list.items[0].id}/lines`)
  expect(again.body.items).toHaveLength(4)
})

test('pages of lines follow the file, and filters are strict', async () => {
  const client = await server.signIn('auditor')
  const operator = await server.signIn('operator')
  const amounts = Array.from({ length: 7 }, (_, index) => `${index + 1}.00`)
  const { body } = await importFile(operator, oneC(paymentsTo(newAccount(), amounts), { encoding: 'UTF-8' }))
  const path = `/v1/statements/${body.id}/lines`
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await client.get(
      `${path}?limit=3&status=new&direction=incoming${cursor && `&cursor=${cursor}`}`,
    )
    seen.push(...page.body.items.map(({ amount }: StatementLineResponse) => amount))
    cursor = page.body.next_cursor
  }
  expect(seen).toEqual(amounts)
  expect((await client.get(`${path}?status=matched`)).body).toEqual({ items: [], next_cursor: null })
  expect((await client.get(`${path}?status=open`)).status).toBe(422)
  expect((await client.get(`${path}?state=new`)).status).toBe(422)
  expect((await client.get('/v1/statements/none/lines')).body.code).toBe('statement_not_found')
  for (const cursor of ['null', 'x', '1'])
    expect((await client.get(`${path}?cursor=${cursor}`)).body.detail[0]).toMatchObject({
      loc: ['query', 'cursor'],
      ctx: { code: 'invalid_cursor' },
    })
  expect((await client.get('/v1/statement-lines/none')).body.code).toBe('statement_line_not_found')
  expect((await client.get('/v1/statement-lines?status=new&limit=2')).body.items).toHaveLength(2)
  expect((await importFile(client, oneC())).status).toBe(403)
})

test('a damaged file changes nothing and says where', async () => {
  const client = await server.signIn('operator')
  const before = (await client.get('/v1/statements?limit=200')).body.items.length
  const damaged = oneC(paymentsTo(newAccount(), ['77.00']), { encoding: 'UTF-8' }).replace(
    'Сумма=77.00',
    'Сумма=7x.00',
  )
  const reply = await importFile(client, damaged)
  expect(reply.status).toBe(422)
  expect(reply.body.detail).toEqual([
    {
      loc: ['body', 'file'],
      type: 'file_type',
      msg: expect.stringMatching(/^Line \d+: Сумма is not an amount in RUB above zero\.$/),
      ctx: { code: 'statement_amount', line: expect.any(Number), field: 'Сумма', currency: 'RUB' },
    },
  ])
  expect((await importFile(client, '%PDF-1.7')).body.detail[0].ctx.code).toBe('statement_format')
  expect((await importFile(client, '')).body.detail[0].type).toBe('file_empty')
  expect((await client.post('/v1/statements', new FormData())).status).toBeGreaterThanOrEqual(400)
  const large = await importFile(client, new Uint8Array(20 * 1024 * 1024 + 1))
  expect(large).toMatchObject({ status: 422, body: { detail: [{ type: 'file_too_large' }] } })
  expect((await client.get('/v1/statements?limit=200')).body.items).toHaveLength(before)
})

test('booking days are neither in the future nor of another century', async () => {
  const client = await server.signIn('operator')
  const account = newAccount()
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  for (const on of [tomorrow, '1970-01-01']) {
    const list = ['2026-01-30', on].map((day) => ({
      number: '1',
      on: day,
      amount: '10.00',
      to: account,
      party: payer,
      purpose: 'Оплата',
    }))
    const { status, body } = await importFile(client, oneC(list, { encoding: 'UTF-8' }))
    expect([status, body.detail[0].loc, body.detail[0].ctx]).toEqual([
      422,
      ['body', 'file'],
      { code: 'statement_day', day: on },
    ])
  }
  expect((await client.get('/v1/statements')).body.items).not.toContainEqual(
    expect.objectContaining({ accounts: [expect.objectContaining({ account })] }),
  )
})

test('statements of strangers are refused until a company of the desk has the account', async () => {
  const operator = await server.signIn('operator')
  const owner = await server.signIn('owner')
  const [ours, stranger, other] = [newAccount(), '40702810555550000001', '40702810555550000002']
  const list = [
    ...paymentsTo(ours, ['1.00']),
    ...paymentsTo(stranger, ['2.00']),
    ...paymentsTo(other, ['3.00']),
  ]
  const [text, xml] = [oneC(list, { encoding: 'UTF-8' }), camt(list)]
  const refusal = (accounts: string[]) => ({
    status: 422,
    body: {
      detail: [{ loc: ['body', 'file'], type: 'value_error', ctx: { code: 'account_not_ours', accounts } }],
    },
  })
  for (const content of [text, xml])
    expect(await importFile(operator, content)).toMatchObject(refusal([stranger, other]))
  const iban = 'DE89370400440532013000'
  expect(
    await importFile(operator, camt(paymentsTo(stranger, ['1.00'])).replaceAll(stranger, iban)),
  ).toMatchObject(refusal([iban]))
  const lines = (await operator.get('/v1/statement-lines?limit=200')).body.items
  expect(lines.filter(({ account }: StatementLineResponse) => [ours, stranger].includes(account))).toEqual([])
  await givenOwnAccounts(owner, [stranger])
  expect(await importFile(operator, text)).toMatchObject(refusal([other]))
  await givenOwnAccounts(owner, [other])
  expect(await importFile(operator, text)).toMatchObject({ status: 201, body: { new_lines: 3 } })
})

test('an IBAN in small letters is the same account, and a rouble account holds no dollars', async () => {
  const owner = await server.signIn('owner')
  await givenCompany(owner, forAbroad)
  const iban = 'AE070331234567890123456'
  const account = newAccount()
  const file = camt(paymentsTo(account, ['1.00'])).replaceAll('RUB', 'USD')
  expect(await importFile(owner, file.replaceAll(account, iban))).toMatchObject({
    status: 201,
    body: { new_lines: 1 },
  })
  expect(await importFile(owner, file.replaceAll(account, iban.toLowerCase()))).toMatchObject({
    status: 201,
    body: { new_lines: 0 },
  })
  expect(await importFile(owner, file)).toMatchObject({
    status: 422,
    body: { detail: [{ ctx: { code: 'statement_currency' } }] },
  })
})

test('the books get no account that is no longer ours', async () => {
  const owner = await server.signIn('owner')
  const account = '40702810555550000003'
  await givenOwnAccounts(owner, [account])
  const { body } = await importFile(owner, oneC(paymentsTo(account, ['5.00']), { encoding: 'UTF-8' }))
  const [company] = (await owner.get('/v1/desk/companies?limit=1')).body.items
  const given = await owner.patch(`/v1/desk/companies/${company.id}`, {
    bank_accounts: newCompany().bank_accounts,
    version: company.version,
  })
  expect(given.status, JSON.stringify(given.body)).toBe(200)
  const [line] = (await owner.get(`/v1/statements/${body.id}/lines`)).body.items
  const { id } = await givenOrganization(server)
  const items = [{ organization_id: id, amount: '5.00' }]
  expect(await owner.post(`/v1/statement-lines/${line.id}/match`, { items })).toMatchObject({
    status: 422,
    body: { detail: [{ ctx: { code: 'account_not_ours', accounts: [account] } }] },
  })
})

test('a file that does not add up needs somebody who says so', async () => {
  const client = await server.signIn('operator')
  const account = newAccount()
  const text = camt(paymentsTo(account, ['50.00'])).replace('"RUB">50.00<', '"RUB">51.00<')
  const refused = await importFile(client, text)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'statement_difference',
      context: {
        differences: [
          { code: 'received_total', account, currency: 'RUB', stated: '50.00', found: '51.00' },
          { code: 'closing_balance', account, currency: 'RUB', stated: '1000050.00', found: '1000051.00' },
        ],
      },
    },
  })
  expect((await importFile(client, text, { accept_difference: 'yes' })).status).toBe(422)
  const taken = await importFile(client, text, { accept_difference: 'true' })
  expect(taken).toMatchObject({
    status: 201,
    body: { format: 'camt.053', new_lines: 1, warnings: refused.body.context.differences },
  })
})

test('the same number, sum and day from another payer is another line', async () => {
  const client = await server.signIn('operator')
  const account = newAccount()
  // Through the account of a bank, as people pay.
  const from = (name: string, inn?: string) => ({
    number: '77',
    on: '2026-01-30',
    amount: '1000.00',
    to: account,
    party: { name, account: '40911810900000000001', ...(inn && { inn }) },
    purpose: 'Оплата',
  })
  const [ivanov, petrov, namesake] = [
    from('Иванов Иван'),
    from('Петров Пётр'),
    from('Иванов Иван', '500100732259'),
  ]
  const counts = async (...list: SamplePayment[]) => {
    const { body } = await importFile(client, oneC(list, { encoding: 'UTF-8' }))
    return [body.new_lines, body.known_lines]
  }
  expect(await counts(ivanov)).toEqual([1, 0])
  expect(await counts(petrov)).toEqual([1, 0])
  expect(await counts(namesake, petrov, ivanov, ivanov)).toEqual([2, 2])
  expect(await counts(ivanov, petrov, ivanov, namesake)).toEqual([0, 4])
})

describe('statements of an account follow each other', () => {
  const opening = 1_000_000
  /** A statement of one day with these amounts, whose opening balance is the usual one and more. */
  const dayOf = (account: string, on: string, amounts: readonly number[], more = 0) => {
    const text = oneC(
      amounts.map((amount, index) => ({
        number: String(index + 1),
        on,
        amount: `${amount}.00`,
        to: account,
        party: payer,
        purpose: 'Оплата',
      })),
      { encoding: 'UTF-8' },
    )
    return text.replaceAll(
      /(НачальныйОстаток|КонечныйОстаток)=(\d+)\.00/g,
      (_, key, units) => `${key}=${Number(units) + more}.00`,
    )
  }
  const imported = async (text: string) => {
    const { status, body } = await importFile(await server.signIn('operator'), text)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const read = async (id: string) =>
    (await (await server.signIn('operator')).get(`/v1/statements/${id}`)).body
  const waiting = async () =>
    (await (await server.signIn('operator')).get('/v1/work/statements?limit=200')).body.items.map(
      ({ id }: { id: string }) => id,
    )

  test('a gap is an exception until the missing day comes, in any order', async () => {
    const account = newAccount()
    const first = await imported(dayOf(account, '2026-03-02', [10]))
    expect(first.warnings).toEqual([])
    // Nothing moved at the weekend.
    const weekend = await imported(dayOf(account, '2026-03-05', [5], 10))
    expect(weekend.warnings).toEqual([])
    const later = await imported(dayOf(account, '2026-03-09', [7], 35))
    const gap = {
      code: 'gap',
      currency: 'RUB',
      account,
      stated: `${opening + 35}.00`,
      found: `${opening + 15}.00`,
      after: '2026-03-05',
    }
    expect(later).toMatchObject({ warnings: [gap], explanation: null })
    expect(await waiting()).toContain(later.id)
    expect((await read(later.id)).warnings).toEqual([gap])
    // A part of what is missing moves the gap.
    await imported(dayOf(account, '2026-03-06', [12], 15))
    expect((await read(later.id)).warnings).toMatchObject([
      { found: `${opening + 27}.00`, after: '2026-03-06' },
    ])
    expect((await imported(dayOf(account, '2026-03-07', [8], 27))).warnings).toEqual([])
    expect((await read(later.id)).warnings).toEqual([])
    expect(await waiting()).not.toContain(later.id)
  })

  test('other lines of the same days, and other balances, are exceptions', async () => {
    const account = newAccount()
    await imported(dayOf(account, '2026-03-02', [10, 20]))
    // Again, and as a part of a longer period, nothing differs.
    expect((await imported(dayOf(account, '2026-03-02', [10, 20]))).warnings).toEqual([])
    const other = await imported(dayOf(account, '2026-03-02', [10, 21]))
    expect(other.warnings).toEqual([{ code: 'overlap', account, currency: 'RUB', stated: '1', found: '1' }])
    const wrong = await imported(dayOf(account, '2026-03-03', [1], 99))
    expect(wrong.warnings).toMatchObject([{ code: 'contradiction', after: '2026-03-02' }])
    const same = await imported(dayOf(account, '2026-03-03', [1], 31))
    expect(same.warnings).toEqual([
      {
        code: 'contradiction',
        account,
        currency: 'RUB',
        stated: `${opening + 31}.00`,
        found: `${opening + 99}.00`,
      },
    ])
    expect(await waiting()).toEqual(expect.arrayContaining([other.id, wrong.id, same.id]))
  })

  /** Without balances, with or without the days of the period. */
  const bare = (text: string, without = /^(Начальный|Конечный)Остаток=.*\r\n/gm) =>
    text.replaceAll(without, '')

  test.runIf(isFull)('lines of statements without balances are compared, by their days', async () => {
    const account = newAccount()
    const first = bare(dayOf(account, '2026-03-02', [10, 20]))
    expect((await imported(first)).warnings).toEqual([])
    expect((await imported(first)).warnings).toEqual([])
    // The bank masks the account of the payer, and states no days.
    const masked = bare(
      first.replaceAll(payer.account, '40702810*******7890'),
      /^(ДатаНачала|ДатаКонца)=.*\r\n/gm,
    )
    const again = await imported(masked)
    expect(again).toMatchObject({ new_lines: 2, from: null, to: null })
    expect(again.warnings).toEqual([{ code: 'overlap', account, currency: 'RUB', stated: '2', found: '2' }])
    expect(await waiting()).toContain(again.id)
    // Neither hides that a balance follows from another one.
    const full = await imported(dayOf(account, '2026-03-01', [5]))
    expect(full.warnings).toEqual([])
    const next = await imported(dayOf(account, '2026-03-03', [1], 35))
    expect(next.warnings).toMatchObject([{ code: 'gap', after: '2026-03-01' }])
  })

  test('a day that goes on is none', async () => {
    const account = newAccount()
    // By the clock of the service, whose days are those of Moscow.
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: server.config.timeZone })
    const morning = await imported(dayOf(account, today, [10]))
    const evening = await imported(dayOf(account, today, [10, 20]))
    expect([morning.warnings, evening.warnings]).toEqual([[], []])
  })

  test.runIf(isFull)('somebody says why', async () => {
    const operator = await server.signIn('operator')
    const account = newAccount()
    const first = await imported(dayOf(account, '2026-03-02', [10]))
    const { id } = await imported(dayOf(account, '2026-03-09', [7], 35))
    const path = `/v1/statements/${id}/explain`
    expect((await operator.post(`/v1/statements/${first.id}/explain`, { reason: 'x' })).body.code).toBe(
      'nothing_to_explain',
    )
    expect((await operator.post('/v1/statements/none/explain', { reason: 'x' })).body.code).toBe(
      'statement_not_found',
    )
    expect((await (await server.signIn('auditor')).post(path, { reason: 'x' })).status).toBe(403)
    const explained = await operator.post(path, { reason: 'Банк закрыл счёт на неделю' })
    expect(explained).toMatchObject({
      status: 200,
      body: {
        warnings: [{ code: 'gap' }],
        explanation: { reason: 'Банк закрыл счёт на неделю', by: operator.id },
      },
    })
    expect((await operator.post(path, { reason: 'Банк закрыл счёт на неделю' })).body).toEqual(explained.body)
    expect(await waiting()).not.toContain(id)
    // It was about other balances.
    await imported(dayOf(account, '2026-03-04', [1], 10))
    expect(await read(id)).toMatchObject({
      warnings: [{ code: 'gap', after: '2026-03-04' }],
      explanation: null,
    })
    expect(await waiting()).toContain(id)
    const { rows } = await sql<{ type: string }>`
      select type from outbox_events where object_id = ${id} order by id
    `.execute(server.db)
    expect(rows.map(({ type }) => type)).toEqual(['statement.imported', 'statement.explained'])
  })
})

test('an Idempotency-Key replays the import, and refuses another file', async () => {
  const client = await server.signIn('operator')
  const account = newAccount()
  const headers = { 'idempotency-key': 'statement-1' }
  const text = oneC(paymentsTo(account, ['5.00']), { encoding: 'UTF-8' })
  const first = await importFile(client, text, { headers })
  expect(await importFile(client, text, { headers })).toMatchObject({ status: 201, body: first.body })
  const other = await importFile(client, oneC(paymentsTo(account, ['6.00']), { encoding: 'UTF-8' }), {
    headers,
  })
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
})

thorough.test('imports at the same time add each line once', async () => {
  const client = await server.signIn('operator')
  const account = newAccount()
  const amounts = Array.from({ length: scaled(300, 1200) }, (_, index) => `${index + 1}.00`)
  const files = Array.from({ length: callers }, (_, index) =>
    // Overlapping, and in another order.
    oneC(
      paymentsTo(account, amounts)
        .slice(index * 10)
        .toSorted(() => (index % 2 ? -1 : 1)),
      { encoding: 'UTF-8' },
    ),
  )
  const begun: ReturnType<typeof importFile>[] = []
  await whileLocked(
    server.db,
    (db) => sql`lock table statement_lines in exclusive mode`.execute(db),
    () => {
      begun.push(...files.map((file) => importFile(client, file)))
      // The others wait for it.
      return begun.slice(0, 1)
    },
  )
  const replies = await Promise.all(begun)
  expect(replies.map(({ status }) => status)).toEqual(files.map(() => 201))
  const added = replies.reduce((sum, { body }) => sum + body.new_lines, 0)
  expect(added).toBe(amounts.length)
  for (const { body } of replies) {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from statement_contents where statement_id = ${body.id}`.execute(
      server.db,
    )
    expect(rows[0]?.count).toBe(body.new_lines + body.known_lines)
  }
})

test('one file is read at a time, however many come', async () => {
  const client = await server.signIn('operator')
  const ended: number[] = []
  const send = (file: string) => importFile(client, file).then(({ status }) => ended.push(status))
  const begun = await server.db.transaction().execute(async (holder) => {
    await sql`lock table statement_lines in exclusive mode`.execute(holder)
    const first = send(oneC(paymentsTo(newAccount(), ['1.00'])))
    await untilWaiting(server.db, 1)
    // It would be refused at once, but is not read yet.
    const second = send('no statement')
    for (let reads = 0; reads < 20; reads += 1)
      expect((await client.get('/v1/statements?limit=1')).status).toBe(200)
    expect(ended).toEqual([])
    return [first, second]
  })
  await Promise.all(begun)
  // The responses of both are on their way at the same time.
  expect(ended.toSorted()).toEqual([201, 422])
})

test('a line is set aside, taken back, and never twice', async () => {
  const client = await server.signIn('operator')
  const { body } = await importFile(client, oneC(paymentsTo(newAccount(), ['5.00']), { encoding: 'UTF-8' }))
  const [line] = (await client.get(`/v1/statements/${body.id}/lines`)).body.items
  const path = `/v1/statement-lines/${line.id}`
  const aside = await client.post(`${path}/set-aside`, { reason: 'Комиссия банка' })
  expect(aside).toMatchObject({
    status: 200,
    body: { status: 'set_aside', set_aside_reason: 'Комиссия банка', decided_by: client.id, suggestions: [] },
  })
  expect((await client.post(`${path}/set-aside`, { reason: 'Комиссия банка' })).body).toEqual(aside.body)
  expect((await client.get(`/v1/statements/${body.id}`)).body.open_lines).toBe(0)
  expect((await client.post(`${path}/set-aside`, { reason: '' })).status).toBe(422)
  const back = await client.post(`${path}/reopen`)
  expect(back).toMatchObject({
    status: 200,
    body: { status: 'new', set_aside_reason: null, decided_by: null },
  })
  expect((await client.post(`${path}/reopen`)).body).toEqual(back.body)
  expect((await client.post('/v1/statement-lines/none/reopen')).status).toBe(404)
  const { rows } = await sql<{
    type: string
  }>`select type from outbox_events where object_id = ${line.id} order by id`.execute(server.db)
  expect(rows.map(({ type }) => type)).toEqual(['statement_line.set_aside', 'statement_line.reopened'])
})
