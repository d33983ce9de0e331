import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import { isFull } from '../support/cases/scale.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { metric } from '../support/service/metrics.ts'
import { ftmFile, idsFor, importList, ofacFiles, people, tableOf, unFile } from './list-uploads.ts'

const server = startServer()
let owner: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
})

let lists = 0
const newList = () => `list-${++lists}`
const status = async () => (await owner.get('/v1/screening')).body
const stateOf = async (list: string) =>
  (await status()).lists.find(({ name }: { name: string }) => name === list)
const historyOf = (list: string) =>
  server.db.selectFrom('screening_imports').selectAll().where('list', '=', list).orderBy('id').execute()
const stagedRows = () => server.db.selectFrom('screening_staging').selectAll().execute()
const temporaryFiles = () => readdirSync(join(server.dataDir, 'list-uploads'))

test('before the first import nobody is screened', async () => {
  expect(await status()).toEqual({
    state: 'not_screened',
    generation: 0,
    max_age_seconds: 30 * 86_400,
    lists: [],
    importing: [],
    rescreening: null,
    parties: 0,
    open_hits: 0,
    blocking_hits: 0,
  })
  expect((await server.anonymous.get('/readyz')).body).toMatchObject({
    status: 'ready',
    screening: 'not_screened',
  })
  const check = await owner.post('/v1/screening/check', { schema: 'Person', name: 'Anybody' })
  expect(check).toMatchObject({ status: 200, body: { items: [], state: 'not_screened', generation: 0 } })
})

describe('every format is imported', () => {
  test.each([
    { format: 'ofac', files: ofacFiles, entries: 11, name: 'Veselkov Arkadiy Timofeevich', id: '1001' },
    {
      format: 'un',
      files: { 'consolidated.xml': unFile },
      entries: 2,
      name: 'Torvald Quistgard',
      id: 'XXi.001',
    },
    {
      format: 'ftm',
      files: { 'entities.ftm.json': ftmFile },
      entries: 2,
      name: 'Захар Ильич Бережков',
      id: 'inv-1',
    },
    {
      format: 'table',
      files: { 'own.csv': tableOf([{ id: '7', name: 'Круглов Архип Саввич' }]) },
      entries: 1,
      name: 'Arkhip Savvich Kruglov',
      id: '7',
    },
  ])('$format', async ({ format, files, entries, name, id }) => {
    const { generation: before } = await status()
    const { status: code, body } = await importList(owner, format, files, { field: 'file[]' })
    expect({ code, body }).toEqual({
      code: 201,
      body: {
        list: format,
        kind: 'sanctions',
        generation: before + 1,
        is_unchanged: false,
        entries,
        added: entries,
        changed: 0,
        removed: 0,
        rejected: 0,
        rejections: [],
      },
    })
    expect(await stateOf(format)).toMatchObject({ format, entries, is_stale: false, imported_by: owner.id })
    expect(await idsFor(owner, name)).toContain(`${format}:${id}`)
    expect(await metric(server, 'kontor_screening_list_entries', { list: format })).toBe(entries)
    expect(await metric(server, 'kontor_screening_list_age_seconds', { list: format })).toBeLessThan(600)
  })
})

test('an import is an event, an audited act and a row of the history', async () => {
  const list = newList()
  const { body } = await importList(owner, list, { 'own.csv': tableOf(people(3)) })
  const [row] = await historyOf(list)
  expect(row).toMatchObject({ outcome: 'published', entries: 3, added: 3, removed: 0, imported_by: owner.id })
  const event = await server.db
    .selectFrom('outbox_events')
    .selectAll()
    .where('object_id', '=', row?.id as string)
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    type: 'screening.list_published',
    data: { list, generation: body.generation, entries: 3, added: 3 },
  })
  const { body: audit } = await owner.get('/v1/audit-events?action=screening.list_published&limit=1')
  expect(audit.items[0]).toMatchObject({
    actor: { id: owner.id },
    object: { type: 'screening_list', id: row?.id },
    details: { list, generation: body.generation, added: 3 },
  })
})

test.runIf(isFull)('a list keeps its kind until an import names another one', async () => {
  const list = newList()
  const file = { 'own.csv': tableOf(people(3)) }
  expect((await importList(owner, list, file, { kind: 'pep' })).body).toMatchObject({ kind: 'pep' })
  expect((await importList(owner, list, file)).body).toMatchObject({ kind: 'pep', is_unchanged: true })
  expect((await importList(owner, list, file, { kind: 'internal' })).body).toMatchObject({ kind: 'internal' })
  expect(await stateOf(list)).toMatchObject({ kind: 'internal' })
  expect((await importList(owner, list, file, { kind: 'friends' })).status).toBe(422)
})

test('an unchanged list is only checked, and that is audited', async () => {
  const list = newList()
  const file = { 'own.csv': tableOf(people(4)) }
  const first = (await importList(owner, list, file)).body
  const published = await stateOf(list)
  server.clock.at = new Date(Date.now() + 40 * 86_400_000)
  try {
    owner = await server.signIn('owner')
    expect(await stateOf(list)).toMatchObject({ is_stale: true })
    expect((await server.anonymous.get('/readyz')).body).toMatchObject({
      status: 'ready',
      screening: 'stale',
    })
    const again = await importList(owner, list, file)
    expect(again).toMatchObject({
      status: 201,
      body: {
        is_unchanged: true,
        generation: first.generation,
        entries: 4,
        added: 0,
        changed: 0,
        removed: 0,
      },
    })
    expect(await stateOf(list)).toEqual({
      ...published,
      is_stale: false,
      checked_at: server.clock.at.toISOString(),
      stale_at: new Date(server.clock.at.getTime() + 30 * 86_400_000).toISOString(),
    })
    const { body: audit } = await owner.get('/v1/audit-events?action=screening.list_checked&limit=1')
    expect(audit.items[0].details).toMatchObject({ list, generation: first.generation })
  } finally {
    server.clock.at = null
    owner = await server.signIn('owner')
  }
  expect((await historyOf(list)).map(({ outcome }) => outcome)).toEqual(['published', 'unchanged'])
})

test('entries are added, changed and removed, and earlier rows are kept', async () => {
  const list = newList()
  const before = people(20, 'keep')
  await importList(owner, list, { 'own.csv': tableOf(before) })
  const after = [
    ...before.slice(2).map((row, at) => (at === 0 ? { ...row, name: 'Zvonimir Halberstam' } : row)),
    { id: 'new', name: 'Ludmila Ostrovidova' },
  ]
  const { body } = await importList(owner, list, { 'own.csv': tableOf(after) })
  expect(body).toMatchObject({ entries: 19, added: 1, changed: 1, removed: 2 })
  expect(await idsFor(owner, 'Zvonimir Halberstam')).toEqual([`${list}:keep2`])
  expect(await idsFor(owner, before[2]?.name as string)).not.toContain(`${list}:keep2`)
  const rows = await server.db
    .selectFrom('screening_entries')
    .select(['entry_id', 'since', 'until'])
    .where('list', '=', list)
    .where('entry_id', 'in', ['keep0', 'keep2', 'keep3'])
    .orderBy('entry_id')
    .orderBy('since')
    .execute()
  const [old, now] = [body.generation - 1, body.generation]
  expect(rows).toEqual([
    { entry_id: 'keep0', since: old, until: now },
    { entry_id: 'keep2', since: old, until: now },
    { entry_id: 'keep2', since: now, until: null },
    { entry_id: 'keep3', since: old, until: null },
  ])
})

describe('a list that loses more than a tenth of its entries', () => {
  const tenth = people(20, 'shrink')

  test('is not published', async () => {
    const list = newList()
    await importList(owner, list, { 'own.csv': tableOf(tenth) })
    const { lists, generation } = await status()
    expect(await importList(owner, list, { 'own.csv': tableOf(tenth.slice(3)) })).toMatchObject({
      status: 409,
      body: { code: 'list_shrunk', context: { before: 20, after: 17, removed: 3 } },
    })
    expect(await status()).toMatchObject({ lists, generation })
    expect((await historyOf(list)).at(-1)).toMatchObject({
      outcome: 'refused',
      generation: null,
      format: 'table',
      entries: 17,
      added: 0,
      removed: 3,
    })
    expect(await stagedRows()).toEqual([])
  })

  test('nor one of the same size with other entries: it may be another list', async () => {
    const list = newList()
    await importList(owner, list, { 'own.csv': tableOf(tenth) })
    const other = await importList(owner, list, { 'own.csv': tableOf(people(20, 'other')) })
    expect(other).toMatchObject({ status: 409, body: { context: { before: 20, after: 20, removed: 20 } } })
  })

  test('is published by force, which is audited, and a tenth needs none', async () => {
    const list = newList()
    await importList(owner, list, { 'own.csv': tableOf(tenth) })
    const forced = await importList(owner, list, { 'own.csv': tableOf(tenth.slice(10)) }, { force: 'true' })
    expect(forced).toMatchObject({ status: 201, body: { removed: 10 } })
    const { body: audit } = await owner.get('/v1/audit-events?action=screening.list_published&limit=1')
    expect(audit.items[0].details).toMatchObject({ list, forced: true })
    const tenOfTen = await importList(owner, list, { 'own.csv': tableOf(tenth.slice(11)) })
    expect(tenOfTen).toMatchObject({ status: 201, body: { removed: 1 } })
  })
})

describe('what is damaged', () => {
  test('a damaged row costs only itself and is reported', async () => {
    const text = `${tableOf(people(2))}x,Person,"not closed\nno columns\n`
    const { status: code, body } = await importList(owner, newList(), { 'own.csv': text })
    expect(code).toBe(201)
    expect(body).toMatchObject({ entries: 2, rejected: body.rejections.length })
    expect(body.rejections[0]).toMatchObject({ file: 'own.csv', line: 4 })
  })

  test('an id that is in two files costs the later row', async () => {
    const files = {
      'a.csv': tableOf([{ id: '1', name: 'Vasilisa Gromova' }]),
      'b.csv': tableOf([
        { id: '1', name: 'Taras Pelikan' },
        { id: '2', name: 'Emil Vostrikov' },
      ]),
    }
    const { body } = await importList(owner, newList(), files)
    expect(body).toMatchObject({
      entries: 2,
      rejections: [{ file: 'b.csv', line: 2, fault: 'the id 1 is there twice' }],
    })
  })

  test('what the database cannot store costs its row', async () => {
    const lines = ['\\u0000', '\\ud800'].map(
      (damage, at) =>
        `{"id":"d${at}","schema":"Person","target":true,"properties":{"name":["Broken ${damage} Name"],"topics":["sanction"]}}\n`,
    )
    const { status: code, body } = await importList(owner, newList(), { 'x.json': ftmFile + lines.join('') })
    expect({ code, ...body }).toMatchObject({
      code: 201,
      entries: 2,
      rejected: 2,
      rejections: [{ line: 3 }, { line: 4 }],
    })
  })

  const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
  test.each([
    {
      what: 'bytes that are no UTF-8',
      files: { 'own.csv': latin('id,name\n1,Anna\n2,Jos\xe9\n3,Ivan\n') },
      msg: 'own.csv, line 3: the bytes are not UTF-8.',
    },
    {
      what: 'a character that is cut',
      files: { 'own.csv': new Uint8Array(Buffer.from('id,name\n1,Анна').subarray(0, -1)) },
      msg: 'own.csv, line 2: the bytes are not UTF-8.',
    },
    {
      what: 'a table without the column of names',
      files: { 'own.csv': 'a,b\n1,2\n' },
      msg: 'The list cannot be read: own.csv: the first line is not a header with the column name.',
    },
    {
      what: 'an empty file',
      files: { 'own.csv': '' },
      msg: 'The list cannot be read: own.csv: the file is empty.',
    },
    {
      what: 'a part of the SDN list alone',
      files: { 'alt.csv': ofacFiles['alt.csv'] as string },
      msg: 'The list cannot be read: alt.csv: sdn.csv is missing.',
    },
    {
      what: 'a file without entries',
      files: { 'own.csv': 'id,name\n1\n' },
      msg: 'No entry could be read from the files; 1 rows are damaged.',
    },
  ])('$what: 422', async ({ files, msg }) => {
    const list = newList()
    const { status: code, body } = await importList(owner, list, files as Record<string, string>)
    expect({ code, detail: body.detail }).toMatchObject({
      code: 422,
      detail: [{ loc: ['body', 'file'], msg, type: 'file_type' }],
    })
    expect(await stateOf(list)).toBeUndefined()
    expect((await historyOf(list)).map(({ outcome }) => outcome)).toEqual(['refused'])
    expect(await stagedRows()).toEqual([])
    expect(temporaryFiles()).toEqual([])
  })

  test('all faults of the form are reported together', async () => {
    const form = new FormData()
    form.set('force', 'maybe')
    form.set('colour', 'red')
    const { status: code, body } = await owner.post('/v1/screening/lists', form)
    expect(code).toBe(422)
    expect(
      body.detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc[1]} ${type}`).sort(),
    ).toEqual(['colour extra_forbidden', 'file missing', 'force enum', 'list missing'])
    expect(
      (await importList(owner, 'Not A Name', { 'own.csv': tableOf(people(1)) })).body.detail,
    ).toMatchObject([{ loc: ['body', 'list'], type: 'string_pattern_mismatch' }])
    expect(temporaryFiles()).toEqual([])
  })

  test.runIf(isFull)('10 MB that are no list are read to the end and refused', async () => {
    const line = `id,${'x'.repeat(1022)}\n`
    const noise = await importList(owner, newList(), { 'noise.csv': line.repeat(10 * 1024) })
    expect(noise).toMatchObject({ status: 422 })
    const isJson = await owner.post('/v1/screening/lists', { list: 'ofac' })
    expect(isJson.status).toBe(400)
  })
})

test('only those who manage the desk import lists', async () => {
  const auditor = await server.signIn('auditor')
  expect((await importList(auditor, newList(), { 'own.csv': tableOf(people(1)) })).status).toBe(403)
  expect((await auditor.get('/v1/screening')).status).toBe(200)
})

test('an Idempotency-Key imports once', async () => {
  const list = newList()
  const headers = { 'idempotency-key': `once-${list}` }
  const file = { 'own.csv': tableOf(people(2)) }
  const first = await importList(owner, list, file, { headers })
  const again = await importList(owner, list, file, { headers })
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect((await historyOf(list)).map(({ outcome }) => outcome)).toEqual(['published', 'repeated'])
  const other = await importList(owner, list, { 'own.csv': tableOf(people(3)) }, { headers })
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
  expect(await stagedRows()).toEqual([])
})

test.runIf(isFull)('a list of 100,000 entries', { timeout: 300_000 }, async () => {
  const rows = people(100_000, 'large')
  const large = { 'own.csv': tableOf(rows) }
  expect((await importList(owner, 'large', large)).body).toMatchObject({ entries: 100_000, added: 100_000 })
  expect((await importList(owner, 'large', large)).body).toMatchObject({ is_unchanged: true })
  const last = rows.at(-1) as (typeof rows)[number]
  const renamed = { 'own.csv': tableOf([...rows.slice(0, -1), { ...last, name: 'Zvonimir Halberstam' }]) }
  expect((await importList(owner, 'large', renamed)).body).toMatchObject({ added: 0, changed: 1, removed: 0 })
  expect(await idsFor(owner, 'Zvonimir Halberstam')).toContain(`large:${last.id}`)
})

// Last: the policy stays.
describe('under a policy', () => {
  const rule = {
    act: 'screening.import',
    when: { removes_at_least: 2 },
    approvals: 1,
    from: ['owner', 'officer'],
  }
  const closure = closureActs.map((act) => ({ act, approvals: 1, from: ['owner', 'officer'] }))
  let officer: Client
  beforeAll(async () => {
    officer = await server.signIn('officer')
    expect((await owner.put('/v1/policy', { rules: [rule, ...closure] })).status).toBe(200)
  })

  test('daily imports pass, and one that removes more waits for somebody else, who sees what it does', async () => {
    const list = newList()
    const all = people(40)
    const file = (rows: typeof all) => ({ 'own.csv': tableOf(rows) })
    expect((await importList(owner, list, file(all))).status).toBe(201)
    // One is removed and one is new: below the condition.
    const daily = [...all.slice(1), { id: 'new', name: 'Круглов Архип Саввич' }]
    expect(await importList(owner, list, file(daily))).toMatchObject({ status: 201, body: { removed: 1 } })

    const next = daily.slice(3)
    const refused = await importList(owner, list, file(next))
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'approval_required', context: { needed: 1 } },
    })
    expect(await stateOf(list)).toMatchObject({ entries: 40 })
    expect(await stagedRows()).toEqual([])
    const path = `/v1/approvals/${refused.body.context.approval_id}`
    expect((await officer.get(path)).body).toMatchObject({
      act: 'screening.import',
      content: {
        list,
        kind: 'sanctions',
        entries: 37,
        added: 0,
        changed: 0,
        removed: 3,
        removed_names: daily.slice(0, 3).map(({ name }) => name),
      },
    })
    expect((await officer.post(`${path}/votes`, { decision: 'approve' })).status).toBe(200)

    // As many entries, but others: that is not what was voted on.
    const other = await importList(owner, list, file([...daily.slice(0, 2), ...daily.slice(5)]))
    expect(other).toMatchObject({ status: 403, body: { code: 'approval_required' } })
    expect(await importList(owner, list, file(next))).toMatchObject({ status: 201, body: { removed: 3 } })
    const { body: audit } = await owner.get('/v1/audit-events?action=screening.list_published&limit=1')
    expect(audit.items[0].details).toMatchObject({ list, removed: 3, approved_by: [officer.id] })
    // An entry under another name finds nobody any more, as if it were removed; one more name is no loss.
    const renamed = next.map((row, index) => (index < 3 ? { ...row, name: `Никто ${row.name}` } : row))
    const weakened = await importList(owner, list, file(renamed))
    expect(weakened).toMatchObject({ status: 403, body: { code: 'approval_required' } })
    const asked = await officer.get(`/v1/approvals/${weakened.body.context.approval_id}`)
    expect(asked.body.content).toMatchObject({ changed: 3, removed: 0, weakened: 3 })
    // The preview knows how many entries each import removed.
    const removals = (await owner.post('/v1/policy/preview', { rules: [rule, ...closure] })).body.acts.find(
      ({ act }: { act: string }) => act === 'screening.import',
    )
    expect(removals.approvals).toBeGreaterThan(0)
    expect(removals.approvals).toBeLessThan(removals.total)
  })

  test.runIf(isFull)('another kind counts as the removal of all entries', async () => {
    const list = newList()
    const file = { 'own.csv': tableOf(people(3)) }
    expect((await importList(owner, list, file)).body).toMatchObject({ kind: 'sanctions' })
    const refused = await importList(owner, list, file, { kind: 'pep' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'approval_required' } })
    const { body: approval } = await officer.get(`/v1/approvals/${refused.body.context.approval_id}`)
    expect(approval.content).toMatchObject({ kind: 'pep', kind_before: 'sanctions', removed: 0 })
    expect(await stateOf(list)).toMatchObject({ kind: 'sanctions' })
  })
})
