import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listNamed, listNames, lists } from '../../contract/lists/all.ts'
import { columnHead } from '../../contract/lists/file-words.ts'
import { languages } from '../../contract/words/languages.ts'
import type { PooledDb } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { csvRows } from '../../server/platform/exports/csv.ts'
import { exportPages, hasMoreThan } from '../../server/platform/exports/export-pages.ts'
import { readCsv } from '../support/files/read-csv.ts'
import { unzip } from '../support/files/unzip.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenBuyer, givenRequest } from '../support/given/given-purchase-request.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer()
let owner: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
})

async function bytesOf(path: string): Promise<Buffer> {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${owner.token}` } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

async function sheetOf(path: string): Promise<string> {
  return (
    unzip(await bytesOf(path))
      .get('xl/worksheets/sheet1.xml')
      ?.toString() ?? ''
  )
}

/** The cells of the sheet, as they are written. */
async function cellsOf(path: string): Promise<string[][]> {
  const sheet = await sheetOf(path)
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c[^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs)].map(
      ([, text, value]) => text ?? value ?? '',
    ),
  )
}

describe('a list as a file', () => {
  test('has every row that fits the filters, newest first', async () => {
    const first = await givenOrganization(server, { kyb_status: 'rejected', kyb_reason: 'Нет документов' })
    const second = await givenOrganization(server, { kyb_status: 'rejected', kyb_reason: 'Дубль' })
    await givenOrganization(server)
    const response = await owner.get('/v1/exports/organizations?format=csv&kyb_status=rejected')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="organizations-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const rows = readCsv(response.body)
    expect(rows.map(({ id }) => id)).toEqual([second.id, first.id])
    const bytes = await bytesOf('/v1/exports/organizations?format=csv&kyb_status=rejected')
    expect(bytes.toString('hex', 0, 3)).toBe('efbbbf')
    expect(rows[1]).toMatchObject({ inn: first.inn, kyb_reason: 'Нет документов', wallets_count: '0' })
  })

  test('finds organizations by the words of the list', async () => {
    const { id } = await givenOrganization(server)
    await owner.patch(`/v1/organizations/${id}`, { full_name: 'Общество «Выгрузка сорок два»' })
    const { body } = await owner.get(
      `/v1/exports/organizations?format=csv&q=${encodeURIComponent('СОРОК два')}`,
    )
    expect(readCsv(body).map((row) => row.id)).toEqual([id])
  })

  test('defuses formulas, and keeps quotes, commas and lines', async () => {
    const names = [
      '=1+1',
      '+7 495',
      '-2',
      '@SUM(A1)',
      '  =cmd',
      '\t=1',
      '＝1',
      'a "b", c\r\nd',
      'a,"=b',
      'ends with,',
      "O'Neil",
    ]
    const from = new Date().toISOString().slice(0, 10)
    for (const full_name of names) await givenOrganization(server, { full_name, source: 'register' })
    const { body } = await owner.get(`/v1/exports/organizations?format=csv&from=${from}`)
    const written = readCsv(body)
      .filter(({ source }) => source === 'register')
      .map(({ full_name }) => full_name)
    const expected = names.map((name) => (/^[\s]*[=+\-@＝]/u.test(name) ? `'${name}` : name))
    expect(written.toReversed()).toEqual(expected)
  })

  test('as a workbook has the same values in words, with dates of the time zone and amounts as numbers', async () => {
    const buyer = await givenBuyer(server)
    const { id, number } = await givenRequest(owner, buyer.id)
    const query = `organization_id=${buyer.id}`
    const [row = {}] = readCsv((await owner.get(`/v1/exports/purchase-requests?format=csv&${query}`)).body)
    const path = `/v1/exports/purchase-requests?format=xlsx&language=ru&${query}`
    const [head = [], cells = []] = await cellsOf(path)
    expect(head).toHaveLength(Object.keys(row).length)
    const cell = (name: string) => cells[head.indexOf(name)]
    expect([cell('ID'), cell('Номер'), cell('Статус')]).toEqual([id, number, 'Новая'])
    expect([cell('Итого'), cell('Организация')]).toEqual([row.total_amount, row.organization_name])
    // A workbook has no zones: it shows what a clock in that of the service showed.
    const shown = new Date((Number(cell('Создана')) - 25_569) * 86_400_000).toISOString().slice(0, 19)
    const zone = { timeZone: server.config.timeZone }
    expect(shown.replace('T', ' ')).toBe(new Date(row.created_at ?? '').toLocaleString('sv-SE', zone))

    const sheet = await sheetOf(path)
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toMatch(/<autoFilter ref="A1:A[A-Z]2"\/><\/worksheet>$/)
    expect(sheet.match(/<col /g)).toHaveLength(head.length)
    const files = unzip(await bytesOf(path))
    expect(files.get('xl/workbook.xml')?.toString()).toContain('<sheet name="Заявки"')
    expect(files.get('xl/styles.xml')?.toString()).toContain('formatCode="#,##0.00"')
  })

  test('as a workbook is in the language that is asked for, or that the browser prefers', async () => {
    const headOf = async (language: string, query = '') => {
      const response = await fetch(
        `${server.url}/v1/exports/organizations?format=xlsx&from=2999-01-01${query}`,
        { headers: { authorization: `Bearer ${owner.token}`, 'accept-language': language } },
      )
      const sheet = unzip(Buffer.from(await response.arrayBuffer())).get('xl/worksheets/sheet1.xml')
      return {
        name: response.headers.get('content-disposition'),
        head: /<t>([^<]*)<\/t>.*?<t>([^<]*)<\/t>/.exec(sheet?.toString() ?? '')?.[2],
      }
    }
    expect((await headOf('ru-RU,ru;q=0.9,en;q=0.8')).head).toBe('Тип')
    expect((await headOf('de, en;q=0.5, ru;q=0.2')).head).toBe('Type')
    expect((await headOf('ru;q=0, de')).head).toBe('Type')
    expect((await headOf('en', '&language=ru')).head).toBe('Тип')
    expect((await headOf('')).head).toBe('Type')
    const day = new Date().toLocaleDateString('sv-SE', { timeZone: server.config.timeZone })
    const { name } = await headOf('ru')
    expect(name).toMatch(/^attachment; filename="organizations-\d{4}-\d\d-\d\d\.xlsx"; filename\*=UTF-8''/)
    expect(decodeURIComponent(name?.split("''")[1] ?? '')).toBe(
      `Организации ${day.split('-').reverse().join('.')}.xlsx`,
    )
    expect(decodeURIComponent((await headOf('en')).name?.split("''")[1] ?? '')).toMatch(
      /^Organizations \d\d [A-Z][a-z]+ \d{4}\.xlsx$/,
    )
    expect((await owner.get('/v1/exports/organizations?format=xlsx&language=de')).status).toBe(422)
  })

  test.each(listNames)(
    'every column of %s has a head in each language, and its words and currencies are columns',
    async (name) => {
      const names = (await owner.get(`/v1/exports/${name}?format=csv`)).body
        .replace('\ufeff', '')
        .split('\n')[0]
        .split(',')
      const { words, currencies } = listNamed(name).cells
      expect(
        [...Object.keys(words), ...Object.entries(currencies).flat()].filter((one) => !names.includes(one)),
      ).toEqual([])
      for (const language of languages) {
        const heads = names.map((column: string) => columnHead(listNamed(name), column, language))
        expect(heads).not.toContain(undefined)
        expect(new Set(heads).size, heads.join()).toBe(heads.length)
      }
    },
  )

  test('as a workbook is text that XML can have', async () => {
    const full_name = 'A & B <c> \u0001 _x0041_ «Ромашка»'
    await givenOrganization(server, { full_name, type: 'legal', registry_status: 'bankrupt' })
    const [head = [], cells = []] = await cellsOf(
      '/v1/exports/organizations?format=xlsx&registry_status=bankrupt',
    )
    expect(cells[head.indexOf('Full name')]).toBe('A &amp; B &lt;c&gt;  _x005F_x0041_ «Ромашка»')
  })

  test('takes filters as values, whatever they contain', async () => {
    const full_name = `Quote ' dollar $1 \\ "end"`
    const { id } = await givenOrganization(server)
    await owner.patch(`/v1/organizations/${id}`, { full_name })
    for (const q of [`quote '`, 'dollar $1', `1 \\ "end"`]) {
      const { body } = await owner.get(`/v1/exports/organizations?format=csv&q=${encodeURIComponent(q)}`)
      expect(
        readCsv(body).map((row) => [row.id, row.full_name]),
        q,
      ).toEqual([[id, full_name]])
    }
  })

  test('is read in pages, each row once', async () => {
    const numbers = numberList(60_001)
    let text = ''
    let pages = 0
    for await (const page of exportPages(server.db as PooledDb, numbers, csvRows)) {
      text += Buffer.from(page).toString()
      pages += 1
    }
    expect(pages).toBeGreaterThan(3)
    expect(text).toBe(Array.from({ length: 60_001 }, (_, n) => `${60_001 - n},"a, b"\n`).join(''))
  })

  test('is cut off by an error, and leaves the connection usable', async () => {
    const failing = {
      ...numberList(60_001),
      columns: [{ name: 'n', type: 'number' as const, value: sql`1 / (n - 20000)` }],
    }
    const read = async () => {
      for await (const _ of exportPages(server.db as PooledDb, failing, csvRows));
    }
    await expect(read()).rejects.toThrow('division by zero')
    expect((await owner.get('/v1/exports/organizations?format=csv&from=2999-01-01')).status).toBe(200)
  })
})

/** Rows that cost nothing. */
function numberList(count: number) {
  return {
    columns: [
      { name: 'n', type: 'number' as const, value: sql`n` },
      { name: 'word', type: 'text' as const, value: sql`'a, b'::text` },
    ],
    from: sql`generate_series(1::bigint, ${sql.lit(count)}) as n`,
    key: sql`n`,
    keyType: 'bigint' as const,
    conditions: [],
  }
}

test('hits are exported with the filters of their list', async () => {
  const [first, second] = [await givenOrganization(server), await givenOrganization(server)]
  const hit = (organization: { id: string }, list: string, status: string) => ({
    id: newId(),
    subject_kind: 'organization' as const,
    subject_id: organization.id,
    subject_name: '=Ромашка',
    organization_id: organization.id,
    list,
    entry_id: '17',
    generation: 1,
    entry: JSON.stringify({ schema: 'Company', names: [{ name: 'ROMASHKA' }] }),
    entry_hash: '',
    compared: '{}',
    compared_hash: '',
    score: 0.83,
    above_threshold: true,
    reasons: '[]',
    status,
    found_at: new Date(),
    updated_at: new Date(),
  })
  const rows = [hit(first, 'ofac', 'open'), hit(first, 'un', 'dismissed'), hit(second, 'ofac', 'open')]
  for (const row of rows)
    await server.db
      .insertInto('screening_hits')
      .values(row as never)
      .execute()
  const exported = async (query: string) =>
    readCsv((await owner.get(`/v1/exports/hits?format=csv&${query}`)).body)
  const ids = async (query: string) => (await exported(query)).map(({ id }) => id)
  const [one, two, three] = rows.map(({ id }) => id)
  expect(await ids('')).toEqual([three, two, one])
  expect(await ids(`organization_id=${first.id}`)).toEqual([two, one])
  expect(await ids('status=open&list=ofac')).toEqual([three, one])
  expect(await ids('above_threshold=false')).toEqual([])
  expect((await exported(''))[0]).toMatchObject({
    subject_name: "'=Ромашка",
    entry_name: 'ROMASHKA',
    score: '0.83',
  })
  const [head = [], cells = []] = await cellsOf(`/v1/exports/hits?format=xlsx&list=un`)
  expect([cells[head.indexOf('ID')], cells[head.indexOf('Score')]]).toEqual([two, '0.83'])
  const key = await owner.post('/v1/api-keys', { name: 'Narrow', scopes: ['requests:read'] })
  expect((await client(server, key.body.key).get('/v1/exports/hits?format=csv')).status).toBe(403)
})

test('a list is counted up to a limit only', async () => {
  expect(await hasMoreThan(server.db, numberList(10), 10)).toBe(false)
  expect(await hasMoreThan(server.db, numberList(11), 10)).toBe(true)
})

/** Filters that find nothing, whatever is there: a list has one of them, but for that of administrators. */
const nobody = '00000000-0000-4000-8000-000000000000'
const nothing = { organization_id: nobody, subject_id: nobody, from: '2999-01-01' }

/** Its name, and the filter. */
const canBeEmpty = lists.flatMap(({ name, filters }) => {
  const found = Object.entries(nothing).find(([filter]) => filter in filters.properties)
  return found ? [[name, found.join('=')] as const] : []
})

test('every list but one can be empty', () => {
  expect(canBeEmpty).toHaveLength(lists.length - 1)
})

test.each(canBeEmpty)('%s: empty lists, both formats, and a row in the audit log', async (list, query) => {
  const csv = await owner.get(`/v1/exports/${list}?format=csv&${query}`)
  expect(csv.status).toBe(200)
  expect(csv.body.trim().split('\n')).toHaveLength(1)
  expect(await cellsOf(`/v1/exports/${list}?format=xlsx&${query}`)).toHaveLength(1)
  const { event } = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('action', '=', 'list.exported')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(event).details).toMatchObject({ list, format: 'xlsx' })
})

test('needs the permission to read the list', async () => {
  const operator = await server.signIn('operator')
  const custodian = await server.signIn('custodian')
  expect((await operator.get('/v1/exports/audit-events?format=csv')).status).toBe(403)
  expect((await custodian.get('/v1/exports/payments?format=csv')).status).toBe(200)
  expect((await owner.get('/v1/exports/payments?format=ods')).status).toBe(422)
  expect((await owner.get('/v1/exports/nothing?format=csv')).status).toBe(404)
})
