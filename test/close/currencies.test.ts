import { beforeAll, expect, test } from 'vitest'
import { camt } from '../statements/samples.ts'
import { importFile } from '../statements/uploads.ts'
import { readWorkbook } from '../support/files/read-workbook.ts'
import { bikOf } from '../support/given/given-own-accounts.ts'
import { givenCompany } from '../support/given/given-paper.ts'
import { givenBuyer } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
const [rub, usd, eur] = ['40702810900000066661', '40702840900000066662', '40702978900000066663'] as const
/** One number of a bank abroad, under which it has money in two currencies. */
const iban = 'DE89370400440532013000'
let owner: Client
let officer: Client

beforeAll(async () => {
  owner = await server.signIn('owner')
  officer = await server.signIn('officer')
  const abroad = (currency: string) => ({
    settlement_account: null,
    bik: null,
    correspondent_account: null,
    bank_name: 'Example Bank AG',
    swift: 'EXBKDEFFXXX',
    iban,
    currency,
  })
  await givenCompany(owner, {
    bank_accounts: [
      ...[rub, usd, eur].map((settlement_account) => ({
        settlement_account,
        bik: bikOf(settlement_account),
        bank_name: 'АО «Пример Банк»',
      })),
      abroad('USD'),
      abroad('EUR'),
    ],
  })
})

/** A statement of the account abroad: of each day, a fee of 10.00 that only its currency tells from that of the other one. */
function abroadStatement(currency: 'USD' | 'EUR', on: string): string {
  const fee = {
    number: '',
    on,
    amount: '10.00',
    from: usd,
    party: { name: 'Example Bank AG' },
    purpose: 'Fee',
  }
  return camt([fee]).replaceAll(usd, iban).replaceAll('USD', currency)
}

const entry = (account: string, commodity: string, amount: string, date = '2026-01-09') => ({
  date,
  text: 'Входящий остаток',
  legs: [
    { account: `assets:bank:${account}`, commodity, amount },
    { account: `equity:opening:${commodity}`, commodity, amount: `-${amount}` },
  ],
})
const post = async (body: unknown) => {
  const made = await officer.post('/v1/books/entries', body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
}
const imported = async (content: string) => {
  const made = await importFile(owner, content)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const known = async () => (await officer.get('/v1/books/bank-accounts')).body.items
const compare = (account: string, rest = '') =>
  officer.get(`/v1/books/reconciliation?account=${account}&from=2026-01-10&to=2026-01-12${rest}`)

test('accounts of three currencies are compared each in its own', async () => {
  for (const [account, commodity, amount] of [
    [rub, 'RUB', '1000000.00'],
    [usd, 'USD', '1000000.00'],
    [eur, 'EUR', '900000.00'],
  ] as const)
    await post(entry(account, commodity, amount))
  for (const account of [rub, usd, eur])
    await imported(
      camt([
        {
          number: '1',
          on: '2026-01-10',
          amount: '7.00',
          to: account,
          party: { name: 'ACME Trading LLC' },
          purpose: 'x',
        },
      ]).replaceAll(account === eur ? /"RUB"|<Ccy>RUB/g : /$^/g, (found) => found.replace('RUB', 'EUR')),
    )
  const days = async (account: string) => {
    const { body } = await compare(account)
    return [body.currency, body.days[0].statement_balance, body.days[0].book_balance, body.days[0].difference]
  }
  expect(await days(rub)).toEqual(['RUB', '1000007.00', '1000000.00', '7.00'])
  expect(await days(usd)).toEqual(['USD', '1000007.00', '1000000.00', '7.00'])
  expect(await days(eur)).toEqual(['EUR', '1000007.00', '900000.00', '100007.00'])
  const { items } = (await officer.get('/v1/books/close?through=2026-01-10')).body
  const differing = items.filter(({ code }: { code: string }) => code === 'balance_differs')
  expect(
    differing.map(({ title, amount, currency }: Record<string, string>) => [title, amount, currency]),
  ).toEqual([
    [`${rub} · RUB`, '7.00', 'RUB'],
    [`${usd} · USD`, '7.00', 'USD'],
    [`${eur} · EUR`, '100007.00', 'EUR'],
  ])
})

test('an account with an IBAN that holds two currencies is two: statements, lines, balances and what follows', async () => {
  const first = await imported(abroadStatement('USD', '2026-01-10'))
  const second = await imported(abroadStatement('EUR', '2026-01-10'))
  expect([first.new_lines, second.new_lines, second.warnings]).toEqual([1, 1, []])
  // The same files again bring nothing, and the same day in both currencies at once neither.
  for (const currency of ['USD', 'EUR'] as const)
    expect(await imported(abroadStatement(currency, '2026-01-10'))).toMatchObject({
      new_lines: 0,
      known_lines: 1,
    })
  const statements = (['USD', 'EUR'] as const).map((currency) => abroadStatement(currency, '2026-01-10'))
  const both = (statements[0] as string).replace(
    '</Stmt>',
    `</Stmt>${/<Stmt>[\s\S]*<\/Stmt>/.exec(statements[1] as string)?.[0]}`,
  )
  const together = await imported(both)
  expect(together).toMatchObject({ new_lines: 0, known_lines: 2, warnings: [] })
  expect(together.accounts).toMatchObject([
    { account: iban, currency: 'USD', sent: '10.00', known_lines: 1 },
    { account: iban, currency: 'EUR', sent: '10.00', known_lines: 1 },
  ])
  const { items: lines } = (await owner.get(`/v1/statements/${together.id}/lines`)).body
  expect(lines.map(({ currency, occurrence }: Record<string, unknown>) => [currency, occurrence])).toEqual([
    ['USD', 1],
    ['EUR', 1],
  ])
  // Wherever lines are listed, those of one currency can be asked for.
  const inEuros = `account=${iban}&currency=EUR`
  for (const path of ['/v1/statement-lines', `/v1/statements/${together.id}/lines`]) {
    const { items } = (await owner.get(`${path}?${inEuros}`)).body
    expect(items.map(({ id }: { id: string }) => id)).toEqual([lines[1].id])
  }
  const rows = (await owner.get(`/v1/exports/statement-lines?format=csv&${inEuros}`)).body
  expect(rows).toContain(lines[1].id)
  expect(rows).not.toContain(lines[0].id)
  expect((await owner.get(`/v1/statement-lines/totals?${inEuros}`)).body).toMatchObject({
    count: 1,
    sums: [{ field: 'amount', currency: 'EUR', amount: '10.00' }],
  })
  const view = {
    list: 'statement-lines',
    name: 'Евро',
    filters: { account: iban, currency: 'EUR' },
    sort: null,
    shared: false,
  }
  expect((await owner.post('/v1/views', view)).body).toMatchObject(view)
  for (const currency of ['eur', 'XXX', ''])
    expect((await owner.get(`/v1/statement-lines?currency=${currency}`)).status, currency).toBe(422)

  await post(entry(iban, 'USD', '1000000.00'))
  await post(entry(iban, 'EUR', '1000000.00'))
  const fee = lines.find(({ currency }: { currency: string }) => currency === 'EUR')
  const posted = await officer.post(`/v1/statement-lines/${fee.id}/post`, { account: 'bank_fee' })
  expect(posted.status, JSON.stringify(posted.body)).toBe(200)
  expect((await known()).filter(({ account }: { account: string }) => account === iban)).toEqual([
    {
      account: iban,
      currency: 'EUR',
      last_statement_day: '2026-01-10',
      book_balance: '999990.00',
      other_balances: [],
    },
    {
      account: iban,
      currency: 'USD',
      last_statement_day: '2026-01-10',
      book_balance: '1000000.00',
      other_balances: [],
    },
  ])
  const unsaid = await compare(iban)
  expect([unsaid.status, unsaid.body.detail[0].loc, unsaid.body.detail[0].ctx.code]).toEqual([
    422,
    ['query', 'currency'],
    'currency_needed',
  ])
  expect((await compare(iban, '&currency=GBP')).body.detail[0].ctx.code).toBe('account_unknown')
  const [day] = (await compare(iban, '&currency=EUR')).body.days
  expect(day).toMatchObject({ statement_balance: '999990.00', difference: '0.00', open_lines: 0 })
  const [other] = (await compare(iban, '&currency=USD')).body.days
  expect(other).toMatchObject({ statement_balance: '999990.00', difference: '-10.00', open_lines: 1 })
})

test('a gap in one currency is none in the other, and names its currency', async () => {
  const later = await imported(abroadStatement('EUR', '2026-01-14'))
  expect(later.warnings).toMatchObject([{ code: 'gap', account: iban, currency: 'EUR', after: '2026-01-10' }])
  const lines = (await officer.get(`/v1/statements/${later.id}/lines`)).body.items
  expect(lines).toHaveLength(1)
})

test('what the books have in currencies that an account does not hold is named once', async () => {
  const { items } = (await officer.get('/v1/books/bank-accounts')).body
  expect(items.map(({ account, currency }: Record<string, string>) => `${account} ${currency}`)).toEqual([
    `${rub} RUB`,
    `${usd} USD`,
    `${eur} EUR`,
    `${iban} EUR`,
    `${iban} USD`,
  ])
})

test('an act is of one currency, and what was settled in others is in acts of their own', async () => {
  const { id } = await givenBuyer(server)
  for (const [currency, bank, amount] of [
    ['RUB', rub, '100.00'],
    ['USD', usd, '20.00'],
    ['EUR', eur, '3.00'],
  ] as const)
    await post({
      date: '2026-01-10',
      text: `Аванс ${currency}`,
      organization_id: id,
      legs: [
        { account: `assets:bank:${bank}`, commodity: currency, amount },
        { account: `liabilities:client:${id}:${currency}`, commodity: currency, amount: `-${amount}` },
      ],
    })
  const names: (string | null)[] = []
  for (const [currency, amount] of [
    ['RUB', '100.00'],
    ['USD', '20.00'],
    ['EUR', '3.00'],
  ] as const) {
    const response = await fetch(
      `${server.url}/v1/organizations/${id}/reconciliation-act?from=2026-01-01&to=2026-01-31&currency=${currency}&language=ru&format=xlsx`,
      { headers: { authorization: `Bearer ${officer.token}` } },
    )
    expect(response.status).toBe(200)
    names.push(response.headers.get('content-disposition'))
    const texts = readWorkbook(Buffer.from(await response.arrayBuffer())).map((row) =>
      row.map((cell) => cell?.text),
    )
    expect(
      texts.filter(([, name]) => /^(Обороты|Сальдо конечное)/.test(name ?? '')).map((row) => row[3]),
    ).toEqual([amount, amount])
    expect(texts.flat().join(' ')).toContain(`Кредит, ${currency}`)
  }
  expect(new Set(names).size).toBe(3)
})
