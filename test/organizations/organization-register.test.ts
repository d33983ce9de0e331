import { beforeAll, expect, test } from 'vitest'
import { givenParty, givenRegister } from '../support/given/party-fixtures.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

const head = givenParty({
  kpp: '773601001',
  full_name: 'Публичное акционерное общество "Сбережение"',
  short_name: 'ПАО "Сбережение"',
  registration_date: '1991-06-20',
  director_name: 'Иванов Иван Иванович',
  address: 'Москва, ул Вавилова, д 19',
  okved_main: '64.19',
})
const branch = givenParty({ ...head, kpp: '540602001', short_name: 'Сибирский филиал' })
const trader = givenParty({ type: 'individual', full_name: 'Индивидуальный предприниматель Петров Пётр' })
const closed = givenParty({ status: 'liquidated', liquidation_date: '2024-05-01' })

beforeAll(async () => {
  await givenRegister(server.databaseUrl, [head, branch, trader, closed])
})

test('the INN alone is enough if the register contains it', async () => {
  const operator = await server.signIn('operator')
  const { status, body } = await operator.post('/v1/organizations', { inn: head.inn, kpp: '773601001' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    inn: head.inn,
    ogrn: head.ogrn,
    kpp: '773601001',
    full_name: head.full_name,
    short_name: head.short_name,
    registry_status: 'active',
    registration_date: '1991-06-20',
    legal_address: head.address,
    okved_main: '64.19',
    director: { name: 'Иванов Иван Иванович', post: null, inn: null },
    source: 'register',
  })
  const second = await operator.post('/v1/organizations', {
    inn: head.inn,
    kpp: '540602001',
    notes: 'филиал',
  })
  expect(second.body).toMatchObject({ short_name: 'Сибирский филиал', notes: 'филиал', source: 'register' })
})

test('values of the caller take precedence over the register', async () => {
  const operator = await server.signIn('operator')
  const sent = { inn: trader.inn, full_name: 'ИП Петров', registry_status: 'bankrupt' }
  const { body } = await operator.post('/v1/organizations', sent)
  expect(body).toMatchObject({
    ...sent,
    type: 'individual',
    ogrn: trader.ogrn,
    kpp: null,
    source: 'register',
  })
})

test('a liquidated company is shown as such', async () => {
  const operator = await server.signIn('operator')
  const { body } = await operator.post('/v1/organizations', { inn: closed.inn })
  expect(body).toMatchObject({ registry_status: 'liquidated', liquidation_date: '2024-05-01' })
})

test('an organization outside the register is found by the party search, also under a new name', async () => {
  const operator = await server.signIn('operator')
  const { body } = await operator.post('/v1/organizations', {
    inn: '7707083893',
    ogrn: '1027700132195',
    full_name: 'ООО «Незнакомка»',
  })
  const found = async (q: string) => {
    const page = await operator.get(`/v1/organizations/search?${new URLSearchParams({ q })}`)
    return page.body.items.map(({ organization_id }: { organization_id: string }) => organization_id)
  }
  expect(await found('незнакомка')).toEqual([body.id])
  await operator.patch(`/v1/organizations/${body.id}`, { full_name: 'ООО «Старожил»' })
  expect(await found('незнакомка')).toEqual([])
  expect(await found('старожил')).toEqual([body.id])
})
