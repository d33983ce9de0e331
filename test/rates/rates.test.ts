import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { rateOn, ratesOn } from '../../server/features/rates/rate-on.ts'
import { connectionsFor } from '../support/database/locks.ts'
import { form } from '../support/given/document-uploads.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { dailyFile, inWindows1251 } from './samples.ts'

const server = startServer({ connections: connectionsFor(4) })
let officer: Client
let owner: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
  officer = await server.signIn('officer')
})

const upload = (content: Buffer | string, fields: Record<string, string> = {}, by = officer) =>
  by.post('/v1/rates/import', form(Buffer.from(content as string), fields, 'XML_daily.xml'))
const set = (body: object, by = officer) => by.put('/v1/rates', body)
const inForce = (currency: string, day: string) =>
  officer.get(`/v1/rates/in-force?currency=${currency}&day=${day}`)

test('a file is imported once, and a corrected one says what it changes', async () => {
  const file = inWindows1251(dailyFile('2025-01-31'))
  const first = await upload(file, { day: '2025-01-31' })
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  expect(first.body).toEqual({
    source: 'bank_of_russia',
    from: '2025-01-31',
    through: '2025-01-31',
    added: 3,
    unchanged: 0,
    changed: [],
    unknown_currencies: ['XDR'],
    absent_currencies: [],
  })
  expect((await upload(file)).body).toMatchObject({ added: 0, unchanged: 3, changed: [] })
  const corrected = dailyFile('2025-01-31', [
    { code: 'USD', value: '78,2267' },
    { code: 'JPY', nominal: 1000, value: '503,4320' },
  ])
  expect((await upload(corrected)).body).toMatchObject({
    added: 0,
    unchanged: 1,
    changed: [
      {
        currency: 'JPY',
        before: { rate: '50.3432', nominal: 100 },
        after: { rate: '503.432', nominal: 1000 },
      },
    ],
  })
  const next = await upload('day,currency,rate\n2025-02-01,USD,79.5\n')
  expect(next.body).toMatchObject({ source: 'csv', added: 1, absent_currencies: ['CNY', 'JPY'] })
  const { items } = (await officer.get('/v1/rates?from=2025-01-31&to=2025-02-01')).body
  expect(items.map(({ day, currency, rate }: Record<string, string>) => [day, currency, rate])).toEqual([
    ['2025-02-01', 'USD', '79.5'],
    ...[
      ['JPY', '503.432'],
      ['CNY', '11.2359'],
      ['USD', '78.2267'],
    ].map((row) => ['2025-01-31', ...row]),
  ])
  const paged = await officer.get('/v1/rates?from=2025-01-31&to=2025-02-01&limit=2')
  const rest = await officer.get(
    `/v1/rates?from=2025-01-31&to=2025-02-01&limit=2&cursor=${paged.body.next_cursor}`,
  )
  expect([...paged.body.items, ...rest.body.items]).toEqual(items)
  const csv = (await officer.get('/v1/exports/rates?format=csv&currency=CNY')).body
  expect(csv).toMatch(/,2025-01-31,CNY,1,11\.2359,bank_of_russia,/)
  const [audited] = (await owner.get('/v1/audit-events?action=rates.imported&limit=1')).body.items
  expect(audited.details).toMatchObject({ source: 'csv', added: 1 })
})

test('a rate counts until the next one, and not for ever', async () => {
  await set({ currency: 'EUR', day: '2025-03-01', rate: '90' })
  await set({ currency: 'EUR', day: '2025-03-04', rate: '91.10', nominal: 1 })
  const on = async (day: string) => (await rateOn(server.db, 'EUR', day))?.rate
  expect(await on('2025-02-28')).toBeUndefined()
  expect(await on('2025-03-03')).toBe('90')
  expect(await on('2025-03-04')).toBe('91.1')
  expect(await on('2025-03-18')).toBe('91.1')
  expect(await on('2025-03-19')).toBeUndefined()
  const found = await ratesOn(server.db, ['RUB', 'EUR', 'GBP', 'EUR'], '2025-03-05')
  expect([...found.keys()]).toEqual(['RUB', 'EUR'])
  expect((await inForce('EUR', '2025-03-03')).body).toMatchObject({ day: '2025-03-01', rate: '90' })
  expect((await inForce('EUR', '2025-03-19')).body.code).toBe('rate_not_found')
})

test('a typed rate is changed and removed, and the audit log has both values', async () => {
  const made = await set({ currency: 'GBP', day: '2025-04-01', rate: '100.5' })
  expect(made.body).toMatchObject({ nominal: 1, source: 'typed', is_final: false })
  const changed = await set({ currency: 'GBP', day: '2025-04-01', rate: '101.5' })
  expect(changed.body.id).toBe(made.body.id)
  expect((await set({ currency: 'GBP', day: '2025-04-01', rate: '101.50' })).body).toEqual(changed.body)
  expect((await officer.delete(`/v1/rates/${made.body.id}`)).status).toBe(204)
  expect((await officer.delete(`/v1/rates/${made.body.id}`)).status).toBe(404)
  expect((await officer.delete('/v1/rates/none')).status).toBe(404)
  const of = async (action: string) =>
    (await owner.get(`/v1/audit-events?action=${action}`)).body.items.filter(
      ({ object }: { object: { id: string } }) => object.id === made.body.id,
    )
  expect(await of('rate.set')).toHaveLength(2)
  expect(await of('rate.removed')).toHaveLength(1)
  expect((await of('rate.set'))[0].details).toMatchObject({ from: { rate: '100.5' }, to: { rate: '101.5' } })
  const ten = await Promise.all(
    Array.from({ length: 4 }, (_, index) => set({ currency: 'GBP', day: '2025-04-02', rate: `10${index}` })),
  )
  expect(new Set(ten.map(({ body }) => body.id)).size).toBe(1)
})

test('what is wrong is refused, and changes nothing', async () => {
  const codes = ({
    status,
    body,
  }: {
    status: number
    body: { detail: { ctx?: { code: string }; type: string }[] }
  }) => {
    expect(status, JSON.stringify(body)).toBe(422)
    return body.detail.map(({ ctx, type }) => ctx?.code ?? type)
  }
  const body = { currency: 'USD', day: '2025-05-05', rate: '80' }
  expect(codes(await set({ ...body, currency: 'RUB', rate: '0', day: '1999-12-31' }))).toEqual([
    'rate_currency',
    'rate_zero',
    'rate_day',
  ])
  expect(codes(await set({ ...body, currency: 'XDR', day: '9999-12-31' }))).toEqual([
    'rate_currency',
    'rate_day',
  ])
  expect(codes(await set({ ...body, rate: '80,5', nominal: 0 }))).toHaveLength(2)
  const other = await upload(dailyFile('2025-05-04'), { day: '2025-05-05' })
  expect(codes(other)).toEqual(['rates_other_day'])
  expect(codes(await upload(dailyFile('2035-05-04')))).toEqual(['rates_of_day'])
  expect(codes(await upload(dailyFile('2025-05-04').slice(0, -9)))).toEqual(['rates_xml'])
  expect(codes(await upload(dailyFile('2025-05-04', [{ code: 'XDR', value: '1' }])))).toEqual([
    'rates_format',
  ])
  expect(codes(await upload(Buffer.alloc(10 * 1024 * 1024, 'x')))).toEqual(['file_too_large'])
  expect(codes(await upload(''))).toEqual(['file_empty'])
  expect(codes(await officer.post('/v1/rates/import', form(undefined)))).toEqual(['missing'])
  const auditor = await server.signIn('auditor')
  expect((await set(body, auditor)).status).toBe(403)
  expect((await upload(dailyFile('2025-05-04'), {}, auditor)).status).toBe(403)
  const { items } = (await auditor.get('/v1/rates?from=2025-05-01&to=2025-05-31')).body
  expect(items).toEqual([])
})

test('what counts on a closed day stays', async () => {
  const day = '2024-01-30'
  const usd = await set({ currency: 'USD', day, rate: '88' })
  await set({ currency: 'USD', day: '2024-02-03', rate: '89' })
  const closed = await officer.post('/v1/books/close', { through: '2024-01-31', reason: 'Проверка' })
  expect(closed.status, JSON.stringify(closed.body)).toBe(200)
  const refused = await set({ currency: 'USD', day, rate: '90' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'rate_of_closed_day' } })
  expect(refused.body.context).toMatchObject({ closed_through: '2024-01-31', first_open_day: '2024-02-01' })
  // One in between would change what counts on the closed day, and so would a file or its removal.
  for (const reply of [
    await set({ currency: 'USD', day: '2024-01-31', rate: '90' }),
    await upload('day,currency,rate\n2024-02-02,USD,91\n2024-01-31,USD,90\n'),
    await officer.delete(`/v1/rates/${usd.body.id}`),
  ])
    expect(reply).toMatchObject({ status: 409, body: { code: 'rate_of_closed_day' } })
  expect((await inForce('USD', '2024-02-02')).body.rate).toBe('88')
  // What changes nothing, or was unknown, is no change of a closed day.
  expect((await set({ currency: 'USD', day, rate: '88.00' })).body.is_final).toBe(true)
  expect((await set({ currency: 'CHF', day, rate: '100' })).status).toBe(200)
  expect((await set({ currency: 'USD', day: '2024-02-01', rate: '92' })).status).toBe(200)
  const past = sql`update exchange_rates set rate = 1 where currency = 'USD' and day = ${day}`.execute(
    server.db,
  )
  await expect(past).rejects.toThrow('is closed')
  expect((await officer.post('/v1/books/reopen', { through: null })).status).toBe(200)
  expect((await set({ currency: 'USD', day, rate: '90' })).body.rate).toBe('90')
})

test('kontor rates import reads files, and names those that it refuses', async () => {
  const folder = mkdtempSync(join(inject('runDir'), 'rates-'))
  const path = (name: string) => join(folder, name)
  writeFileSync(path('daily.xml'), inWindows1251(dailyFile('2025-06-10')))
  writeFileSync(path('cut.xml'), inWindows1251(dailyFile('2025-06-11')).subarray(0, 300))
  writeFileSync(path('large.csv'), Buffer.alloc(300_000, '\n'))
  const env = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  const run = (...args: string[]) => runCli(['rates', 'import', ...args], env)
  const names = ['daily.xml', 'cut.xml', 'large.csv', 'none.xml'].map(path)
  const outcome = await run('--day', '2025-06-10', ...names)
  expect(outcome.code, outcome.stderr).toBe(1)
  expect(outcome.stdout).toContain('daily.xml: 2025-06-10: 3 new, 0 known, 0 changed\n')
  expect(outcome.stdout).toContain('left out, as they are no currencies: XDR')
  expect(outcome.stderr).toMatch(/cut\.xml: Line 1: the XML is cut off/i)
  expect(outcome.stderr).toContain('large.csv: the file is larger than 256 KiB')
  expect(outcome.stderr).toContain('none.xml: there is no such file')
  expect((await run('--day', '2025-06-11', path('daily.xml'))).stderr).toContain('not of 2025-06-11')
  expect((await inForce('JPY', '2025-06-11')).body).toMatchObject({ nominal: 100 })
})
