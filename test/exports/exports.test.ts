import { beforeAll, describe, expect, test } from 'vitest'
import { exportedLists } from '../../contract/exports.ts'
import { cli } from '../../server/platform/actor.ts'
import { appendAudit } from '../../server/platform/audit/audit-log.ts'
import { givenOrganization } from '../support/factories.ts'
import { givenBuyer, givenRequest } from '../support/given-purchase-request.ts'
import { type Client, startServer } from '../support/harness.ts'
import { unzip } from '../support/unzip.ts'

const server = startServer()
let owner: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
})

/** The rows of a CSV as objects. `fetch` has taken the byte order mark away. */
function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n"]*))(,|\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\n') rows.push([])
  }
  const [head = [], ...others] = rows.slice(0, -1)
  return others.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])))
}

async function bytesOf(path: string): Promise<Buffer> {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${owner.token}` } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** The cells of the sheet, as they are written. */
async function cellsOf(path: string): Promise<string[][]> {
  const sheet =
    unzip(await bytesOf(path))
      .get('xl/worksheets/sheet1.xml')
      ?.toString() ?? ''
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

  test('as a workbook has the same values, with dates and amounts as numbers', async () => {
    const buyer = await givenBuyer(server)
    const { id, number } = await givenRequest(owner, buyer.id)
    const query = `organization_id=${buyer.id}`
    const [row = {}] = readCsv((await owner.get(`/v1/exports/purchase-requests?format=csv&${query}`)).body)
    const [head = [], cells = []] = await cellsOf(`/v1/exports/purchase-requests?format=xlsx&${query}`)
    expect(head).toEqual(Object.keys(row))
    const cell = (name: string) => cells[head.indexOf(name)]
    expect([cell('id'), cell('number')]).toEqual([id, number])
    expect([cell('total_amount'), cell('organization_name')]).toEqual([
      row.total_amount,
      row.organization_name,
    ])
    const day = (Number(cell('created_at')) - 25_569) * 86_400_000
    expect(Math.abs(day - Date.parse(row.created_at ?? ''))).toBeLessThan(2_000)
  })

  test('as a workbook is text that XML can have', async () => {
    const full_name = 'A & B <c> \u0001 _x0041_ «Ромашка»'
    await givenOrganization(server, { full_name, type: 'legal', registry_status: 'bankrupt' })
    const [head = [], cells = []] = await cellsOf(
      '/v1/exports/organizations?format=xlsx&registry_status=bankrupt',
    )
    expect(cells[head.indexOf('full_name')]).toBe('A &amp; B &lt;c&gt;  _x005F_x0041_ «Ромашка»')
  })

  test('is read in pages, each row once', async () => {
    const { db } = server
    const organizationId = (await givenOrganization(server)).id
    const at = new Date()
    // Rows of the audit log are the cheapest to make in thousands.
    const entries = Array.from({ length: 9_001 }, (_, n) => ({
      actor: cli('backup'),
      action: 'backup.created' as const,
      object: null,
      organizationId,
      details: { number: n },
      at,
    }))
    await db.transaction().execute((db) => appendAudit(db, ...entries))
    const { body } = await owner.get(`/v1/exports/audit-events?format=csv&organization_id=${organizationId}`)
    const numbers = readCsv(body).map(({ details }) => JSON.parse(details ?? '{}').number)
    expect(numbers).toEqual(entries.map(({ details }) => details.number).toReversed())
  })
})

test.each(exportedLists)('%s: empty lists, both formats, and a row in the audit log', async (list) => {
  const nothing = 'organization_id=00000000-0000-4000-8000-000000000000'
  const query = list === 'organizations' ? 'from=2999-01-01' : nothing
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
