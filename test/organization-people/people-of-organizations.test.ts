import { beforeAll, expect, test } from 'vitest'
import { completeInn } from '../../contract/values/identifiers.ts'
import { connectionsFor } from '../support/database/locks.ts'
import { organizationTools } from '../support/given/organization-tools.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(4) })
const { given, events, audited } = organizationTools(server)

let officer: Client
let path: string
let organization: { id: string }

beforeAll(async () => {
  const made = await given()
  officer = made.officer
  organization = made.organization
  path = `${made.path}/people`
})

const number = '45 10 654321'
const person = (fields: Record<string, unknown> = {}) => ({
  role: 'representative',
  schema: 'Person',
  name: 'Петрова Анна Сергеевна',
  ...fields,
})

async function added(fields: Record<string, unknown> = {}, to = path) {
  const { status, body } = await officer.post(to, person(fields))
  expect({ status, body }).toMatchObject({ status: 201 })
  return body
}

const codes = (reply: { status: number; body: { detail: { loc: string[]; ctx?: { code: string } }[] } }) => [
  reply.status,
  ...reply.body.detail.map(({ loc, ctx }) => `${loc.slice(1).join('.')}: ${ctx?.code}`),
]

test('a person is added, read, changed and removed', async () => {
  const full = {
    name_latin: 'Petrova Anna',
    birth_date: '1975-03-14',
    citizenship: 'KZ',
    inn: completeInn('7701234567'),
    identity_document: { type: 'passport', number, issued_on: '2011-05-20' },
  }
  const reply = await officer.post(path, person(full))
  expect(reply.status).toBe(201)
  expect(reply.headers.get('location')).toBe(`${path}/${reply.body.id}`)
  expect(reply.body).toMatchObject({
    ...person(full),
    organization_id: organization.id,
    share: null,
    parent_id: null,
    identity_document: { type: 'passport', number: '••••4321', issued_on: '2011-05-20' },
    version: 1,
  })
  const own = `${path}/${reply.body.id}`
  expect((await officer.get(own)).body).toEqual(reply.body)

  const changed = await officer.patch(own, { name_latin: null, birth_date: '1975-03-15', version: 1 })
  expect(changed.body).toMatchObject({ name_latin: null, birth_date: '1975-03-15', version: 2 })
  expect(changed.body.identity_document).toEqual(reply.body.identity_document)
  expect(await officer.patch(own, { name: 'Другая', version: 1 })).toMatchObject({
    status: 409,
    body: {
      code: 'version_conflict',
      context: { version: 2, changes: [{ fields: ['name_latin', 'birth_date'], actor: { id: officer.id } }] },
    },
  })
  expect((await officer.patch(own, { birth_date: '1975-03-15' })).body.version).toBe(2)
  const same = { identity_document: { type: 'passport', number, issued_on: '2011-05-20' } }
  expect((await officer.patch(own, same)).body.version).toBe(2)

  expect((await officer.delete(own, { 'if-match': '"1"' })).status).toBe(409)
  expect(await officer.delete(own, { 'if-match': '"2"' })).toMatchObject({ status: 200 })
  expect(await officer.get(own)).toMatchObject({ status: 404, body: { code: 'person_not_found' } })
  const ofPerson = await events(reply.body.id)
  expect(ofPerson.map(({ type }) => type)).toEqual(['person.created', 'person.updated', 'person.deleted'])
  expect(JSON.stringify(ofPerson)).not.toContain('Петрова')
})

test('the list goes from the oldest to the newest, page by page', async () => {
  const { path: own } = await given()
  const names = ['Первый', 'Второй', 'Третий', 'Четвёртый', 'Пятый']
  for (const name of names) await added({ name }, `${own}/people`)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor && `&cursor=${cursor}`
    const { body } = await officer.get(`${own}/people?limit=2${query}`)
    expect(body.items.length).toBeLessThanOrEqual(2)
    seen.push(...body.items.map(({ name }: { name: string }) => name))
    cursor = body.next_cursor
  }
  expect(seen).toEqual(names)
})

test('the same key adds one person, and a person of another organization is not found', async () => {
  const headers = { 'idempotency-key': 'person-1' }
  const first = await officer.post(path, person(), headers)
  const second = await officer.post(path, person(), headers)
  expect(second.body).toEqual(first.body)
  const { path: other } = await given()
  for (const rest of ['', '/identity-document']) {
    const reply = await officer.get(`${other}/people/${first.body.id}${rest}`)
    expect(reply).toMatchObject({ status: 404, body: { code: 'person_not_found' } })
  }
  expect((await officer.patch(`${other}/people/${first.body.id}`, { name: 'Чужой' })).status).toBe(404)
  expect((await officer.delete(`${other}/people/${first.body.id}`)).status).toBe(404)
  expect(await officer.post('/v1/organizations/none/people', person())).toMatchObject({
    status: 404,
    body: { code: 'organization_not_found' },
  })
})

test('what does not fit the role or the schema is refused', async () => {
  const companyInn = completeInn('770123456')
  const personInn = completeInn('7701234567')
  const cases: [Record<string, unknown>, ...string[]][] = [
    [{ share: '10' }, 'share: only_of_owner'],
    [{ parent_id: organization.id }, 'parent_id: only_of_owner'],
    [{ schema: 'Company', birth_date: '1975-03-14' }, 'birth_date: only_of_person'],
    [
      { schema: 'Company', identity_document: { type: 'passport', number } },
      'identity_document: only_of_person',
    ],
    [{ inn: companyInn }, 'inn: person_inn_length'],
    [{ schema: 'Company', inn: personInn }, 'inn: company_inn_length'],
    [{ inn: `${personInn.slice(0, -1)}${(Number(personInn.at(-1)) + 1) % 10}` }, 'inn: inn_check_digit'],
    [{ citizenship: 'XX' }, 'citizenship: country_code'],
    [{ name: ' ' }, 'name: blank'],
    [{ role: 'owner', parent_id: organization.id }, 'parent_id: parent_not_found'],
    [{ role: 'owner', share: '100.5' }, 'share: undefined'],
    [{ role: 'owner', share: '5.00001' }, 'share: undefined'],
    [{ birth_date: '1975-02-30' }, 'birth_date: date_format'],
    [{ name: 'a\0' }, 'name: nul_character'],
  ]
  for (const [fields, ...faults] of cases) {
    expect(codes(await officer.post(path, person(fields)))).toEqual([422, ...faults])
  }
  const { id } = await added()
  expect(codes(await officer.patch(`${path}/${id}`, { share: '5' }))).toEqual([422, 'share: only_of_owner'])
  expect(codes(await officer.patch(`${path}/${id}`, { schema: 'Company' }))[0]).toBe(422)
})

test('owners of the same company cannot own more than all of it', async () => {
  const { path: own } = await given()
  const people = `${own}/people`
  const holding = await added(
    { role: 'owner', schema: 'Company', name: 'ООО «Холдинг»', share: '60.50' },
    people,
  )
  expect(holding.share).toBe('60.5')
  await added({ role: 'owner', share: '39.4999' }, people)
  const one = await officer.post(people, person({ role: 'owner', share: '0.0002' }))
  expect(codes(one)).toEqual([422, 'share: shares_exceed'])
  expect(one.body.detail[0].ctx.left).toBe('0.0001')
  // What is owned through the holding is counted apart.
  const through = await added({ role: 'owner', share: '100', parent_id: holding.id }, people)
  expect((await officer.patch(`${people}/${through.id}`, { parent_id: null })).status).toBe(422)
  expect(await officer.delete(`${people}/${holding.id}`)).toMatchObject({
    status: 409,
    body: { code: 'person_in_use', context: { person_ids: [through.id] } },
  })
  expect((await officer.delete(`${people}/${through.id}`)).status).toBe(200)
  expect((await officer.delete(`${people}/${holding.id}`)).status).toBe(200)
})

test('a chain of owners has no circle and an end', async () => {
  const { path: own } = await given()
  const people = `${own}/people`
  const company = { role: 'owner', schema: 'Company' }
  const chain = [await added({ ...company, name: 'Звено 1' }, people)]
  for (let link = 2; link <= 10; link++) {
    chain.push(await added({ ...company, name: `Звено ${link}`, parent_id: chain.at(-1).id }, people))
  }
  const eleventh = { ...person(company), parent_id: chain.at(-1).id }
  expect(codes(await officer.post(people, eleventh))).toEqual([422, 'parent_id: parent_depth'])
  const [first] = chain
  for (const { id } of [first, chain[4]]) {
    const reply = await officer.patch(`${people}/${first.id}`, { parent_id: id })
    expect(codes(reply)).toEqual([422, 'parent_id: parent_cycle'])
  }
  // Another ten above a chain of ten are too many as well.
  const other = await added({ ...company, name: 'Сбоку' }, people)
  const below = await officer.patch(`${people}/${first.id}`, { parent_id: other.id })
  expect(codes(below)).toEqual([422, 'parent_id: parent_depth'])
})

test('concurrent owners never own more than all of it', async () => {
  const { path: own } = await given()
  const replies = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      officer.post(`${own}/people`, person({ role: 'owner', name: `Владелец ${n}`, share: '40' })),
    ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422])
})

test('the number of an identity document is shown whole only to who decides KYB, and that is recorded', async () => {
  const made = await added({ identity_document: { type: 'passport', number } })
  const document = `${path}/${made.id}/identity-document`
  expect((await officer.get(document)).body).toEqual({
    person_id: made.id,
    type: 'passport',
    number,
    issued_on: null,
  })
  for (const role of ['operator', 'auditor'] as const) {
    expect((await (await server.signIn(role)).get(document)).status).toBe(403)
  }
  const without = await added()
  expect(await officer.get(`${path}/${without.id}/identity-document`)).toMatchObject({
    status: 404,
    body: { code: 'identity_document_not_found' },
  })
  await officer.patch(`${path}/${made.id}`, {
    identity_document: { type: 'passport', number: '99 99 654321' },
  })
  const rows = await audited(made.id)
  expect(rows.map(({ action }) => action)).toEqual([
    'person.created',
    'person.identity_document_read',
    'person.updated',
  ])
  // Both numbers look the same masked, and still the change is recorded.
  expect(rows[2]?.details.changed).toEqual(['identity_document'])
  const owner = await server.signIn('owner')
  const { body } = await owner.get(`/v1/audit-events?object_id=${made.id}`)
  expect(JSON.stringify(body)).toContain('••••4321')
  expect(JSON.stringify(body)).not.toContain('654321')
  const stored = await server.db
    .selectFrom('organization_people')
    .selectAll()
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow()
  expect(stored.document_number?.includes('654321')).toBe(false)
  expect(server.logged.join('')).not.toContain('654321')
})

test('documents are sealed again when the key of the organization is rotated', async () => {
  const { path: own, organization: other } = await given()
  const made = await added({ identity_document: { type: 'passport', number } }, `${own}/people`)
  const env = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  const rotated = await runCli(['vault', 'rotate-key', '--organization', other.id], env)
  expect(rotated).toMatchObject({ code: 0 })
  const { document_number } = await server.db
    .selectFrom('organization_people')
    .select('document_number')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow()
  // The header of a sealed record names the version of its key.
  expect(document_number?.readUInt32BE(1)).toBe(2)
  expect((await officer.get(`${own}/people/${made.id}/identity-document`)).body.number).toBe(number)
})

test('who may only read cannot write', async () => {
  const auditor = await server.signIn('auditor')
  const { id } = await added()
  expect((await auditor.get(path)).status).toBe(200)
  expect((await auditor.post(path, person())).status).toBe(403)
  expect((await auditor.patch(`${path}/${id}`, { name: 'Я' })).status).toBe(403)
  expect((await auditor.delete(`${path}/${id}`)).status).toBe(403)
})

test('a sealed vault keeps people readable, but not their documents', async () => {
  const { id } = await added({ identity_document: { type: 'id_card', number } })
  await server.service.vault.stop()
  try {
    expect((await officer.get(`${path}/${id}`)).body.identity_document.number).toBe('••••4321')
    expect((await officer.get(path)).status).toBe(200)
    for (const reply of [
      await officer.get(`${path}/${id}/identity-document`),
      await officer.post(path, person()),
      await officer.patch(`${path}/${id}`, { name: 'Иная' }),
      await officer.delete(`${path}/${id}`),
    ]) {
      expect(reply).toMatchObject({ status: 503, body: { code: 'vault_sealed' } })
    }
  } finally {
    await server.service.vault.unlock()
  }
  expect((await officer.get(`${path}/${id}/identity-document`)).status).toBe(200)
})

test('an organization has a limited number of people', async () => {
  const { path: own, organization: full } = await given()
  const at = new Date()
  await server.db
    .insertInto('organization_people')
    .values(
      Array.from({ length: 499 }, (_, n) => ({
        id: `0199f0a4-0000-7000-8000-${String(n).padStart(12, '0')}`,
        organization_id: full.id,
        role: 'representative' as const,
        schema: 'Person' as const,
        name: `Представитель ${n}`,
        name_latin: null,
        birth_date: null,
        citizenship: null,
        inn: null,
        share: null,
        parent_id: null,
        document_type: null,
        document_number: null,
        document_number_masked: null,
        document_issued_on: null,
        version: 1,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute()
  await added({}, `${own}/people`)
  expect(await officer.post(`${own}/people`, person())).toMatchObject({
    status: 409,
    body: { code: 'too_many_people', context: { most: 500 } },
  })
})
