import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/platform/db/ids.ts'
import { oneC } from '../statements/samples.ts'
import { importFile } from '../statements/uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { acquire, givenTreasury, type Treasury } from './given-treasury.ts'

const server = startServer()
const ofOther = '40702810900000088802'
const exchange = {
  name: 'ООО «Биржа»',
  inn: '7710140679',
  account: '40702810300000000001',
  bic: '044525974',
}
let account: string
let owner: Client
let officer: Client
let treasury: Treasury

beforeAll(async () => {
  owner = await server.signIn('owner')
  officer = await server.signIn('officer')
  treasury = await givenTreasury(server, owner)
  await givenOwnAccounts(owner, [ofOther])
  const company = (await owner.get(`/v1/desk/companies/${treasury.companyId}`)).body
  account = company.bank_accounts[0].settlement_account
})

let numbers = 0
async function givenLine(amount: string, given: { from?: string; to?: string } = { from: account }) {
  const purpose = 'Оплата по договору OTC'
  const line = { on: '2026-01-20', amount, number: `${++numbers}`, party: exchange, purpose, ...given }
  const imported = await importFile(owner, oneC([line]))
  expect(imported.status, JSON.stringify(imported.body)).toBe(201)
  return (await owner.get(`/v1/statements/${imported.body.id}/lines`)).body.items[0]
}

const pay = (line: { id: string }, acquisition_id: string) =>
  officer.post(`/v1/statement-lines/${line.id}/post`, { account: 'counterparty', acquisition_id })
const unpost = (line: { id: string }) =>
  officer.post(`/v1/statement-lines/${line.id}/unpost`, { reason: 'Ошибка' })
const owedFor = async (id: string) => (await owner.get(`/v1/treasury/acquisitions/${id}`)).body.owed
const reverse = (id: string) =>
  officer.post(`/v1/treasury/acquisitions/${id}/reverse`, { reason: 'Отменено' })
const codeOf = ({ body }: { body: { code: string; detail: { ctx?: { code: string } }[] } }) =>
  Array.isArray(body.detail) ? body.detail[0]?.ctx?.code : body.code

/** What the books have of an account, by its name. */
async function balanceOf(name: string): Promise<string> {
  const { items } = (await officer.get('/v1/books/trial-balance?through=2026-12-31&limit=200')).body
  return items.find((row: { account: string }) => row.account === name)?.balance ?? '0.00'
}

test('an acquisition is paid by lines, in parts, and owes nothing to its counterparty then', async () => {
  const { id: organization_id } = await givenOrganization(server)
  const debt = `liabilities:counterparty:${organization_id}`
  const { id, owed } = await acquire(officer, treasury, { fee: '92', counterparty: { organization_id } })
  expect(owed).toBe('92092.00')
  const [first, second] = [await givenLine('92000.00'), await givenLine('92.00')]
  const posted = await pay(first, id)
  expect(posted.body).toMatchObject({
    status: 'posted',
    posting: { account: 'counterparty', acquisition_id: id },
  })
  expect([await owedFor(id), await balanceOf(debt)]).toEqual(['92.00', '-92.00'])
  expect((await pay(first, id)).body).toEqual(posted.body)
  expect((await pay(second, id)).status).toBe(200)
  expect([await owedFor(id), await balanceOf(debt)]).toEqual(['0.00', '0.00'])
  const { payments } = (await owner.get(`/v1/treasury/acquisitions/${id}`)).body
  expect(payments.map(({ day, amount }: { day: string; amount: string }) => [day, amount])).toEqual([
    ['2026-01-20', '92000.00'],
    ['2026-01-20', '92.00'],
  ])
  for (const { statement_line_id } of payments)
    expect((await owner.get(`/v1/statement-lines/${statement_line_id}`)).body.posting.acquisition_id).toBe(id)
  expect(await balanceOf(`assets:bank:${account}`)).toBe('-92092.00')

  const listed = (await owner.get('/v1/treasury/acquisitions')).body.items
  expect(listed.find((one: { id: string }) => one.id === id).owed).toBe('0.00')

  // What was paid would be nobody's debt.
  const refused = await reverse(id)
  expect([refused.status, refused.body.code]).toEqual([409, 'acquisition_paid'])
  expect(refused.body.context).toEqual({ line_ids: [first.id, second.id] })
  for (const line of [first, second]) expect((await unpost(line)).status).toBe(200)
  expect([await owedFor(id), await balanceOf(debt)]).toEqual(['92092.00', '-92092.00'])
  expect((await reverse(id)).body).toMatchObject({ owed: '0.00', reversal: { reason: 'Отменено' } })
  const late = await pay(first, id)
  expect([late.status, late.body.code]).toEqual([409, 'acquisition_reversed'])
})

test('what a line cannot pay for is refused', async () => {
  await officer.put('/v1/rates', { currency: 'CNY', day: '2026-01-15', rate: '11' })
  const { id } = await acquire(officer, treasury)
  const yuan = await acquire(officer, treasury, { cost: { currency: 'CNY', amount: '8000.00' } })
  const line = await givenLine('1000.00')
  const refusals = [
    [await pay(await givenLine('92000.01'), id), 'acquisition_overpaid'],
    [await pay(await givenLine('5.00', { from: ofOther }), id), 'acquisition_of_other_company'],
    [await pay(await givenLine('5.00', { to: account }), id), 'counterparty_incoming'],
    [await pay(line, yuan.id), 'acquisition_of_other_currency'],
    [await pay(line, newId()), 'paid_acquisition_not_found'],
    [
      await officer.post(`/v1/statement-lines/${line.id}/post`, { account: 'counterparty' }),
      'acquisition_of_counterparty',
    ],
    [
      await officer.post(`/v1/statement-lines/${line.id}/post`, { account: 'tax', acquisition_id: id }),
      'acquisition_of_counterparty',
    ],
  ] as const
  for (const [response, code] of refusals) expect([response.status, codeOf(response)]).toEqual([422, code])
  expect(await owedFor(id)).toBe('92000.00')
  const rule = { contains: 'Оплата по договору', account: 'counterparty' }
  expect((await officer.post('/v1/posting-rules', rule)).status).toBe(422)
})

test('of two lines at a time, only one pays what is owed', async () => {
  const { id } = await acquire(officer, treasury)
  const lines = [await givenLine('92000.00'), await givenLine('92000.00')]
  const answers = await Promise.all(lines.map((line) => pay(line, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await owedFor(id)).toBe('0.00')
})

test('the journal names the counterparty, and its account as people read it', async () => {
  const acquired_at = '2026-03-02T09:00:00Z'
  const { id: organization_id } = await givenOrganization(server)
  await acquire(officer, treasury, { acquired_at })
  await acquire(officer, treasury, { acquired_at, counterparty: { organization_id } })
  const { short_name, full_name } = (await owner.get(`/v1/organizations/${organization_id}`)).body
  const days = 'from=2026-03-02&to=2026-03-02'
  const journal = (await officer.get(`/v1/books/journal?format=csv&${days}`)).body as string
  const rows = journal.split('\r\n').filter((row) => row.includes(':counterparty:'))
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain(';liabilities:counterparty:ООО «Биржа»;RUB;92000,00;92000,00;ООО «Биржа»;')
  expect(rows[1]).toContain(`;${short_name ?? full_name};`)
})
