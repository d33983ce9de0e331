import { beforeAll, expect, test } from 'vitest'
import { rewrap } from '../../server/platform/vault/rewrap.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { validInn } from '../support/given/factories.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { rotateKey } from '../support/service/rotate-key.ts'
import { hitsOf, publish } from './given-lists.ts'

const server = startServer({ env: { KONTOR_KYB_REQUIRES: 'screening' } })
let owner: Client
let made = 0
const passport = '45 10 778899'
const entry = { id: 'p1', schema: 'Person', name: 'Веселков Аркадий Тимофеевич', passport: '4510778899' }
beforeAll(async () => {
  owner = await server.signIn('owner')
  await publish(server, owner, 'own', [entry])
})

async function givenCompany(overrides: object = {}): Promise<string> {
  made++
  const body = {
    inn: validInn(779_000_000 + made),
    ogrn: '1027700132195',
    full_name: `Общество с ограниченной ответственностью «Лютик ${made}»`,
    ...overrides,
  }
  const created = await owner.post('/v1/organizations', body)
  expect(created.status).toBe(201)
  return created.body.id
}

const pathOf = (id: string) => `/v1/organizations/${id}`
const decideKyb = (id: string, kyb_status: string, more: object = {}) =>
  owner.patch(pathOf(id), { kyb_status, ...more })

test('a passport finds its owner under any name, and lies nowhere in the clear', async () => {
  const id = await givenCompany()
  const { status, body: person } = await owner.post(`${pathOf(id)}/people`, {
    role: 'owner',
    schema: 'Person',
    name: 'Совсем Другой Человек',
    identity_document: { type: 'passport', number: passport },
  })
  expect(status).toBe(201)
  const [hit] = await hitsOf(owner, id)
  expect(hit).toMatchObject({
    subject: { kind: 'person', id: person.id },
    score: 1,
    reasons: [{ code: 'identifier_equal', kind: 'passport', value: '•••••••899' }],
  })
  const { body } = await owner.get(`/v1/screening/hits/${hit.id}`)
  expect(body.subject_details.identifiers).toEqual([{ kind: 'passport', value: '•••••••899' }])
  expect(JSON.stringify(body)).not.toContain('4510778899')
  const subjects = await server.db.selectFrom('screening_subjects').selectAll().execute()
  expect(JSON.stringify(subjects)).not.toContain('778899')
  expect(server.logged.join('')).not.toContain('778899')

  // Dismissed, it comes back with another number only if that is listed too; the hash says that it changed.
  await owner.patch(`/v1/screening/hits/${hit.id}`, { status: 'dismissed', reason: 'A typing error' })
  await owner.patch(`${pathOf(id)}/people/${person.id}`, { version: 1, birth_date: '1980-01-02' })
  expect((await hitsOf(owner, id))[0]).toMatchObject({
    status: 'open',
    reopened_because: ['subject'],
    changed_fields: ['birth_dates'],
  })
  expect((await owner.delete(`${pathOf(id)}/people/${person.id}`)).status).toBe(200)
  expect((await hitsOf(owner, id))[0]).toMatchObject({
    status: 'open',
    reopened_because: ['subject', 'party_removed'],
  })
})

test('a passport is still compared after the key of the organization was rotated and its records sealed again', async () => {
  const id = await givenCompany()
  const number = '77 12 345671'
  const { body: person } = await owner.post(`${pathOf(id)}/people`, {
    role: 'director',
    schema: 'Person',
    name: 'Никому Неизвестный Человек',
    identity_document: { type: 'passport', number },
  })
  const sealed = async () => {
    const row = await server.db
      .selectFrom('screening_subjects')
      .select('secret_identifiers')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    return row.secret_identifiers?.readUInt32BE(1)
  }
  expect(await sealed()).toBe(1)
  await rotateKey(server, `${id}/screening`)
  expect((await rewrap(server.db, server.service.vault, sealedColumns)).unreadable).toEqual([])
  expect(await sealed()).toBe(2)

  const listed = { id: 'p2', schema: 'Person', name: 'Другое Имя Отчество', passport: '7712345671' }
  await publish(server, owner, 'own', [entry, listed])

  expect(await hitsOf(owner, id)).toMatchObject([{ subject: { id: person.id }, score: 1 }])
  await publish(server, owner, 'own', [entry])
})

test('a person stands for the director of the same name', async () => {
  const id = await givenCompany({ director: { name: 'Веселков Аркадий Тимофеевич' } })
  expect(await hitsOf(owner, id)).toHaveLength(1)
  const person = { role: 'director', schema: 'Person', name: 'Веселков Аркадий Тимофеевич' }
  const { body } = await owner.post(`${pathOf(id)}/people`, person)
  const hits = await hitsOf(owner, id)
  expect(hits.map((hit) => [hit.subject.id === body.id, hit.status])).toEqual([
    [false, 'closed'],
    [true, 'open'],
  ])
})

test('a hit blocks the approval of the organization, and the way back from a suspension', async () => {
  const id = await givenCompany({ director: { name: 'Веселков Аркадий' } })
  await decideKyb(id, 'in_review')
  const refused = await decideKyb(id, 'approved')
  const [hit] = await hitsOf(owner, id)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'approval_blocked',
      context: { blockers: [{ code: 'screening_hit', hit_id: hit.id, subject: 'Веселков Аркадий' }] },
    },
  })
  const dismissed = { status: 'dismissed', reason: 'Another person' }
  await owner.patch(`/v1/screening/hits/${hit.id}`, dismissed)
  expect((await decideKyb(id, 'approved')).status).toBe(200)
  const confirmed = await owner.patch(`/v1/screening/hits/${hit.id}`, {
    status: 'confirmed',
    reason: 'It is him',
  })
  expect(confirmed.status).toBe(200)
  expect((await owner.get(pathOf(id))).body).toMatchObject({
    kyb_status: 'suspended',
    kyb_reason: 'sanctions',
  })
  expect((await decideKyb(id, 'approved')).body.code).toBe('approval_blocked')
  await owner.patch(`/v1/screening/hits/${hit.id}`, dismissed)
  expect((await decideKyb(id, 'approved')).status).toBe(200)
})

test('an approval together with a listed name is blocked by the name that it brings', async () => {
  const id = await givenCompany()
  await decideKyb(id, 'in_review')
  const director = { name: 'Веселков Аркадий Тимофеевич' }
  const refused = await decideKyb(id, 'approved', { director })
  expect(refused.body.context.blockers).toMatchObject([{ code: 'screening_hit', subject: director.name }])
  expect((await owner.get(pathOf(id))).body).toMatchObject({ kyb_status: 'in_review', director: null })
})

test('a foreign company is found by its registration number', async () => {
  await publish(server, owner, 'foreign', [
    { id: 'f1', schema: 'Company', name: 'Nordhavn Salvage Fund', registration_number: 'HE123456' },
  ])
  const { status, body } = await owner.post('/v1/organizations', {
    type: 'foreign',
    country: 'CY',
    registration_number: 'HE 123456',
    full_name: 'Quite Another Holdings Ltd',
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  expect(await hitsOf(owner, body.id)).toMatchObject([{ list: 'foreign', entry: { id: 'f1' } }])
})

test('the export has a row per party and hit, runs no formula, and is audited', async () => {
  const id = await givenCompany({ director: { name: '=cmd|calc Веселков Аркадий' } })
  const auditor = await server.signIn('auditor')
  const reply = await fetch(`${server.url}/v1/screening/export?organization_id=${id}`, {
    headers: { authorization: `Bearer ${auditor.token}` },
  })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head, ...lines] = (await reply.text()).trimEnd().split('\r\n')
  expect(head).toContain(
    'party_kind,party_id,party_name,organization_id,screened_at,generation,lists,result,hit_id',
  )
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(new RegExp(`^organization,${id},`))
  expect(lines[0]).toContain(',foreign own,clear,')
  expect(lines[1]).toContain(`"'=cmd|calc Веселков Аркадий"`)
  const audited = await server.db
    .selectFrom('audit_events')
    .select(['actor_id', 'organization_id'])
    .where('action', '=', 'screening.exported')
    .execute()
  expect(audited).toEqual([{ actor_id: auditor.id, organization_id: id }])
  const none = await fetch(`${server.url}/v1/screening/export?organization_id=${id}&to=2020-01-01`, {
    headers: { authorization: `Bearer ${auditor.token}` },
  })
  expect((await none.text()).trimEnd().split('\r\n')).toEqual([head])
  const operator = await server.signIn('operator')
  expect((await operator.get('/v1/screening/export')).status).toBe(403)
})
