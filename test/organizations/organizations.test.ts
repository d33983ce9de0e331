import { expect, test } from 'vitest'
import { bank, organizationTools } from '../support/given/organization-tools.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

const { company, given, events, audited } = organizationTools(server)

test('a new organization is stored and returned completely', async () => {
  const operator = await server.signIn('operator')
  const sent = company({
    kpp: '540601001',
    short_name: 'ООО «Берёза»',
    registration_date: '2002-08-01',
    legal_address: 'Новосибирск, Красный проспект, 1',
    actual_address: 'Новосибирск, Красный проспект, 2',
    okved_main: '62.01',
    director: { name: 'Иванова Анна Петровна', post: 'Генеральный директор', inn: '500100732259' },
    contact: { email: 'office@example.com' },
    bank_details: { ...bank, correspondent_account: '30101810400000000225' },
    registry_status: 'active',
    external_id: 'CRM-1',
    notes: 'Пришли по рекомендации',
  })

  const created = await operator.post('/v1/organizations', sent)

  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    ...sent,
    type: 'legal',
    liquidation_date: null,
    contact: { name: null, email: 'office@example.com', phone: null },
    bank_details: {
      ...bank,
      bank_name: null,
      correspondent_account: '30101810400000000225',
      currency: 'RUB',
    },
    kyb_status: 'new',
    kyb_reason: null,
    documents_summary: {
      required: ['charter', 'inn-certificate', 'ogrn-certificate', 'bank-details', 'kyc-representative'],
      missing: ['charter', 'inn-certificate', 'ogrn-certificate', 'bank-details', 'kyc-representative'],
      pending: 0,
      approved: 0,
      rejected: 0,
      expired: 0,
    },
    wallets_count: 0,
    source: 'manual',
    version: 1,
    created_by: operator.id,
  })
  expect((await operator.get(`/v1/organizations/${created.body.id}`)).body).toEqual(created.body)
  expect(await events(created.body.id)).toMatchObject([
    {
      type: 'organization.created',
      data: { inn: sent.inn, kpp: '540601001', kyb_status: 'new', version: 1 },
    },
  ])
  expect(await audited(created.body.id)).toMatchObject([
    { action: 'organization.created', actor_id: operator.id, details: { inn: sent.inn, source: 'manual' } },
  ])
})

test('personal data is not in the audit log or in events', async () => {
  const { officer, organization, path } = await given({
    director: { name: 'Секретова Вера Павловна' },
    contact: { phone: '+7 999 123 45 67' },
  })
  await officer.patch(path, { director: { name: 'Тайнова Ольга Игоревна' } })

  const told = JSON.stringify([await events(organization.id), await audited(organization.id)])
  expect(told).toContain('"director"')
  for (const personal of ['Секретова', '+7 999', 'Тайнова']) expect(told).not.toContain(personal)
})

test('a sole trader has 12 digits, an OGRNIP and no KPP, and needs no charter', async () => {
  const officer = await server.signIn('officer')
  const trader = { inn: '500100732259', ogrn: '304500116000157', full_name: 'ИП Петров Пётр Петрович' }
  expect((await officer.post('/v1/organizations', { ...trader, kpp: '773601001' })).body.detail).toEqual([
    {
      loc: ['body', 'kpp'],
      msg: 'Value error, a sole trader has no KPP',
      type: 'value_error',
      ctx: { code: 'kpp_of_sole_trader' },
    },
  ])
  const { status, body } = await officer.post('/v1/organizations', trader)
  expect({ status, type: body.type, missing: body.documents_summary.missing }).toEqual({
    status: 201,
    type: 'individual',
    missing: ['inn-certificate', 'ogrn-certificate', 'bank-details', 'kyc-representative'],
  })
})

test('all faults are reported at their fields: schema, checksums and inconsistent values', async () => {
  const officer = await server.signIn('officer')
  const { status, body } = await officer.post('/v1/organizations', {
    inn: '7707083893',
    ogrn: '304500116000157',
    kpp: '7736',
    full_name: '   ',
    short_name: 5,
    surprise: true,
    registration_date: '2026-02-30',
    director: { post: 'Директор', inn: '500100732258' },
    bank_details: { ...bank, settlement_account: '40702810738060051259', currency: 'rub' },
  })
  expect(status).toBe(422)
  const faults = body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [
    loc.slice(1).join('.'),
    type,
  ])
  expect(faults.sort()).toEqual([
    ['bank_details.currency', 'string_pattern_mismatch'],
    ['bank_details.settlement_account', 'value_error'],
    ['director.inn', 'value_error'],
    ['director.name', 'missing'],
    ['full_name', 'value_error'],
    ['kpp', 'string_pattern_mismatch'],
    ['ogrn', 'value_error'],
    ['registration_date', 'value_error'],
    ['short_name', 'string_type'],
    ['surprise', 'extra_forbidden'],
  ])
  expect(JSON.stringify(body)).not.toContain('40702810738060051259')
})

test.each([
  [{ inn: '7707083894' }, 'inn', 'Value error, the check digit of the INN is wrong'],
  [{ ogrn: '1027700132196' }, 'ogrn', 'Value error, the check digit of the OGRN is wrong'],
  [{ inn: '770708389' }, 'inn', "String should match pattern '^(\\d{10}|\\d{12})$'"],
  [{ full_name: 'x'.repeat(1001) }, 'full_name', 'String should have at most 1000 characters'],
  [{ full_name: 'a\u0000b' }, 'full_name', 'Value error, NUL characters are not allowed'],
  [{ notes: '\ud800' }, 'notes', 'Value error, the text is not well-formed Unicode'],
])('%j is refused at %s', async (fields, key, msg) => {
  const officer = await server.signIn('officer')
  const { status, body } = await officer.post('/v1/organizations', company(fields))
  expect({ status, detail: body.detail }).toMatchObject({
    status: 422,
    detail: [{ loc: ['body', key], msg }],
  })
})

test('without a register, name and OGRN are required', async () => {
  const officer = await server.signIn('officer')
  const { status, body } = await officer.post('/v1/organizations', { inn: company().inn })
  expect(status).toBe(422)
  expect(body.detail).toEqual([
    { loc: ['body', 'ogrn'], msg: 'Field required', type: 'missing' },
    { loc: ['body', 'full_name'], msg: 'Field required', type: 'missing' },
  ])
})

test('a company has one row per INN and KPP, and only one if it has no KPP', async () => {
  const officer = await server.signIn('officer')
  const first = company({ kpp: '540601001' })
  const post = (fields: object) =>
    officer.post('/v1/organizations', { ...company(), inn: first.inn, ...fields })
  const { body } = await officer.post('/v1/organizations', first)
  const duplicate = (reason: string) => ({
    status: 409,
    body: { code: 'duplicate', context: { reason, existing_id: body.id } },
  })

  expect(await post({ kpp: '540601001' })).toMatchObject(duplicate('organization_inn_kpp'))
  expect(await post({})).toMatchObject(duplicate('organization_inn'))
  const branch = await post({ kpp: '540602002' })
  expect(branch.status).toBe(201)
  // Neither may give up its KPP while the other is there, nor take the other's.
  const path = `/v1/organizations/${branch.body.id}`
  expect(await officer.patch(path, { kpp: null })).toMatchObject(duplicate('organization_inn'))
  expect(await officer.patch(path, { kpp: '540601001' })).toMatchObject(duplicate('organization_inn_kpp'))
  expect((await officer.get(path)).body).toEqual(branch.body)

  const whole = company()
  const alone = await officer.post('/v1/organizations', whole)
  const again = await officer.post('/v1/organizations', { ...company(), inn: whole.inn, kpp: '540601001' })
  expect(again).toMatchObject({ status: 409, body: { context: { existing_id: alone.body.id } } })
  expect((await officer.patch(`/v1/organizations/${alone.body.id}`, { kpp: '540601001' })).status).toBe(200)
})

test('an external id belongs to one organization', async () => {
  const { officer, organization } = await given({ external_id: 'ERP/7' })
  const { path } = await given()
  const duplicate = {
    status: 409,
    body: {
      code: 'duplicate',
      context: { reason: 'organization_external_id', existing_id: organization.id },
    },
  }
  expect(await officer.post('/v1/organizations', company({ external_id: 'ERP/7' }))).toMatchObject(duplicate)
  expect(await officer.patch(path, { external_id: 'ERP/7' })).toMatchObject(duplicate)
})

test('a refused creation leaves no gap in the sequence', async () => {
  const { officer, organization } = await given()
  const { total } = (await officer.get('/v1/organizations?limit=1')).body
  const same = { ...company(), inn: organization.inn }
  expect((await officer.post('/v1/organizations', same)).status).toBe(409)
  await given()
  const stored = await server.db
    .selectFrom('organizations')
    .select(({ fn }) => [fn.max('seq').as('last'), fn.countAll<number>().as('rows')])
    .executeTakeFirstOrThrow()
  expect((await officer.get('/v1/organizations?limit=1')).body.total).toBe(total + 1)
  expect(stored).toEqual({ last: total + 1, rows: total + 1 })
})

test('the same key and body create once; another body is refused', async () => {
  const officer = await server.signIn('officer')
  const body = company()
  const key = { 'idempotency-key': 'create-1' }
  const first = await officer.post('/v1/organizations', body, key)
  const again = await officer.post('/v1/organizations', body, key)
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect(await officer.post('/v1/organizations', company(), key)).toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_reused' },
  })
  expect(await events(first.body.id)).toHaveLength(1)
})

test.each([
  ['owner', 201],
  ['officer', 201],
  ['operator', 201],
  ['custodian', 403],
  ['auditor', 403],
] as const)('%s: creating returns %i, reading is allowed', async (role, status) => {
  const { path } = await given()
  const admin = await server.signIn(role)
  expect((await admin.post('/v1/organizations', company())).status).toBe(status)
  expect((await admin.patch(path, { notes: role })).status).toBe(status === 201 ? 200 : 403)
  expect((await admin.get(path)).status).toBe(200)
  expect((await admin.get('/v1/organizations')).status).toBe(200)
})
