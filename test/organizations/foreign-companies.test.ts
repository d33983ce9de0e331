import { beforeAll, expect, test } from 'vitest'
import { completeInn } from '../../contract/values/identifiers.ts'
import { bankAccount, forAbroad, givenCompany, issue } from '../support/given/given-paper.ts'
import { organizationTools } from '../support/given/organization-tools.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
const { company, given } = organizationTools(server)

let officer: Client
beforeAll(async () => {
  officer = await server.signIn('officer')
})

let made = 0
function foreign(fields: Record<string, unknown> = {}) {
  made++
  return {
    type: 'foreign',
    country: 'KZ',
    registration_number: `1901400${made}`,
    full_name: `ТОО «Степь ${made}»`,
    ...fields,
  }
}

const create = (body: object) => officer.post('/v1/organizations', body)

async function faultsOf(reply: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await reply
  const { detail } = body as { detail: { loc: string[]; type: string; ctx?: { code?: string } }[] }
  return [status, ...detail.map(({ loc, type, ctx }) => `${loc.slice(1).join('.')}: ${ctx?.code ?? type}`)]
}

test('a foreign company needs no INN and has no OGRN', async () => {
  const body = foreign()
  const reply = await create(body)
  expect(reply.status).toBe(201)
  expect(reply.body).toMatchObject({ ...body, inn: null, ogrn: null, kpp: null, lei: null, source: 'manual' })
  expect(reply.body.documents_summary.required).toEqual([
    'charter',
    'bank-details',
    'kyc-representative',
    'other',
  ])
  expect((await officer.get(`/v1/organizations/${reply.body.id}`)).body).toEqual(reply.body)
  // The list sends stored text, by the name and by the registration number.
  for (const q of [body.full_name, body.registration_number]) {
    const list = await officer.get(`/v1/organizations?${new URLSearchParams({ q })}`)
    expect(list.body.items).toEqual([reply.body])
  }
})

test('it may have an INN, a KPP and an LEI', async () => {
  const inn = completeInn('990912345')
  const body = foreign({ inn, kpp: '770101001', lei: '253400V1H6ART1UQ0N98' })
  expect((await create(body)).body).toMatchObject(body)
  const same = foreign({ inn, kpp: '770101001' })
  expect((await create(same)).body).toMatchObject({
    code: 'duplicate',
    context: { reason: 'organization_inn_kpp' },
  })
})

test('what a foreign company lacks or cannot have is refused', async () => {
  expect(await faultsOf(create({ type: 'foreign' }))).toEqual([
    422,
    'country: missing',
    'registration_number: missing',
    'full_name: missing',
  ])
  const cases: [Record<string, unknown>, string][] = [
    [{ country: 'RU' }, 'country: country_of_foreign'],
    [{ country: 'ZZ' }, 'country: country_code'],
    [{ country: 'kz' }, 'country: string_pattern_mismatch'],
    [{ country: null }, 'country: required_of_foreign'],
    [{ registration_number: ' ' }, 'registration_number: blank'],
    [{ ogrn: '1027700132195' }, 'ogrn: ogrn_of_foreign'],
    [{ inn: completeInn('770123456') }, 'inn: foreign_inn_start'],
    [{ inn: '9909123455' }, 'inn: inn_check_digit'],
    [{ lei: '253400V1H6ART1UQ0N99' }, 'lei: lei_check_digit'],
  ]
  for (const [fields, fault] of cases) expect(await faultsOf(create(foreign(fields)))).toEqual([422, fault])
})

test('two companies of a country have different numbers, whatever their spaces and case', async () => {
  const first = (await create(foreign({ country: 'CY', registration_number: 'HE 123456' }))).body
  const again = foreign({ country: 'CY', registration_number: 'he123456' })
  expect(await create(again)).toMatchObject({
    status: 409,
    body: {
      code: 'duplicate',
      context: { reason: 'organization_registration_number', existing_id: first.id },
    },
  })
  const other = (await create({ ...again, country: 'MT' })).body
  expect(await officer.patch(`/v1/organizations/${other.id}`, { country: 'CY' })).toMatchObject({
    status: 409,
    body: { context: { reason: 'organization_registration_number', existing_id: first.id } },
  })
})

test('an update keeps what a foreign company must have', async () => {
  const { id } = (await create(foreign())).body
  const path = `/v1/organizations/${id}`
  const changed = await officer.patch(path, { lei: '5493001KJTIIGC8Y1R12', ownership_statement: 'Биржа' })
  expect(changed.body).toMatchObject({ lei: '5493001KJTIIGC8Y1R12', ownership_statement: 'Биржа' })
  expect(await faultsOf(officer.patch(path, { country: null, registration_number: null }))).toEqual([
    422,
    'country: required_of_foreign',
    'registration_number: required_of_foreign',
  ])
  expect(await faultsOf(officer.patch(path, { ogrn: '1027700132195' }))).toEqual([
    422,
    'ogrn: ogrn_of_foreign',
  ])
  expect((await officer.patch(path, { type: 'legal' })).status).toBe(422)
  await officer.patch(path, { kyb_status: 'in_review' })
  await officer.patch(path, { kyb_status: 'approved' })
  expect((await officer.patch(path, { registration_number: 'HRB 77' })).body.kyb_status).toBe('in_review')
})

test('Russian organizations are created as before, and a type that is sent must fit the INN', async () => {
  const body = company()
  expect((await create({ ...body, type: 'legal' })).body).toMatchObject({
    ...body,
    type: 'legal',
    country: null,
  })
  expect(await faultsOf(create({ ...company(), type: 'individual' }))).toEqual([422, 'type: type_of_inn'])
  expect(await faultsOf(create({ full_name: 'Без ИНН' }))).toEqual([422, 'inn: missing'])
  expect(await faultsOf(create({ ...company(), inn: null }))).toEqual([422, 'inn: string_type'])
  const { path, officer } = await given({
    country: 'RU',
    registration_number: '77',
    ownership_statement: 'Нет',
  })
  expect((await officer.get(path)).body).toMatchObject({ country: 'RU', ownership_statement: 'Нет' })
  expect((await officer.patch(path, { country: null })).body.country).toBeNull()
})

test('the party search finds a foreign company among our own', async () => {
  const name = 'ТОО «Джунгарский перевал»'
  const { id } = (await create(foreign({ full_name: name, director: { name: 'Ержанов Асан' } }))).body
  const inn = completeInn('990955555')
  const second = (await create(foreign({ full_name: 'Zhongguo Trading Ltd', inn }))).body
  const find = async (q: string) =>
    (await officer.get(`/v1/organizations/search?${new URLSearchParams({ q })}`)).body.items
  expect(await find('джунгарский')).toMatchObject([
    { organization_id: id, inn: '', ogrn: '', type: 'foreign', source: 'organization' },
  ])
  expect(await find('ержанов')).toMatchObject([{ organization_id: id }])
  expect(await find(inn)).toMatchObject([
    { organization_id: second.id, inn, ogrn: '', match: { field: 'inn' } },
  ])
  expect(await find('zhongguotrading')).toMatchObject([{ organization_id: second.id }])
})

test('a purchase request of a foreign company has no INN of it, alone and in lists', async () => {
  const { id } = (await create(foreign({ short_name: 'Степь' }))).body
  const body = {
    organization_id: id,
    asset: 'USDT',
    network: 'tron',
    crypto_amount: '10',
    fiat_currency: 'USD',
    rate: '1',
    destination_address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  }
  const reply = await officer.post('/v1/purchase-requests', body)
  expect(reply.status).toBe(201)
  const organization = { inn: null, short_name: 'Степь' }
  expect(reply.body.organization).toEqual(organization)
  const list = (await officer.get(`/v1/purchase-requests?organization_id=${id}`)).body
  expect(list.items).toMatchObject([{ id: reply.body.id, organization }])
  const overview = (await officer.get('/v1/overview')).body
  expect(JSON.stringify(overview)).toContain('"inn":null')
  await server.db.updateTable('purchase_requests').set({ status: 'approved' }).execute()
  const owner = await server.signIn('owner')
  const abroad = forAbroad.bank_accounts[1]
  const account = {
    ...bankAccount,
    swift: 'EXBKRUMM',
    bank_latin_name: 'Example Bank JSC',
    correspondent_bank: abroad?.correspondent_bank ?? null,
    settlement_account: '40702840900000012345',
    currency: 'USD',
  }
  const seller = await givenCompany(owner, { ...forAbroad, bank_accounts: [account] })
  await issue(owner, reply.body, { kind: 'invoice', company_id: seller.id })
  const { content } = await server.db.selectFrom('papers').select('content').executeTakeFirstOrThrow()
  expect(content.buyer).toMatchObject({ inn: null, ogrn: null, registration_number: expect.any(String) })
})
