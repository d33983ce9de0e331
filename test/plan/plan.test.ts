import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, inject, test } from 'vitest'
import type { PlanRule } from '../../contract/books/plan.ts'
import { postingKinds } from '../../server/features/plan/journal-files.ts'
import { oneC } from '../statements/samples.ts'
import { importFile } from '../statements/uploads.ts'
import { dayOf, readWorkbook } from '../support/files/read-workbook.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { approve, givenBuyer, givenRequest, pay, review } from '../support/given/given-purchase-request.ts'
import { hasPrograms } from '../support/outside/programs.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
const roubles = '40702810900000077771'
const yuan = '40702156900000077772'
let owner: Client
let officer: Client
let client: { id: string; inn: string }

beforeAll(async () => {
  owner = await server.signIn('owner')
  officer = await server.signIn('officer')
  await givenOwnAccounts(owner, [roubles, yuan])
  const { id } = await givenBuyer(server)
  const { inn } = (await owner.get(`/v1/organizations/${id}`)).body
  client = { id, inn }
  for (const [day, rate] of [
    ['2025-01-01', '10'],
    ['2025-01-10', '11'],
    ['2025-01-20', '12.3456'],
  ])
    await officer.put('/v1/rates', { currency: 'CNY', day, rate })
  const of = `liabilities:client:${id}`
  await post(
    '2025-01-01',
    [
      ['assets:bank:$R', '5000.00', 'RUB'],
      [`${of}:RUB`, '-5000.00', 'RUB'],
    ],
    id,
  )
  await post(
    '2025-01-01',
    [
      ['assets:bank:$Y', '100.00', 'CNY'],
      [`${of}:CNY`, '-100.00', 'CNY'],
    ],
    id,
  )
  await post(
    '2025-01-10',
    [
      [`${of}:CNY`, '33.33', 'CNY'],
      ['equity:trading:CNY', '-30.00', 'CNY'],
      ['income:fee:CNY', '-3.33', 'CNY'],
    ],
    id,
  )
  await post(
    '2025-01-10',
    [
      [`${of}:CNY`, '5.00', 'CNY'],
      [`${of}:CNY`, '-5.00', 'CNY'],
      ['expenses:other:RUB', '1.00', 'RUB'],
      [`${of}:RUB`, '-1.00', 'RUB'],
    ],
    id,
  )
  await post(
    '2025-01-20',
    [
      [`${of}:CNY`, '66.67', 'CNY'],
      ['assets:bank:$Y', '-66.67', 'CNY'],
    ],
    id,
  )
  await post('2025-01-20', [
    ['equity:trading:USDT', '20', 'USDT'],
    ['assets:coins:tron:USDT', '-20', 'USDT'],
  ])
})

async function post(
  date: string,
  legs: [account: string, amount: string, commodity: string][],
  organization_id?: string,
) {
  const made = await officer.post('/v1/books/entries', {
    date,
    text: 'Проводка; "1"',
    ...(organization_id && { organization_id }),
    legs: legs.map(([account, amount, commodity]) => ({
      account: account.replace('$R', roubles).replace('$Y', yuan),
      amount,
      commodity,
    })),
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
}

const days = 'from=2025-01-01&to=2025-01-31'

async function readCsv(period = days): Promise<Record<string, string>[]> {
  const { body, status } = await officer.get(`/v1/books/journal?format=csv&${period}`)
  expect(status).toBe(200)
  const [head = '', ...lines] = (body as string).trimEnd().split('\r\n')
  const names = head.split(';')
  return lines.map((line) => {
    const cells = [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^;]*))(?:;|$)/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    )
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}
const units = (amount: string) => BigInt(amount.replace(/[.,]/, ''))

test('the journal sums to the trial balance, and advances are used at what they were worth', async () => {
  const rows = await readCsv()
  const sums = new Map<string, { debit: bigint; credit: bigint }>()
  for (const row of rows)
    for (const side of ['debit', 'credit'] as const) {
      const key = `${row[side === 'debit' ? 'Аналитика Дт' : 'Аналитика Кт']} ${row.Валюта}`
      const sum = sums.get(key) ?? { debit: 0n, credit: 0n }
      sum[side] += units(row['Сумма в валюте'] ?? '')
      sums.set(key, sum)
    }
  const { items } = (await officer.get('/v1/books/trial-balance?through=2025-01-31&limit=200')).body
  expect(Object.fromEntries(sums)).toMatchObject(
    Object.fromEntries(
      items.map(({ account, commodity, debit, credit }: Record<string, string>) => [
        `${account} ${commodity}`,
        { debit: units(debit as string), credit: units(credit as string) },
      ]),
    ),
  )
  expect(
    rows.map((row) =>
      ['Дата', 'Счёт Дт', 'Счёт Кт', 'Валюта', 'Сумма в валюте', 'Сумма, руб.', 'ИНН'].map(
        (name) => row[name],
      ),
    ),
  ).toEqual([
    ['01.01.2025', '51', '62', 'RUB', '5000,00', '5000,00', client.inn],
    ['01.01.2025', '52', '62', 'CNY', '100,00', '1000,00', client.inn],
    ['10.01.2025', '62', '90', 'CNY', '30,00', '300,00', client.inn],
    ['10.01.2025', '62', '90', 'CNY', '3,33', '33,30', client.inn],
    ['10.01.2025', '62', '62', 'CNY', '5,00', '55,00', client.inn],
    ['10.01.2025', '91', '62', 'RUB', '1,00', '1,00', client.inn],
    // The advance was worth 666.70, and the bank gives 823.08.
    ['20.01.2025', '62', '52', 'CNY', '66,67', '666,70', client.inn],
    ['20.01.2025', '91', '52', 'CNY', '0,00', '156,38', client.inn],
    ['20.01.2025', '90', '58', 'USDT', '20,000000', '', ''],
  ])
  expect(rows[0]).toMatchObject({ 'Вид документа': 'Ручная проводка', Содержание: 'Проводка; "1"' })
  expect(await readCsv('from=2025-01-10&to=2025-01-10')).toEqual(rows.slice(2, 6))
})

test('documents are named in Russian, with number, day and counterparty', async () => {
  const request = await givenRequest(owner, client.id, {}, review, approve, pay)
  const [payment] = (await owner.get(`/v1/purchase-requests/${request.id}/payments`)).body.items
  const line = {
    number: '815',
    on: '2025-03-03',
    amount: '90.00',
    from: roubles,
    party: { name: 'АО "Банк"', inn: '7710140679', account: '70601810300000000001', bic: '044525974' },
    purpose: 'Комиссия за февраль',
  }
  const imported = await importFile(owner, oneC([line], { encoding: 'UTF-8' }))
  expect(imported.status, JSON.stringify(imported.body)).toBe(201)
  const [{ id }] = (await owner.get(`/v1/statements/${imported.body.id}/lines`)).body.items
  const path = `/v1/statement-lines/${id}`
  expect((await officer.post(`${path}/post`, { account: 'bank_fee' })).status).toBe(200)
  expect((await officer.post(`${path}/unpost`, { reason: 'Ошибка' })).status).toBe(200)
  const document = (row: Record<string, string> | undefined) =>
    ['Содержание', 'Номер документа', 'Дата документа', 'Контрагент', 'ИНН'].map((name) => row?.[name])
  const bank = ['815', '03.03.2025', 'АО "Банк"', '7710140679']
  expect((await readCsv('from=2025-03-03&to=2025-03-03')).map(document)).toEqual([
    ['Комиссия за февраль', ...bank],
    ['Сторно: Комиссия за февраль', ...bank],
  ])
  const paid = (await readCsv('from=2026-01-01&to=2099-12-31')).find(
    (row) => row['Вид документа'] === 'Оплата',
  )
  expect(document(paid).slice(0, 2)).toEqual([
    `Поступление оплаты № ${payment.reference}, заявка ${request.number}`,
    payment.reference,
  ])
  expect(document(paid).at(-1)).toBe(client.inn)
})

test('in roubles, each account is worth what the revaluation says', async () => {
  await officer.put('/v1/rates', { currency: 'CNY', day: '2025-01-31', rate: '13.0001' })
  expect((await officer.post('/v1/books/revalue', { through: '2025-01-31' })).status).toBe(200)
  const rows = await readCsv()
  let worth = 0n
  for (const row of rows) {
    const isOf = (account: string | undefined) =>
      account === `assets:bank:${yuan}` || account === `assets:revaluation:bank:${yuan}`
    if (isOf(row['Аналитика Дт'])) worth += units(row['Сумма, руб.'] ?? '')
    if (isOf(row['Аналитика Кт'])) worth -= units(row['Сумма, руб.'] ?? '')
  }
  // 33.33 × 13.0001
  expect(worth).toBe(43329n)
})

test('a workbook has the same rows, with numbers and dates', async () => {
  const rows = await readCsv()
  const { status, bytes } = await download(`/v1/books/journal?format=xlsx&${days}`)
  expect(status).toBe(200)
  const [head = [], ...cells] = readWorkbook(bytes)
  expect(head.map(({ text }) => text)).toEqual(Object.keys(rows[0] ?? {}))
  expect(cells).toHaveLength(rows.length)
  for (const [index, row] of cells.entries()) {
    const given = Object.values(rows[index] ?? {})
    const [day] = row
    expect(day?.style).toBe(1)
    expect(day && dayOf(day).split('-').reverse().join('.')).toBe(given[0])
    for (const [at, cell] of row.entries()) {
      if (at === 0) continue
      if (at === 4) {
        expect([cell.style, dayOf(cell).split('-').reverse().join('.')]).toEqual([1, given[at]])
        continue
      }
      const isNumber = (at === 10 || at === 11) && given[at] !== ''
      expect(cell.style !== undefined, `${index} ${at}`).toBe(isNumber)
      expect(isNumber ? units(cell.text) : cell.text).toBe(isNumber ? units(given[at] ?? '') : given[at])
    }
  }
})

/** Debian: apt-get install libreoffice-calc-nogui. */
test.runIf(hasPrograms('soffice'))(
  'LibreOffice reads the numbers of the workbook as numbers, and its days as dates',
  async () => {
    const dir = mkdtempSync(join(inject('runDir'), 'journal-'))
    const file = join(dir, 'journal.xlsx')
    writeFileSync(file, (await download(`/v1/books/journal?format=xlsx&${days}`)).bytes)
    const profile = `-env:UserInstallation=file://${dir}/profile`
    const convert = [profile, '--headless', '--convert-to', 'fods', '--outdir', dir, file]
    await promisify(execFile)('soffice', convert)
    const [, table = ''] =
      /<table:table [^>]*>([\s\S]*?)<\/table:table>/.exec(readFileSync(join(dir, 'journal.fods'), 'utf8')) ??
      []
    const values = (type: string, attribute: string) =>
      [...table.matchAll(/<table:table-cell ([^>]*)>/g)].flatMap(([, cell = '']) => {
        const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(cell)?.[1]
        if (of('office:value-type') !== type) return []
        // Equal cells beside each other are written once.
        const times = Number(of('table:number-columns-repeated') ?? 1)
        return Array.from({ length: times }, () => of(`office:${attribute}`) ?? '')
      })
    const rows = await readCsv()
    const given = rows.map((row) => Object.values(row))
    expect(values('date', 'date-value')).toEqual(
      given.flatMap((row) => [row[0] ?? '', row[4] ?? '']).map((day) => day.split('.').reverse().join('-')),
    )
    const numbers = given.flatMap((row) => [row[10] ?? '', row[11] ?? '']).filter((text) => text !== '')
    expect(values('float', 'value').map(Number)).toEqual(
      numbers.map((text) => Number(text.replace(',', '.'))),
    )
  },
)

async function download(path: string): Promise<{ status: number; bytes: Buffer }> {
  const response = await fetch(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${officer.token}` },
  })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('an account without a rule is an error with its name, and a plan has versions', async () => {
  const before = (await officer.get('/v1/books/plan')).body
  expect(before).toMatchObject({ version: 1, changed_by: null, unmapped: [] })
  const rules: PlanRule[] = before.rules
  const fewer = rules.filter(({ pattern }) => pattern !== 'equity:trading:*')
  const set = (body: object, by = officer) => by.put('/v1/books/plan', body)
  const changed = await set({ rules: fewer, version: 1 })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  expect(changed.body).toMatchObject({
    version: 2,
    unmapped: [
      { account: 'equity:trading:CNY', commodity: 'CNY' },
      { account: 'equity:trading:USDT', commodity: 'USDT' },
    ],
  })
  const refused = await officer.get(`/v1/books/journal?format=csv&${days}`)
  expect([refused.status, refused.body.code, refused.body.context]).toEqual([
    409,
    'accounts_unmapped',
    { accounts: ['equity:trading:CNY CNY', 'equity:trading:USDT USDT'] },
  ])
  expect((await set({ rules, version: 1 })).body).toMatchObject({ code: 'version_conflict' })
  expect((await set({ rules: fewer })).body.version).toBe(2)
  const longer = [
    ...rules,
    { pattern: `assets:bank:${yuan}`, commodity: 'any', account: '52.01' },
    { pattern: 'assets:*', commodity: 'any', account: '76' },
  ]
  expect((await set({ rules: [...longer, longer.at(-1)] })).body.detail[0].ctx.code).toBe(
    'plan_rule_repeated',
  )
  expect((await set({ rules: [{ ...rules[0], pattern: 'assets:*:x' }] })).status).toBe(422)
  expect((await set({ rules: longer, version: 2 })).body.version).toBe(3)
  const accounts = new Set((await readCsv()).flatMap((row) => [row['Счёт Дт'], row['Счёт Кт']]))
  expect(accounts).toContain('52.01')
  expect(accounts).not.toContain('76')
  expect((await officer.get('/v1/books/plan?version=1')).body.rules).toEqual(before.rules)
  expect((await officer.get('/v1/books/plan?version=2')).body.rules).toEqual(fewer)
  expect((await officer.get('/v1/books/plan?version=9')).body.code).toBe('plan_not_found')
  expect((await set({ rules }, await server.signIn('operator'))).status).toBe(403)
  const { items } = (await owner.get('/v1/audit-events?action=plan.set')).body
  expect(items.map(({ details }: { details: object }) => details)).toEqual([
    expect.objectContaining({ version: 3 }),
    {
      version: 2,
      from: { 'equity:trading:* any': '90' },
      to: { 'equity:trading:* any': null },
    },
  ])
})

test('every kind of posting has a name for accountants', () => {
  const posted = globSync('server/features/**/*.ts', { cwd: join(import.meta.dirname, '../..') })
    .map((path) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8'))
    .filter((source) => /\bfact: \{? ?type|\bfact: \{/.test(source) && source.includes('entries'))
    .flatMap((source) => [...source.matchAll(/^\s+kind: '([a-z_]+)',$/gm)].map(([, kind]) => kind as string))
  expect(posted).toEqual(expect.arrayContaining(['payment', 'delivery', 'entry', 'revaluation']))
  expect(posted.filter((kind) => postingKinds[kind] === undefined)).toEqual([])
})

test('a missing rate is named, and the command writes the same journal', async () => {
  const dir = mkdtempSync(join(inject('runDir'), 'journal-'))
  const file = join(dir, 'journal.csv')
  const args = ['books', 'export', '--format', 'journal', '--from', '2025-01-01', '--to', '2025-01-31']
  const env = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  const written = await runCli([...args, '--output', file], env)
  expect(written.code, written.stderr).toBe(0)
  const { body } = await officer.get(`/v1/books/journal?format=csv&${days}`)
  expect(readFileSync(file, 'utf8')).toBe(`\ufeff${body}`)
  const workbook = join(dir, 'journal.xlsx')
  expect((await runCli([...args, '--output', workbook], env)).code).toBe(0)
  expect(readWorkbook(readFileSync(workbook))).toHaveLength(body.trimEnd().split('\r\n').length)
  await post('2024-06-01', [
    ['assets:transit:EUR', '5.00', 'EUR'],
    ['equity:opening:EUR', '-5.00', 'EUR'],
  ])
  const refused = await officer.get('/v1/books/journal?format=csv&from=2024-06-01&to=2024-06-01')
  expect([refused.status, refused.body.code, refused.body.context]).toEqual([
    409,
    'rate_missing',
    { currency: 'EUR', day: '2024-06-01' },
  ])
})
