import { beforeAll, describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import { chosen, isFull } from '../support/cases/scale.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { validInn } from '../support/given/factories.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { hitsOf, type Listed, publish, untilCompared } from './given-lists.ts'
import { importList } from './list-uploads.ts'

const server = startServer()
let owner: Client
let officer: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
  officer = await server.signIn('owner')
  // Old enough to vote.
  const old = new Date(Date.now() - 2 * 86_400_000)
  await changeAdministrators(server, { role_since: old, credentials_since: old })
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
    // Somebody else is the director now: what was found is kept until somebody decides.
    await owner.patch(`/v1/organizations/${id}`, { director: { name: 'Сидоров Пётр Ильич' } })
    expect(await hitsOf(owner, id)).toMatchObject([
      {
        status: 'open',
        reopened_because: ['party_renamed'],
        changed_fields: ['names'],
        subject: { name: 'Аркадий Тимофеевич Веселков' },
      },
    ])
    await owner.patch(`/v1/organizations/${id}`, { director: { name: 'Веселков Аркадий' } })
    expect(await hitsOf(owner, id)).toMatchObject([
      { status: 'open', reopened_because: [], subject: { name: 'Веселков Аркадий' } },
    ])
    await owner.patch(`/v1/organizations/${id}`, { director: null })
    expect(await hitsOf(owner, id)).toMatchObject([{ status: 'open', reopened_because: ['party_removed'] }])
  })
})

describe('a hit ends by a decision only', () => {
  const stateOf = async (id: string) => (await owner.get(`/v1/organizations/${id}/screening`)).body
  const blockersOf = async (id: string) => {
    const { body } = await owner.get(`/v1/organizations/${id}/kyb-checklist`)
    return (
      body.items.find(({ blockers }: { blockers: { code: string }[] }) =>
        blockers.some(({ code }) => code === 'screening_hit'),
      )?.blockers ?? []
    )
  }
  async function givenPerson(surname: string, birth_date: string) {
    const name = `${surname} Захар Ильич`
    await list({ id: surname, schema: 'Person', name, birth_date })
    const { id } = await givenCompany()
    const { body: person } = await owner.post(`/v1/organizations/${id}/people`, {
      role: 'owner',
      schema: 'Person',
      name,
      birth_date,
      share: '30',
    })
    const [hit] = await hitsOf(owner, id)
    const place = `/v1/organizations/${id}/people/${person.id}`
    return { id, hit, name, person, place }
  }

  const removed: [string, string, string][] = [
    ['open', 'Стекольников', '1970-02-03'],
    ['dismissed', 'Пустовойтов', '1971-04-05'],
    ['confirmed', 'Черемисинов', '1972-06-07'],
  ]
  test.each(chosen(1, removed))(
    'when its party is removed, one that is %s stays and blocks',
    async (status, surname, born) => {
      const { id, hit, name, person, place } = await givenPerson(surname, born)
      if (status !== 'open') expect((await decide(hit.id, { status, reason: 'Так решили' })).status).toBe(200)
      expect((await owner.delete(place)).status).toBe(200)
      expect(await read(hit.id)).toMatchObject({
        status: status === 'confirmed' ? 'confirmed' : 'open',
        reopened_because: ['party_removed'],
        is_blocking: true,
        subject: { name },
        subject_details: { names: [name], birth_dates: [born] },
      })
      expect((await eventsOf(hit.id)).at(-1)).toBe(
        status === 'dismissed' ? 'screening.hit_opened' : 'screening.hit_kept',
      )
      expect(await blockersOf(id)).toMatchObject([{ hit_id: hit.id, subject: name, subject_id: person.id }])
      expect((await stateOf(id)).parties).toContainEqual(
        expect.objectContaining({ id: person.id, name, state: 'hit', is_removed: true, blocking_hits: 1 }),
      )
      // Somebody decides: now it is over, and the removed person is no longer named.
      expect((await decide(hit.id, { status: 'dismissed', reason: 'Другой человек' })).status).toBe(200)
      expect(await blockersOf(id)).toEqual([])
      expect((await stateOf(id)).parties).not.toContainEqual(expect.objectContaining({ id: person.id }))
    },
  )

  test('when its party gets other data and fits less, or not at all', async () => {
    const { id, hit, name, place } = await givenPerson('Дубровицкий', '1973-08-09')
    await decide(hit.id, { status: 'confirmed', reason: 'Это он' })
    // The birth date speaks against: alone, that would be no match at all.
    expect((await owner.patch(place, { version: 1, birth_date: '1991-07-08' })).status).toBe(200)
    expect(await read(hit.id)).toMatchObject({
      status: 'confirmed',
      reopened_because: ['party_renamed'],
      changed_fields: ['birth_dates'],
      subject: { name },
      is_blocking: true,
    })
    await decide(hit.id, { status: 'dismissed', reason: 'Дата была указана ошибочно' })
    // The decision holds while nothing changes once more, whatever else is imported.
    await list({ id: 'unrelated', name: 'Некто Посторонний' })
    await owner.patch(`/v1/organizations/${id}`, { notes: 'x' })
    expect(await read(hit.id)).toMatchObject({ status: 'dismissed', is_blocking: false })
    expect((await owner.patch(place, { version: 2, birth_date: '1973-08-09' })).status).toBe(200)
    expect(await read(hit.id)).toMatchObject({ status: 'open', reopened_because: ['subject'] })
  })

  test('a person who stands for the director is no removal of the director', async () => {
    await list({ id: 'text', schema: 'Person', name: 'Круглов Архип Саввич' })
    const { id } = await givenCompany({ director: { name: 'Круглов Архип Саввич' } })
    const [text] = await hitsOf(owner, id)
    const person = { role: 'director', schema: 'Person', name: 'Круглов Архип Саввич' }
    expect((await owner.post(`/v1/organizations/${id}/people`, person)).status).toBe(201)
    expect(await read(text.id)).toMatchObject({ status: 'closed', closed_reason: 'subject_removed' })
    expect(await blockersOf(id)).toHaveLength(1)
  })
})

describe('a list of politically exposed persons', () => {
  const exposed = 'Златоустов Ермолай Фёдорович'
  const file = { 'pep.csv': `id,name,schema\n1,"${exposed}",Person\n` }
  /** An approved company with a director of the list, and the hit. */
  const givenExposed = async () => {
    const { id } = await givenCompany({ director: { name: exposed } })
    await server.db
      .updateTable('organizations')
      .set({ kyb_status: 'approved' })
      .where('id', '=', id)
      .execute()
    const [hit] = await hitsOf(owner, id)
    return { id, hit }
  }
  const publishAs = async (kind: string) => {
    const { body } = await importList(owner, 'exposed', file, { kind })
    await untilCompared(server, (await owner.get('/v1/screening')).body.generation)
    return body
  }

  test('blocks while it is open, suspends nobody, and asks for a decision to go on', async () => {
    await publishAs('pep')
    const { id } = await givenCompany({ director: { name: exposed } })
    const setApproved = () =>
      server.db.updateTable('organizations').set({ kyb_status: 'approved' }).where('id', '=', id).execute()
    await setApproved()
    const [hit] = await hitsOf(owner, id)
    expect(hit).toMatchObject({ list: 'exposed', kind: 'pep', status: 'open' })
    expect(await read(hit.id)).toMatchObject({ is_blocking: true })
    expect(await decide(hit.id, { status: 'continue', reason: 'Решено' })).toMatchObject({
      status: 409,
      body: { code: 'screening_hit_not_continuable', context: { list_kind: 'pep', status: 'open' } },
    })
    expect(await decide(hit.id, { status: 'confirmed', reason: 'Депутат' })).toMatchObject({
      status: 200,
      body: { status: 'confirmed', is_blocking: true },
    })
    expect((await owner.get(`/v1/organizations/${id}`)).body.kyb_status).toBe('approved')
    expect((await decide(hit.id, { status: 'continue' })).status).toBe(422)
    expect(await decide(hit.id, { status: 'continue', reason: 'Источник средств проверен' })).toMatchObject({
      status: 200,
      body: { status: 'continue', reason: 'Источник средств проверен', is_blocking: false },
    })
    // On a list of sanctions, nobody has decided to go on.
    expect(await publishAs('sanctions')).toMatchObject({ kind: 'sanctions', is_unchanged: true })
    expect(await read(hit.id)).toMatchObject({
      kind: 'sanctions',
      status: 'open',
      reopened_because: ['list_kind'],
      reason: 'Источник средств проверен',
      is_blocking: true,
    })
    expect(await decide(hit.id, { status: 'continue', reason: 'Решено' })).toMatchObject({
      status: 409,
      body: { code: 'screening_hit_not_continuable' },
    })
  })

  test.runIf(isFull)(
    'a hit that was confirmed is decided anew when the list becomes one of sanctions, and then suspends',
    async () => {
      await publishAs('pep')
      const { id, hit } = await givenExposed()
      await decide(hit.id, { status: 'confirmed', reason: 'Депутат' })
      await publishAs('sanctions')
      expect(await read(hit.id)).toMatchObject({
        status: 'open',
        reopened_because: ['list_kind'],
        is_blocking: true,
        version: 3,
      })
      await decide(hit.id, { status: 'confirmed', reason: 'Под санкциями' })
      expect((await owner.get(`/v1/organizations/${id}`)).body.kyb_status).toBe('suspended')
    },
  )

  test.runIf(isFull)('a confirmed hit of an internal list suspends, as one of sanctions does', async () => {
    await publishAs('internal')
    const { id, hit } = await givenExposed()
    await decide(hit.id, { status: 'confirmed', reason: 'Внутренний запрет' })
    expect((await owner.get(`/v1/organizations/${id}`)).body.kyb_status).toBe('suspended')
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

  test('opens when the list drops the entry; below the threshold it is closed, and cannot be decided then', async () => {
    await dismiss()
    await list({ id: 'd1', gone: true })
    expect(await read(hit.id)).toMatchObject({
      status: 'open',
      reopened_because: ['entry_removed'],
      is_blocking: true,
    })
    await list(entry)
    expect(await read(hit.id)).toMatchObject({ status: 'open', reopened_because: [] })
    await dismiss()
    await server.db
      .updateTable('screening_hits')
      .set({ above_threshold: false })
      .where('id', '=', hit.id)
      .execute()
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
    expect((await decide(hit.id, { status: 'unknown', reason: 'x' })).status).toBe(422)
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
    // Neither another name nor the list lifts the confirmation.
    await owner.patch(`/v1/organizations/${organization_id}`, { full_name: 'ООО «Совсем иное»' })
    expect(await read(hit.id)).toMatchObject({ status: 'confirmed', is_blocking: true })
    await list({ id: 'c1', gone: true })
    expect(await read(hit.id)).toMatchObject({
      status: 'confirmed',
      reopened_because: ['entry_removed'],
      is_blocking: true,
    })
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

test.runIf(isFull)('under a policy, an approver sees what would be decided', async () => {
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
