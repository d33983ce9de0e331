import { beforeAll, describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/acts.ts'
import { validInn } from '../support/factories.ts'
import { type Client, startServer } from '../support/harness.ts'
import { hitsOf, type Listed, publish } from './given-lists.ts'

const server = startServer()
let owner: Client
let officer: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
  officer = await server.signIn('owner')
  // Old enough to vote.
  const old = new Date(Date.now() - 2 * 86_400_000)
  await server.db.updateTable('administrators').set({ role_since: old, credentials_since: old }).execute()
})

let made = 0
/** Entries that stay in the list, so that each test adds its own. */
const rows = new Map<string, Listed>()

async function list(...changed: (Listed | { id: string; gone: true })[]): Promise<number> {
  for (const row of changed) {
    if ('gone' in row) rows.delete(row.id)
    else rows.set(row.id, row)
  }
  return publish(server, owner, 'own', [
    { id: 'first', name: 'Неизвестный Некто Никтович' },
    ...rows.values(),
  ])
}

async function givenCompany(overrides: Record<string, unknown> = {}) {
  made++
  const { status, body } = await owner.post('/v1/organizations', {
    inn: validInn(771_000_000 + made),
    ogrn: '1027700132195',
    full_name: `Общество с ограниченной ответственностью «Ромашка ${made}»`,
    ...overrides,
  })
  expect(status).toBe(201)
  return body
}

const read = async (id: string) => (await owner.get(`/v1/screening/hits/${id}`)).body
const decide = (id: string, body: object, headers: Record<string, string> = {}) =>
  owner.patch(`/v1/screening/hits/${id}`, body, headers)
const auditOf = (id: string) =>
  server.db
    .selectFrom('audit_events')
    .select(['action', 'actor_id'])
    .where('object_id', '=', id)
    .orderBy('seq')
    .execute()
const eventsOf = async (id: string) => {
  const rows = await server.db
    .selectFrom('outbox_events')
    .select('type')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ type }) => type)
}

test('without a list nobody is screened, and nothing blocks', async () => {
  const { id } = await givenCompany()
  const { body } = await owner.get(`/v1/organizations/${id}/screening`)
  expect(body).toMatchObject({ state: 'not_screened', is_stale: false, lists: [] })
  expect(body.parties).toMatchObject([
    { kind: 'organization', state: 'not_screened', generation: 0, screened_at: null },
  ])
})

describe('who is found', () => {
  test('an organization by its INN, when it is created and when the list is published', async () => {
    const inn = validInn(772_000_001)
    const before = await givenCompany({ inn })
    const other = validInn(772_000_002)
    const generation = await list(
      { id: 'inn-1', schema: 'Company', name: 'Глубинпромснаб', inn },
      { id: 'inn-2', schema: 'Company', name: 'Иное имя вовсе', inn: other },
    )
    const after = await givenCompany({ inn: other })
    for (const { id, full_name } of [before, after]) {
      const [hit, ...more] = await hitsOf(owner, id)
      expect(more).toEqual([])
      expect(hit).toMatchObject({
        organization_id: id,
        organization_name: full_name,
        list: 'own',
        generation,
        subject: { kind: 'organization', id },
        score: 1,
        above_threshold: true,
        status: 'open',
        reasons: [{ code: 'identifier_equal', kind: 'inn' }],
        version: 1,
      })
      expect(await auditOf(hit.id)).toEqual([{ action: 'screening.hit_opened', actor_id: null }])
      expect(await eventsOf(hit.id)).toEqual(['screening.hit_opened'])
      expect((await owner.get(`/v1/organizations/${id}/screening`)).body).toMatchObject({
        state: 'hit',
        parties: [{ kind: 'organization', state: 'hit', open_hits: 1, blocking_hits: 1 }],
      })
    }
  })

  test('its director and contact, as persons', async () => {
    await list({ id: 'dir', schema: 'Person', name: 'Веселков Аркадий Тимофеевич' })
    const { id } = await givenCompany({
      director: { name: 'Аркадий Тимофеевич Веселков' },
      contact: { name: 'Кузнецова Мария Петровна' },
    })
    expect(await hitsOf(owner, id)).toMatchObject([
      { subject: { kind: 'person', name: 'Аркадий Тимофеевич Веселков' }, entry: { id: 'dir' } },
    ])
    const { body } = await owner.get(`/v1/organizations/${id}/screening`)
    expect(
      body.parties.map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`).toSorted(),
    ).toEqual(['organization clear', 'person clear', 'person hit'])
    // Somebody else is the director now.
    await owner.patch(`/v1/organizations/${id}`, { director: { name: 'Сидоров Пётр Ильич' } })
    expect(await hitsOf(owner, id)).toMatchObject([{ status: 'closed', closed_reason: 'subject_changed' }])
    await owner.patch(`/v1/organizations/${id}`, { director: { name: 'Веселков Аркадий' } })
    expect(await hitsOf(owner, id)).toMatchObject([{ status: 'open', closed_reason: null }])
    await owner.patch(`/v1/organizations/${id}`, { director: null })
    expect(await hitsOf(owner, id)).toMatchObject([{ status: 'closed', closed_reason: 'subject_removed' }])
  })
})

describe('a dismissed pair', () => {
  const entry: Listed = { id: 'd1', schema: 'Person', name: 'Бережков Захар Ильич', birth_date: '1970' }
  let organization: { id: string }
  let hit: { id: string; version: number }
  beforeAll(async () => {
    await list(entry)
    organization = await givenCompany({ director: { name: 'Бережков Захар' } })
    hit = (await hitsOf(owner, organization.id))[0]
  })
  const dismiss = async () => {
    const reply = await decide(hit.id, { status: 'dismissed', reason: 'Another person' })
    expect(reply.body).toMatchObject({ status: 'dismissed', is_blocking: false, reopened_because: [] })
    return reply
  }

  test('says who decided, when and why', async () => {
    const { status, body } = await dismiss()
    expect(status).toBe(200)
    expect(body).toMatchObject({ reason: 'Another person', decided_by: owner.id, version: 2 })
    expect(await auditOf(hit.id)).toEqual([
      { action: 'screening.hit_opened', actor_id: null },
      { action: 'screening.hit_decided', actor_id: owner.id },
    ])
    // The same again changes nothing.
    expect((await decide(hit.id, { status: 'dismissed', reason: 'Another person' })).body.version).toBe(2)
  })

  test('stays when programs of the entry or notes of the party change', async () => {
    await list({ ...entry, programs: 'SDGT' })
    await owner.patch(`/v1/organizations/${organization.id}`, {
      notes: 'A note',
      actual_address: 'Somewhere',
    })
    expect(await read(hit.id)).toMatchObject({ status: 'dismissed', version: 2 })
  })

  test('comes back when the entry changes, and says what changed', async () => {
    const generation = await list({ ...entry, birth_date: '1971' })
    expect(await read(hit.id)).toMatchObject({
      status: 'open',
      generation,
      reopened_because: ['entry'],
      changed_fields: ['birth_dates'],
      reason: 'Another person',
    })
    expect((await eventsOf(hit.id)).at(-1)).toBe('screening.hit_opened')
  })

  test('comes back when the party changes', async () => {
    await dismiss()
    await owner.patch(`/v1/organizations/${organization.id}`, { director: { name: 'Бережков Захар Ильич' } })
    expect(await read(hit.id)).toMatchObject({
      status: 'open',
      reopened_because: ['subject'],
      changed_fields: ['names'],
      subject_details: { names: ['Бережков Захар Ильич'] },
    })
  })

  test('is closed when the list drops the entry, and cannot be decided then', async () => {
    await dismiss()
    await list({ id: 'd1', gone: true })
    expect(await read(hit.id)).toMatchObject({ status: 'closed', closed_reason: 'entry_removed' })
    expect((await eventsOf(hit.id)).at(-1)).toBe('screening.hit_closed')
    expect(await decide(hit.id, { status: 'open' })).toMatchObject({
      status: 409,
      body: { code: 'screening_hit_closed', context: { closed_reason: 'entry_removed' } },
    })
    await list(entry)
    expect(await read(hit.id)).toMatchObject({ status: 'open', reopened_because: ['entry'] })
  })
})

describe('a decision', () => {
  let hit: { id: string; version: number; organization_id: string }
  beforeAll(async () => {
    const inn = validInn(773_000_001)
    await list({ id: 'c1', schema: 'Company', name: 'Тёмноречьтранс', inn })
    const { id } = await givenCompany({ inn })
    hit = (await hitsOf(owner, id))[0]
  })

  test('needs a reason, the right version and the permission', async () => {
    expect((await decide(hit.id, { status: 'dismissed' })).status).toBe(422)
    expect((await decide(hit.id, { status: 'closed', reason: 'x' })).status).toBe(422)
    expect(
      await decide(hit.id, { status: 'dismissed', reason: 'x' }, { 'if-match': `"${hit.version + 7}"` }),
    ).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    const auditor = await server.signIn('auditor')
    expect((await auditor.patch(`/v1/screening/hits/${hit.id}`, { status: 'open' })).status).toBe(403)
    expect((await decide(crypto.randomUUID(), { status: 'open' })).status).toBe(404)
    expect((await decide('nobody', { status: 'open' })).status).toBe(404)
    expect(await read(hit.id)).toMatchObject({ status: 'open', version: 1 })
  })

  test('to confirm suspends an approved organization in the same transaction', async () => {
    const { organization_id } = hit
    await server.db
      .updateTable('organizations')
      .set({ kyb_status: 'approved' })
      .where('id', '=', organization_id)
      .execute()
    const reply = await decide(hit.id, { status: 'confirmed', reason: 'It is them' }, { 'if-match': '"1"' })
    expect(reply).toMatchObject({ status: 200, body: { status: 'confirmed', is_blocking: true } })
    expect((await owner.get(`/v1/organizations/${organization_id}`)).body).toMatchObject({
      kyb_status: 'suspended',
      kyb_reason: 'sanctions',
    })
    expect((await auditOf(organization_id)).at(-1)).toEqual({
      action: 'organization.kyb_decided',
      actor_id: owner.id,
    })
    expect((await eventsOf(organization_id)).at(-1)).toBe('organization.kyb_decided')
    // Another name does not lift the confirmation; the list does.
    await owner.patch(`/v1/organizations/${organization_id}`, { full_name: 'ООО «Совсем иное»' })
    expect(await read(hit.id)).toMatchObject({ status: 'confirmed', is_blocking: true })
    await list({ id: 'c1', gone: true })
    expect(await read(hit.id)).toMatchObject({ status: 'closed', is_blocking: false })
  })
})

test('the list of hits is filtered and has pages', async () => {
  const inns = [1, 2, 3].map((n) => validInn(774_000_000 + n))
  await list(...inns.map((inn, n) => ({ id: `p${n}`, schema: 'Company', name: `Пагинация ${inn}`, inn })))
  const { id } = await givenCompany({ inn: inns[0] })
  for (const inn of inns.slice(1)) await givenCompany({ inn })
  const first = await owner.get('/v1/screening/hits?limit=2&status=open&list=own&above_threshold=true')
  expect(first.status).toBe(200)
  expect(first.body.items).toHaveLength(2)
  const second = await owner.get(`/v1/screening/hits?limit=2&status=open&cursor=${first.body.next_cursor}`)
  const ids = [...first.body.items, ...second.body.items].map((hit: { id: string }) => hit.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted().toReversed())
  expect((await hitsOf(owner, id)).map(({ entry }) => entry.id)).toEqual(['p0'])
  expect((await owner.get('/v1/screening/hits?above_threshold=maybe')).status).toBe(422)
  expect((await owner.get('/v1/screening/hits?list=other')).body.items).toEqual([])
  expect((await owner.get('/v1/screening/hits?cursor=nonsense')).status).toBe(422)
  expect((await owner.get('/v1/screening')).body).toMatchObject({ rescreening: null })
})

test('under a policy, an approver sees what would be decided', async () => {
  const inn = validInn(775_000_001)
  await list({ id: 'pol', schema: 'Company', name: 'Политика', inn })
  const { id } = await givenCompany({ inn })
  const [hit] = await hitsOf(owner, id)
  const rules = ['screening.decide', ...closureActs].map((act) => ({ act, approvals: 1, from: ['owner'] }))
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
  const send = () => decide(hit.id, { status: 'dismissed', reason: 'Only the name' })
  const refused = await send()
  expect(refused).toMatchObject({ status: 403, body: { code: 'approval_required' } })
  const path = `/v1/approvals/${refused.body.context.approval_id}`
  expect((await officer.get(path)).body).toMatchObject({
    act: 'screening.decide',
    content: {
      from: 'open',
      to: 'dismissed',
      list: 'own',
      entry: 'Политика',
      party_kind: 'organization',
      reason: 'Only the name',
    },
  })
  expect((await officer.post(`${path}/votes`, { decision: 'approve' })).status).toBe(200)

  // What was voted on was another hit: its entry has one more name since.
  await list({ id: 'pol', schema: 'Company', name: 'Политика', aliases: 'Политика плюс', inn })
  expect((await officer.get(path)).body.status).toBe('stale')
  const again = await send()
  expect(again).toMatchObject({ status: 403, body: { code: 'approval_required' } })
  const votes = `/v1/approvals/${again.body.context.approval_id}/votes`
  expect((await officer.post(votes, { decision: 'approve' })).status).toBe(200)
  expect(await send()).toMatchObject({ status: 200, body: { status: 'dismissed' } })
})
