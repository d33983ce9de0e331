import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionsOf } from '../../contract/api/roles.ts'
import { type QueueName, queueNames, type WorkItem, type WorkQueueState } from '../../contract/work/work.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { publish } from '../screening/given-lists.ts'
import { oneC, payments } from '../statements/samples.ts'
import { givenAccounts, importFile } from '../statements/uploads.ts'
import { scaled } from '../support/cases/scale.ts'
import { pdf } from '../support/files/document-samples.ts'
import { form, slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization, validInn } from '../support/given/factories.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_DUE: 'documents:8h, requests:1h', KONTOR_FOUR_EYES: '' } })
let owner: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
  await givenAccounts(owner)
})

const bank_details = { bik: '044525225', bank_name: 'Банк', settlement_account: '40702810738060051258' }

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour)

async function states(by: Client = owner): Promise<WorkQueueState[]> {
  const { status, body } = await by.get('/v1/work')
  expect(status).toBe(200)
  return body.items
}

async function stateOf(queue: QueueName, by: Client = owner): Promise<WorkQueueState> {
  const found = (await states(by)).find((state) => state.queue === queue)
  expect(found, queue).toBeDefined()
  return found as WorkQueueState
}

async function page(queue: QueueName, query = '', by: Client = owner) {
  const { status, body } = await by.get(`/v1/work/${queue}?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { items: WorkItem[]; next_cursor: string | null }
}

/** Every item of a queue, page by page; `between` runs after each page. */
async function walk(queue: QueueName, query = '', between: () => Promise<unknown> = async () => {}) {
  const items: WorkItem[] = []
  let cursor: string | null = null
  do {
    const next = await page(queue, `limit=3&${query}${cursor ? `&cursor=${cursor}` : ''}`)
    items.push(...next.items)
    cursor = next.next_cursor
    await between()
  } while (cursor)
  return items
}

async function givenDocument(waitingSince?: Date) {
  const organization = await givenOrganization(server, { kyb_status: 'approved' })
  await upload(owner, organization, 'charter', pdf({}), {}, 'Устав.pdf')
  if (waitingSince)
    await server.db
      .updateTable('documents')
      .set({ waiting_since: waitingSince })
      .where('organization_id', '=', organization.id)
      .execute()
  return organization
}

async function givenCredit(at = new Date()) {
  const organization = await givenOrganization(server, { kyb_status: 'approved' })
  const id = newId()
  await sql`insert into credits (id, organization_id, amount, currency, allocated_amount, received_at, reference, actor_kind,
      actor_name, at)
    values (${id}, ${organization.id}, 1000, 'RUB', 400, ${at}, '417', 'service', 'test', ${at})`.execute(
    server.db,
  )
  return { id, organization }
}

test('an installation without work has empty queues, with their due times', async () => {
  expect((await states()).map(({ queue }) => queue)).toEqual([...queueNames])
  for (const { queue, ...state } of await states()) {
    expect(state, queue).toMatchObject({ total: 0, total_is_exact: true, overdue: 0, oldest_at: null })
    expect(await page(queue), queue).toEqual({ items: [], next_cursor: null })
  }
  expect((await stateOf('documents')).due_seconds).toBe(8 * 3600)
  expect((await stateOf('requests')).due_seconds).toBe(3600)
  expect((await stateOf('kyb')).due_seconds).toBe(86_400)
})

describe('documents to review', () => {
  test('come with what is needed to act, the longest waiting first', async () => {
    const late = await givenDocument(ago(9))
    const fresh = await givenDocument()
    const { items } = await page('documents')
    expect(items.map(({ organization_id }) => organization_id)).toEqual([late.id, fresh.id])
    const version = await server.db
      .selectFrom('document_versions')
      .select('id')
      .where('organization_id', '=', late.id)
      .executeTakeFirstOrThrow()
    expect(items[0]).toMatchObject({
      queue: 'documents',
      kind: 'document',
      id: version.id,
      title: 'Устав.pdf',
      detail: 'charter',
      version: 1,
      overdue: true,
      assignee_id: null,
    })
    expect(items[0]?.organization_name).toMatch(/^ООО «Ромашка/)
    const { waiting_since, due_at } = items[0] as WorkItem
    expect(Date.parse(due_at) - Date.parse(waiting_since)).toBe(8 * hour)
    expect(items[1]).toMatchObject({ overdue: false })
    expect(await stateOf('documents')).toMatchObject({
      total: 2,
      overdue: 1,
      mine: null,
      may_act: true,
      // Uploads count on an installation that sets nothing.
      is_required: false,
      oldest_at: waiting_since,
      next_due_at: due_at,
    })
  })

  test('leave with a decision, and come back with a new version or when the decision ends', async () => {
    const organization = await givenOrganization(server, { kyb_status: 'approved' })
    const path = slotPath(organization, 'bank-details')
    await upload(owner, organization, 'bank-details', pdf({}))
    const ofIt = async () => (await page('documents', `organization_id=${organization.id}`)).items
    const approve = (version: number) => owner.patch(`${path}/review`, { version, decision: 'approved' })
    const [uploaded] = await ofIt()
    expect(uploaded).toMatchObject({ detail: 'bank-details', version: 1 })
    expect((await approve(1)).status).toBe(200)
    expect(await ofIt()).toEqual([])
    const before = Date.now()
    const changed = await owner.patch(`/v1/organizations/${organization.id}`, { bank_details })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const [reopened] = await ofIt()
    expect(Date.parse(reopened?.waiting_since ?? '')).toBeGreaterThanOrEqual(before)
    expect((await approve(1)).status).toBe(200)
    await owner.put(path, form(pdf({ padding: 2 })))
    expect(await ofIt()).toEqual([expect.objectContaining({ version: 2 })])
  })

  test('are filtered by organization, due time and day', async () => {
    const old = await givenDocument(new Date('2026-01-31T10:00:00Z'))
    const other = await givenDocument(ago(0.1))
    const ids = async (query: string) =>
      (await page('documents', `limit=200&${query}`)).items.map(({ organization_id }) => organization_id)
    expect(await ids(`organization_id=${other.id}`)).toEqual([other.id])
    expect(await ids('from=2026-01-31&to=2026-01-31')).toEqual([old.id])
    expect(await ids('to=2026-01-30')).toEqual([])
    expect(await ids('due_before=2026-01-31T18:00:00Z')).toEqual([])
    expect(await ids('due_before=2026-01-31T18:00:01Z')).toEqual([old.id])
    expect(await ids('overdue=true')).toContain(old.id)
    expect(await ids('overdue=true')).not.toContain(other.id)
    expect(await ids('overdue=false')).toContain(other.id)
    expect(await ids('overdue=false')).not.toContain(old.id)
    expect((await ids('sort=newest')).at(-1)).toBe(old.id)
  })

  test('are all seen once, page by page, while others are added and decided', async () => {
    const since = new Date('2026-02-01T10:00:00.000Z')
    const ours: string[] = []
    // At one moment, so that only what tells them apart can order them.
    for (let n = 0; n < scaled(4, 8); n++) ours.push((await givenDocument(since)).id)
    for (const sort of scaled(['due'], ['due', 'newest'])) {
      const seen = await walk('documents', `sort=${sort}&from=2026-02-01`, async () => {
        await givenDocument()
        await givenDocument(new Date('2026-02-01T09:00:00Z'))
      })
      const all = seen.map(({ organization_id }) => organization_id)
      expect(new Set(all).size).toBe(all.length)
      expect(all.filter((id) => ours.includes(id as string))).toHaveLength(ours.length)
      const times = seen.map(({ due_at }) => due_at)
      expect(times).toEqual(sort === 'due' ? times.toSorted() : times.toSorted().reverse())
    }
  })
})

describe('other queues', () => {
  test('organizations in review wait since they were taken into it', async () => {
    const { id } = await givenOrganization(server, { kyb_status: 'new', created_at: ago(100) })
    const ofIt = async (queue: QueueName) => (await walk(queue)).find((item) => item.organization_id === id)
    expect(await ofIt('new-organizations')).toMatchObject({
      kind: 'organization',
      detail: 'new',
      overdue: true,
    })
    expect(await ofIt('kyb')).toBeUndefined()
    const before = Date.now()
    await owner.patch(`/v1/organizations/${id}`, { kyb_status: 'in_review' })
    const taken = await ofIt('kyb')
    expect(taken).toMatchObject({ id, detail: 'in_review', overdue: false, version: 2 })
    expect(await ofIt('new-organizations')).toBeUndefined()
    await owner.patch(`/v1/organizations/${id}`, { notes: 'Waits for the bank' })
    expect((await ofIt('kyb'))?.waiting_since).toBe(taken?.waiting_since)
    expect(Date.parse(taken?.waiting_since ?? '')).toBeGreaterThanOrEqual(before)
    await owner.patch(`/v1/organizations/${id}`, { kyb_status: 'approved' })
    expect(await ofIt('kyb')).toBeUndefined()
  })

  test('hits wait since they are open', async () => {
    const inn = validInn(773_000_001)
    const created = await owner.post('/v1/organizations', {
      inn,
      ogrn: '1027700132195',
      full_name: 'ООО «Лютик»',
    })
    await publish(server, owner, 'own', [{ id: '1', name: 'ООО «Лютик»', inn }])
    const ofIt = () => page('hits', `organization_id=${created.body.id}`)
    const [found] = (await ofIt()).items
    expect(found).toMatchObject({
      kind: 'screening_hit',
      title: 'ООО «Лютик»',
      detail: 'own',
      overdue: false,
    })
    await sql`update screening_hits set waiting_since = ${ago(20)}`.execute(server.db)
    expect((await ofIt()).items[0]?.overdue).toBe(true)
    const decide = (body: object) => owner.patch(`/v1/screening/hits/${found?.id}`, body)
    expect((await decide({ status: 'dismissed', reason: 'A namesake' })).status).toBe(200)
    expect((await ofIt()).items).toEqual([])
    expect((await decide({ status: 'open' })).status).toBe(200)
    expect((await ofIt()).items).toEqual([expect.objectContaining({ version: 3, overdue: false })])
  })

  test('requests wait by status, and can be asked for by assignee, status and organization', async () => {
    const buyer = await givenBuyer(server)
    const fresh = await givenRequest(owner, buyer.id)
    const taken = await givenRequest(owner, buyer.id, {}, review)
    await owner.patch(`/v1/purchase-requests/${taken.id}/assignee`, { assignee_id: owner.id })
    const gone = await givenRequest(owner, buyer.id, {}, review, approve)
    await sql`update purchase_requests set status_since = ${ago(2)} where id = ${fresh.id}`.execute(server.db)
    const ids = async (query: string) => (await page('requests', query)).items.map(({ id }) => id)
    expect(await ids('')).toEqual([fresh.id, taken.id])
    expect(await ids('assignee_id=me')).toEqual([taken.id])
    expect(await ids(`assignee_id=${owner.id}`)).toEqual([taken.id])
    expect(await ids('assignee_id=none')).toEqual([fresh.id])
    expect(await ids('status=in_review')).toEqual([taken.id])
    expect(await ids(`organization_id=${(await givenBuyer(server)).id}`)).toEqual([])
    expect(await ids(`organization_id=${buyer.id}&overdue=true`)).toEqual([fresh.id])
    expect(await ids('')).not.toContain(gone.id)
    expect(await walk('requests')).toHaveLength(2)
    expect((await page('requests')).items[0]).toMatchObject({
      kind: 'purchase_request',
      title: fresh.number,
      detail: 'new',
      amount: fresh.total_amount,
      currency: 'RUB',
      version: fresh.version,
      overdue: true,
    })
    expect(await stateOf('requests')).toMatchObject({ total: 2, overdue: 1, mine: 1 })
    expect(await stateOf('requests', await server.signIn('operator'))).toMatchObject({ total: 2, mine: 0 })
  })

  test('quotes are work shortly before they expire', async () => {
    const buyer = await givenBuyer(server)
    const soon = await givenRequest(owner, buyer.id, {}, review, approve)
    const later = await givenRequest(owner, buyer.id, {}, review, approve)
    const expires = async (id: string, hours: number) =>
      sql`update purchase_requests set quote_expires_at = ${ago(-hours)} where id = ${id}`.execute(server.db)
    await expires(soon.id, 1)
    await expires(later.id, 3)
    const { items } = await page('quotes', `organization_id=${buyer.id}`)
    expect(items).toEqual([expect.objectContaining({ id: soon.id, overdue: false, detail: 'approved' })])
    const { waiting_since, due_at } = items[0] as WorkItem
    expect(Date.parse(due_at) - Date.parse(waiting_since)).toBe(2 * hour)
    expect(await stateOf('quotes')).toMatchObject({ total: 1, overdue: 0 })
  })

  test('documents are work from a month before they expire until there is a new one', async () => {
    const day = (days: number) =>
      ago(-24 * days)
        .toISOString()
        .slice(0, 10)
    const given = async (expires_on: string) => {
      const organization = await givenOrganization(server, { kyb_status: 'approved' })
      await upload(owner, organization, 'power-of-attorney', pdf({}), { expires_on })
      await owner.patch(`${slotPath(organization, 'power-of-attorney')}/review`, {
        version: 1,
        decision: 'approved',
      })
      return organization.id
    }
    const [today, soon, late] = [await given(day(0)), await given(day(20)), await given(day(40))]
    // As time would do it.
    const over = await given(day(10))
    await sql`update documents set expires_on = ${day(-1)} where organization_id = ${over}`.execute(server.db)
    const { items } = await page('expiring-documents')
    expect(items.map(({ organization_id, overdue }) => [organization_id, overdue])).toEqual([
      [over, true],
      [today, false],
      [soon, false],
    ])
    expect(items.map(({ organization_id }) => organization_id)).not.toContain(late)
    // To the end of the last day.
    expect(items[0]?.due_at).toBe(`${day(0)}T00:00:00.000Z`)
    expect(await stateOf('expiring-documents')).toMatchObject({ total: 3, overdue: 1 })
    expect(await walk('expiring-documents', 'sort=newest')).toHaveLength(3)
  })

  test('lines of statements and money without a request wait for somebody', async () => {
    const imported = await importFile(owner, oneC(payments, { encoding: 'UTF-8' }))
    expect(imported.status, JSON.stringify(imported.body)).toBe(201)
    const lines = await walk('payments')
    expect(lines).toHaveLength(imported.body.new_lines)
    expect(lines.find(({ amount }) => amount === '92301.08')).toMatchObject({
      kind: 'statement_line',
      title: 'ООО "Ромашка"',
      currency: 'RUB',
      organization_id: null,
      waiting_since: imported.body.imported_at,
    })
    const [line] = lines
    const act = (name: string, body?: unknown) => owner.post(`/v1/statement-lines/${line?.id}/${name}`, body)
    expect((await act('set-aside', { reason: 'A fee' })).status).toBe(200)
    expect(await walk('payments')).toHaveLength(lines.length - 1)
    expect((await act('reopen')).status).toBe(200)
    // It waits anew, so it comes last.
    expect((await walk('payments')).at(-1)?.id).toBe(line?.id)
    expect(await stateOf('payments')).toMatchObject({ total: lines.length, overdue: 0 })

    const { id, organization } = await givenCredit(ago(100))
    expect(await walk('credits')).toEqual([
      expect.objectContaining({
        kind: 'credit',
        id,
        organization_id: organization.id,
        amount: '600.00',
        detail: '417',
        overdue: true,
      }),
    ])
  })
})

describe('who may see what', () => {
  const queuesOf = async (by: Client) => (await states(by)).map(({ queue }) => queue)

  test('every role sees the queues of what it may read; who may not act is told', async () => {
    for (const role of ['owner', 'officer', 'operator', 'custodian', 'auditor'] as const) {
      const by = await server.signIn(role)
      expect(await queuesOf(by), role).toEqual([...queueNames])
      const decides = role === 'owner' || role === 'officer'
      for (const { queue, may_act } of await states(by)) {
        if (queue === 'documents' || queue === 'kyb' || queue === 'hits')
          expect(may_act, `${role} ${queue}`).toBe(decides)
        if (queue === 'requests') expect(may_act, role).toBe(decides || role === 'operator')
      }
    }
  })

  test('an API key sees the queues of its scopes, and is refused the others', async () => {
    const { body } = await owner.post('/v1/api-keys', { name: 'Desk', scopes: ['documents:read'] })
    const key = client(server, body.key)
    expect(await queuesOf(key)).toEqual(['documents', 'expiring-documents'])
    expect((await key.get('/v1/work/documents')).status).toBe(200)
    expect((await key.get('/v1/work/kyb')).status).toBe(403)
    expect((await key.get('/v1/work/requests?assignee_id=me')).status).toBe(403)
  })

  test('nobody sees anything without signing in, and an unknown queue is not there', async () => {
    expect((await server.anonymous.get('/v1/work')).status).toBe(401)
    expect((await server.anonymous.get('/v1/work/documents')).status).toBe(401)
    expect((await owner.get('/v1/work/webhooks')).status).toBe(404)
  })
})

describe('for those who tell people', () => {
  const permissions = permissionsOf('owner')

  test('what became overdue between two times is told once', async () => {
    const at = (time: string) => new Date(`2026-03-01T${time}Z`)
    const [first, second, third] = [
      await givenDocument(at('00:00:00.000')),
      await givenDocument(at('00:00:00.001')),
      await givenDocument(at('00:00:00.002')),
    ]
    const { work } = server.service
    const overdue = async (from: string, before: string, limit = 10, cursor?: string) =>
      work.becameOverdue('documents', {
        from: at(from),
        before: at(before),
        limit,
        ...(cursor && { cursor }),
      })
    const ids = ({ items }: { items: WorkItem[] }) => items.map(({ organization_id }) => organization_id)
    // Eight hours later.
    expect(ids(await overdue('08:00:00.000', '08:00:00.002'))).toEqual([first.id, second.id])
    expect(ids(await overdue('08:00:00.002', '08:00:00.010'))).toEqual([third.id])
    const page = await overdue('08:00:00.000', '08:00:00.010', 2)
    expect(ids(page)).toEqual([first.id, second.id])
    expect(ids(await overdue('08:00:00.000', '08:00:00.010', 2, page.next_cursor ?? ''))).toEqual([third.id])
  })

  test('how much waits for an administrator is known without a request', async () => {
    const viewer = { kind: 'administrator', id: owner.id, permissions } as const
    const told = await server.service.work.states(viewer)
    expect(told.map(({ queue, total }) => [queue, total])).toEqual(
      (await states()).map(({ queue, total }) => [queue, total]),
    )
  })
})

test.each([
  ['documents', 'cursor=abc'],
  ['documents', `cursor=1769860800000000.${newId()}`],
  ['documents', `cursor=1769860800000000.${newId()}.passport`],
  ['requests', `cursor=1769860800000000.${newId()}`],
  ['kyb', 'cursor=1769860800000000.12'],
  ['kyb', `organization_id=${newId()}`],
  ['documents', 'organization_id=x'],
  ['requests', 'assignee_id=you'],
  ['requests', 'status=approved'],
  ['documents', 'from=yesterday'],
  ['documents', 'sort=random'],
  ['documents', 'limit=0'],
  ['hits', 'overdue=perhaps'],
] as const)('%s?%s is refused', async (queue, query) => {
  expect((await owner.get(`/v1/work/${queue}?${query}`)).status).toBe(422)
})

test('a cursor of far away leads to an end, not to an error', async () => {
  for (const cursor of ['9999999999999999', '-9999999999999999'])
    await page('kyb', `cursor=${cursor}.${newId()}`)
})

test('counts stop at a thousand, and say so', async () => {
  await sql`insert into organizations (id, type, inn, ogrn, full_name, registry_status, kyb_status, source, created_at,
      updated_at, created_by)
    select gen_random_uuid(), 'legal', '99' || lpad(n::text, 8, '0'), '1027700132195', 'Many ' || n, 'active', 'in_review',
      'manual', now() - n * interval '1 hour', now(), 'test'
    from generate_series(1, 1100) as n`.execute(server.db)
  expect(await stateOf('kyb')).toMatchObject({ total: 1000, total_is_exact: false, overdue: 1000 })
  const { items } = await page('kyb', 'limit=200')
  expect(items).toHaveLength(200)
  expect(items[0]?.title).toBe('Many 1100')
})
