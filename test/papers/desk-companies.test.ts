import { expect, test } from 'vitest'
import { bikOf } from '../support/given/given-own-accounts.ts'
import { bankAccount, givenCompany, newCompany } from '../support/given/given-paper.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
const path = '/v1/desk/companies'

test('an owner adds and changes a company, and others read it', async () => {
  const [owner, operator] = [await server.signIn('owner'), await server.signIn('operator')]
  const given = newCompany()
  const created = await owner.post(path, given, { 'idempotency-key': 'company-1' })
  expect(created).toMatchObject({ status: 201, body: { ...given, active: true, version: 1 } })
  const place = `${path}/${created.body.id}`
  expect(created.headers.get('location')).toBe(place)
  const again = await owner.post(path, given, { 'idempotency-key': 'company-1' })
  expect(again.body).toEqual(created.body)
  expect((await operator.get(place)).body).toEqual(created.body)

  const euro = { ...bankAccount, settlement_account: '40702978500000012345', currency: 'EUR' }
  const changed = await owner.patch(place, {
    version: 1,
    accountant: null,
    active: false,
    bank_accounts: [bankAccount, euro],
  })
  expect(changed).toMatchObject({
    status: 200,
    body: { version: 2, accountant: null, active: false, bank_accounts: [bankAccount, euro] },
  })
  expect(await owner.patch(place, { version: 1, active: true })).toMatchObject({
    status: 409,
    body: {
      code: 'version_conflict',
      context: {
        version: 2,
        changes: [
          {
            version: 2,
            fields: ['accountant', 'active', 'bank_accounts'],
            actor: { kind: 'administrator', id: owner.id },
          },
        ],
      },
    },
  })

  const traces = await server.db
    .selectFrom('audit_events')
    .select(['action'])
    .where('object_id', '=', created.body.id)
    .orderBy('seq')
    .execute()
  expect(traces.map(({ action }) => action)).toEqual(['desk_company.created', 'desk_company.updated'])
  const events = await server.db
    .selectFrom('outbox_events')
    .select('type')
    .where('object_id', '=', created.body.id)
    .orderBy('id')
    .execute()
  expect(events.map(({ type }) => type)).toEqual(['desk_company.created', 'desk_company.updated'])
})

test('nobody but an owner manages companies', async () => {
  for (const role of ['officer', 'operator', 'custodian', 'auditor'] as const) {
    const other = await server.signIn(role)
    expect(await other.post(path, newCompany())).toMatchObject({
      status: 403,
      body: { code: 'forbidden', context: { permission: 'desk:manage' } },
    })
  }
})

test('the same INN is refused with the id of the company', async () => {
  const owner = await server.signIn()
  const company = await givenCompany(owner)
  expect(await owner.post(path, newCompany({ inn: company.inn }))).toMatchObject({
    status: 409,
    body: { code: 'duplicate', context: { reason: 'desk_company_inn', existing_id: company.id } },
  })
})

test('every fault is named with its place', async () => {
  const owner = await server.signIn()
  const company = newCompany({
    inn: '7701234561',
    legal_address: ' ',
    bank_accounts: [
      bankAccount,
      { ...bankAccount, correspondent_account: '30101810845250000998' },
      { ...bankAccount, settlement_account: '40702810600000012346' },
    ],
  })
  const { status, body } = await owner.post(path, company)
  expect(status).toBe(422)
  const faults = body.detail.map(({ loc, ctx }: { loc: string[]; ctx: { code: string } }) => [
    loc.slice(1).join('.'),
    ctx.code,
  ])
  expect(faults).toEqual([
    ['inn', 'inn_check_digit'],
    ['legal_address', 'blank'],
    ['bank_accounts.1.correspondent_account', 'account_bik_mismatch'],
    ['bank_accounts.1.settlement_account', 'repeated_item'],
    ['bank_accounts.2.settlement_account', 'account_check_digit'],
  ])
  const stored = await givenCompany(owner)
  expect(await owner.patch(`${path}/${stored.id}`, { ogrn: '304500116000157' })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'ogrn'], ctx: { code: 'company_ogrn_length' } }] },
  })
  expect(await owner.get(`${path}/${stored.inn}`)).toMatchObject({
    status: 404,
    body: { code: 'desk_company_not_found' },
  })
})

test('the number of an account with a Russian bank says its currency', async () => {
  const owner = await server.signIn()
  const { currency: _, ...dollars } = { ...bankAccount, settlement_account: '40702840900000012345' }
  const bank_accounts = [{ ...dollars, bik: bikOf(dollars.settlement_account), correspondent_account: null }]
  const company = await givenCompany(owner, { bank_accounts })
  expect(company.bank_accounts).toMatchObject([{ currency: 'USD' }])
  const contradicting = { bank_accounts: bank_accounts.map((account) => ({ ...account, currency: 'EUR' })) }
  const fault = {
    loc: ['body', 'bank_accounts', 0, 'currency'],
    ctx: { code: 'account_currency', currency: 'USD' },
  }
  const refused = { status: 422, body: { detail: [fault] } }
  expect(await owner.patch(`${path}/${company.id}`, contradicting)).toMatchObject(refused)
  expect(await owner.post(path, newCompany(contradicting))).toMatchObject(refused)
  expect((await owner.patch(`${path}/${company.id}`, { bank_accounts })).body.bank_accounts).toMatchObject([
    { currency: 'USD' },
  ])
  // The number of another bank says nothing, also one of 20 digits.
  const abroad = {
    settlement_account: '40702840900000012345',
    bank_name: 'Bank',
    swift: 'EXBKAEADXXX',
    currency: 'EUR',
  }
  expect((await givenCompany(owner, { bank_accounts: [abroad] })).bank_accounts).toMatchObject([
    { currency: 'EUR' },
  ])
})

test('the list goes on where a page ended', async () => {
  const owner = await server.signIn()
  const added = [await givenCompany(owner), await givenCompany(owner), await givenCompany(owner)]
  const first = await owner.get(`${path}?limit=2`)
  const second = await owner.get(`${path}?limit=2&cursor=${first.body.next_cursor}`)
  expect([...first.body.items, ...second.body.items].slice(0, 3)).toEqual(added.reverse())
  expect((await owner.get(`${path}?offset=1`)).status).toBe(422)
})
