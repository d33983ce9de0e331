import { beforeAll, expect, test } from 'vitest'
import { roles } from '../../contract/api/roles.ts'
import type { FilteredDocumentsResponse, ListedDocument } from '../../contract/lists/documents.ts'
import { type DocumentKind, documentKinds } from '../../contract/organizations/documents.ts'
import { isFull } from '../support/cases/scale.ts'
import { pdf } from '../support/files/document-samples.ts'
import { slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenApprovedKey } from '../support/given/given-approval.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer()
const list = '/v1/lists/documents'
let operator: Client
let officer: Client
let first: { id: string }
let second: { id: string }

beforeAll(async () => {
  ;[first, second] = [
    await givenOrganization(server, { short_name: 'ООО «Первая»' }),
    await givenOrganization(server, { short_name: null, full_name: 'Общество «Вторая»' }),
  ]
  const days: [string, { id: string }, DocumentKind, Record<string, string>?][] = [
    ['2026-01-05', first, 'charter'],
    ['2026-01-05', second, 'charter', { expires_on: '2020-01-01' }],
    ['2026-01-06', first, 'bank-details', { expires_on: '2099-01-01' }],
    ['2026-01-07', second, 'other'],
    ['2026-01-08', first, 'charter'],
  ]
  for (const [index, [day, organization, kind, fields]] of days.entries()) {
    server.clock.at = new Date(`${day}T1${index}:00:00Z`)
    const uploader = await server.signIn('operator')
    const sent = await upload(uploader, organization, kind, pdf({ padding: index }), fields)
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  }
  server.clock.at = null
  ;[operator, officer] = [await server.signIn('operator'), await server.signIn('officer')]
  const decide = async (organization: { id: string }, kind: string, decision: object) => {
    const path = `${slotPath(organization, kind)}/review`
    expect((await officer.patch(path, { version: 1, ...decision })).status).toBe(200)
  }
  await decide(second, 'charter', { decision: 'approved' })
  await decide(first, 'bank-details', { decision: 'approved' })
  await decide(second, 'other', { decision: 'rejected', reason_code: 'missing_page' })
})

async function read(query: string, by = operator): Promise<FilteredDocumentsResponse> {
  const { status, body } = await by.get(`${list}?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const names = ({ organization_id, kind, version }: ListedDocument) =>
  `${organization_id === first.id ? 'first' : 'second'} ${kind} ${version}`
const rows = async (query: string) => (await read(query)).items.map(names)
const everything = ['first charter 2', 'second other 1', 'first bank-details 1', 'second charter 1']

test('the current documents of all organizations are listed, newest upload first', async () => {
  expect(await rows('')).toEqual(everything)
  const { items } = await read('')
  const single = (await operator.get(slotPath(first, 'charter'))).body
  const uploader = await server.db
    .selectFrom('administrators')
    .select('name')
    .where('id', '=', single.uploaded_by)
    .executeTakeFirstOrThrow()
  expect(items[0]).toEqual({
    id: single.id,
    organization_id: first.id,
    organization_name: 'ООО «Первая»',
    kind: 'charter',
    version: 2,
    file_name: 'Устав.pdf',
    status: 'pending',
    uploaded_at: '2026-01-08T14:00:00.000Z',
    uploaded_by: single.uploaded_by,
    uploaded_by_name: uploader.name,
    expires_on: null,
    waiting_since: '2026-01-08T14:00:00.000Z',
  })
  expect(items[2]).toMatchObject({ status: 'approved', expires_on: '2099-01-01', waiting_since: null })
  expect(items[3]).toMatchObject({ organization_name: 'Общество «Вторая»', status: 'expired' })
})

const filters: [query: () => string, expected: string[]][] = [
  [() => `organization_id=${second.id}`, ['second other 1', 'second charter 1']],
  [() => 'kind=charter', ['first charter 2', 'second charter 1']],
  [() => 'status=pending', ['first charter 2']],
  [() => 'status=approved', ['first bank-details 1']],
  [() => 'status=rejected', ['second other 1']],
  [() => 'status=expired', ['second charter 1']],
  [() => `status=expired&organization_id=${first.id}`, []],
  [() => 'from=2026-01-06&to=2026-01-07', ['second other 1', 'first bank-details 1']],
  [() => 'to=2026-01-05', ['second charter 1']],
  [() => 'from=2027-01-01', []],
]

test.each(filters)('list and export have the same rows for the same filter: %s', async (query, expected) => {
  expect(await rows(query())).toEqual(expected)
  const { status, body } = await operator.get(`/v1/exports/documents?format=csv&${query()}`)
  expect(status).toBe(200)
  const [head, ...lines] = body.trim().split('\n')
  const at = (name: string) => head.split(',').indexOf(name)
  const exported = lines.map((line: string) => {
    const cells = line.split(',')
    return `${cells[at('organization_id')] === first.id ? 'first' : 'second'} ${cells[at('kind')]} ${cells[at('version')]}`
  })
  expect(exported.toSorted()).toEqual(expected.toSorted())
})

test('a document expires by the clock of the service', async () => {
  server.clock.at = new Date('2099-01-01T23:59:59Z')
  const late = await server.signIn('auditor')
  expect((await read('status=approved', late)).items.map(names)).toEqual(['first bank-details 1'])
  server.clock.at = new Date('2099-01-02T00:00:00Z')
  const later = await server.signIn('auditor')
  expect((await read('status=approved', later)).items).toEqual([])
  expect((await read('status=expired', later)).items.map(names)).toEqual([
    'first bank-details 1',
    'second charter 1',
  ])
  server.clock.at = null
})

test('every role may read the list, and a key only with its scope', async () => {
  for (const role of roles) expect((await read('', await server.signIn(role))).items).toHaveLength(4)
  const owner = await server.signIn('owner')
  const scoped = client(server, await givenApprovedKey(server, owner, ['documents:read']))
  expect((await read('', scoped)).items).toHaveLength(4)
  const other = client(server, await givenApprovedKey(server, owner, ['requests:read', 'organizations:read']))
  expect((await other.get(list)).status).toBe(403)
  expect((await server.anonymous.get(list)).status).toBe(401)
})

test('the name of a key that has uploaded is shown', async () => {
  const owner = await server.signIn('owner')
  const key = client(server, await givenApprovedKey(server, owner, ['documents:write']))
  const { id } = await givenOrganization(server)
  expect((await upload(key, { id }, 'charter', pdf())).status).toBe(200)
  expect((await read(`organization_id=${id}`)).items).toMatchObject([{ uploaded_by_name: 'CRM' }])
})

test.each([
  'status=missing',
  'kind=passport',
  'organization_id=1',
  'from=yesterday',
  'cursor=1',
  'limit=201',
])('what the list does not know is refused: %s', async (query) => {
  const { status, body } = await operator.get(`${list}?${query}`)
  expect(status).toBe(422)
  expect(body.detail[0].loc).toEqual(['query', query.split('=')[0]])
})

test.runIf(isFull)('pages stay whole while documents are uploaded and replaced', async () => {
  const organizations = [await givenOrganization(server), await givenOrganization(server)]
  for (const organization of organizations)
    for (const kind of documentKinds)
      expect((await upload(operator, organization, kind, pdf())).status).toBe(200)
  const wanted = (await read(`from=2026-02-01&limit=200`)).items
  const seen: ListedDocument[] = []
  let cursor: string | null = null
  do {
    const { items, next_cursor } = await read(`from=2026-02-01&limit=3${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...items)
    cursor = next_cursor
    const last = items.at(-1) as ListedDocument
    // The document whose id is the cursor is no longer current.
    expect(
      (await upload(operator, { id: last.organization_id }, last.kind, pdf({ padding: 9 }))).status,
    ).toBe(200)
    await upload(operator, await givenOrganization(server), 'other', pdf())
  } while (cursor)
  expect(seen.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
  expect(wanted.length).toBeGreaterThanOrEqual(14)
})
