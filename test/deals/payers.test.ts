import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isForeignPayer } from '../../server/features/purchase-requests/facts/payer.ts'
import { oneC, rubles } from '../statements/samples.ts'
import { importFile } from '../statements/uploads.ts'
import { isFull } from '../support/cases/scale.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { withoutRules } from '../support/given/given-policy.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { bank } from '../support/given/organization-tools.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { pathOf, payment, read, terms } from './given-deal.ts'

const server = startServer()
const account = '40702810400000067890'
let owner: Client
beforeAll(async () => givenOwnAccounts(await server.signIn('owner'), [rubles]))
beforeEach(async () => {
  owner = await server.signIn('owner')
  await withoutRules(server)
})

describe('the organization has paid, and nobody else', () => {
  const company = {
    type: 'legal' as const,
    inn: '7701234560',
    full_name: 'Общество с ограниченной ответственностью «Ромашка»',
    short_name: 'ООО «Ромашка»',
    bank_details: { bik: '044525225', settlement_account: account },
  }
  const office = {
    ...company,
    full_name: 'ООО «Строительно-монтажное управление 25»',
    short_name: 'ООО «Строительно-монтажное управление 25»',
  }
  const trader = {
    ...company,
    type: 'individual' as const,
    inn: '500100732259',
    full_name: 'Индивидуальный предприниматель Сидоров Пётр Ильич',
    short_name: 'ИП Сидоров П. И.',
  }
  const abroad = {
    ...company,
    type: 'foreign' as const,
    inn: null,
    full_name: 'Golden Harvest Trading LLC',
    short_name: null,
    bank_details: null,
  }
  type Case = [
    object: typeof company | typeof trader | typeof abroad,
    payer: Partial<Record<'payerInn' | 'payerName' | 'payerAccount', string>>,
    isForeign: boolean,
  ]
  test.each<Case>([
    [company, {}, false],
    [company, { payerInn: '7701234560', payerName: 'Кто угодно' }, false],
    [company, { payerAccount: '4070 2810 4000 0006 7890' }, false],
    [company, { payerInn: '7707083893', payerAccount: account }, false],
    [company, { payerName: 'ООО "РОМАШКА"' }, false],
    [company, { payerName: 'OOO Romashka', payerAccount: '40702810900000000001' }, false],
    // The name agrees, but the number says that it is another company of the same name.
    [company, { payerInn: '7707083893', payerName: 'ООО «Ромашка»' }, true],
    [company, { payerInn: '7707083893' }, true],
    [company, { payerName: 'ООО «Василёк»' }, true],
    [company, { payerName: 'ООО «Ромашка Трейдинг Урал»' }, true],
    [company, { payerAccount: '40702810900000000001' }, true],
    [office, { payerName: 'Строительно-монтажное управление №25 ООО' }, false],
    [office, { payerName: 'ООО «Строительно-монтажное управление 26»' }, true],
    [office, { payerName: 'ООО «Строительно-монтажное управление-126»' }, true],
    [trader, { payerName: 'Сидоров Пётр Ильич' }, false],
    [trader, { payerName: 'ИП СИДОРОВ ПЕТР ИЛЬИЧ' }, false],
    [trader, { payerName: 'Петров Иван Сергеевич' }, true],
    [abroad, { payerName: 'GOLDEN HARVEST TRADING L.L.C.' }, false],
    [abroad, { payerName: 'Silver Lake Commodities FZE' }, true],
    [abroad, { payerInn: '7707083893', payerName: 'Golden Harvest Trading LLC' }, true],
  ])('%#: %j %j', (organization, payer, isForeign) => {
    const given = { payerInn: null, payerName: null, payerAccount: null, ...payer }
    expect(isForeignPayer(given, organization as Parameters<typeof isForeignPayer>[1])).toBe(isForeign)
  })
})

const setPaid = { status: 'paid', payment_reference: 'P-1', received_amount: '1010' }

async function givenApproved(organization: object = {}, request: object = {}) {
  const buyer = await givenBuyer(server, organization)
  const { id } = await givenRequest(owner, buyer.id, { ...terms, ...request }, review, approve)
  const move = (body: object) => owner.patch(`${pathOf(id)}/status`, body)
  const pay = (body: object) => owner.post(`${pathOf(id)}/payments`, payment(body))
  // A transaction delivers once.
  const complete = { status: 'completed', tx_hash: id.replaceAll('-', '').repeat(2) }
  return { id, buyer, move, pay, complete }
}

const blockersOf = (reply: { status: number; body: { context: { blockers: object[] } } }) => {
  expect(reply.status).toBe(409)
  return reply.body.context.blockers
}

const waiting = async (id: string) =>
  (await owner.get('/v1/work/payers?limit=100')).body.items.filter((one: { id: string }) => one.id === id)

test.runIf(isFull)(
  'a name or an account that was changed after the approval makes nobody the payer',
  async () => {
    const { buyer, pay } = await givenApproved({ short_name: 'ООО «Ромашка»' })
    const change = async (body: object) => {
      const { status, body: changed } = await owner.patch(`/v1/organizations/${buyer.id}`, body)
      expect(status, JSON.stringify(changed)).toBe(200)
      return changed
    }
    const approveAgain = async () => {
      await change({ kyb_status: 'suspended', kyb_reason: 'Проверка' })
      await change({ kyb_status: 'approved' })
    }
    let payments = 0
    const isForeign = async (payer: object) => {
      payments += 1
      const { status, body } = await pay({ amount: '10', reference: `P-${payments}`, ...payer })
      expect(status, JSON.stringify(body)).toBe(201)
      return body.is_foreign_payer
    }
    const stranger = { payer_name: 'ООО «Василёк»', payer_account: bank.settlement_account }
    await approveAgain()
    await change({ bank_details: bank })
    expect((await change({ short_name: 'ООО «Василёк»' })).kyb_status).toBe('approved')
    expect(await isForeign(stranger)).toBe(true)
    expect(await isForeign({ payer_name: 'ООО «Ромашка»' })).toBe(false)
    await change({ bank_details: null })
    await approveAgain()
    expect(await isForeign({ payer_name: 'ООО «Василёк»' })).toBe(false)
  },
)

test('who is named and differs blocks delivery, in every currency and country, until it is accepted', async () => {
  const { move, pay, id, complete } = await givenApproved(
    {
      type: 'foreign',
      inn: null,
      ogrn: null,
      country: 'AE',
      registration_number: 'DMCC-123456',
      full_name: 'Golden Harvest Trading LLC',
      short_name: null,
    },
    { fiat_currency: 'USD' },
  )
  const { status, body } = await pay({ currency: 'USD', payer_name: 'Silver Lake Commodities FZE' })
  expect([status, body.is_foreign_payer, body.payer_unknown, body.payer_name]).toEqual([
    201,
    true,
    false,
    'Silver Lake Commodities FZE',
  ])
  expect(blockersOf(await move(complete))).toMatchObject([
    {
      code: 'foreign_payer',
      payer_name: 'Silver Lake Commodities FZE',
      resolve_with: `POST ${pathOf(id)}/payments/${body.id}/accept-payer`,
    },
  ])
  const accept = { reason: 'Договор поручения' }
  expect((await owner.post(`${pathOf(id)}/payments/${body.id}/accept-payer`, accept)).status).toBe(200)
  expect((await move(complete)).status).toBe(200)
})

test('a payment without a payer is shown and waits in the queue, and blocks only if the policy says so', async () => {
  const { move, id, complete } = await givenApproved()
  expect((await move(setPaid)).status).toBe(200)
  const [listed] = (await owner.get(`${pathOf(id)}/payments`)).body.items
  expect(listed).toMatchObject({ payer_unknown: true, is_foreign_payer: false })
  expect(await waiting(id)).toHaveLength(1)

  const free = await givenApproved()
  await free.move(setPaid)
  expect((await free.move(free.complete)).status).toBe(200)
  expect(await waiting(free.id)).toEqual([])

  const rules = [{ act: 'request.complete', payer: 'known' }]
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
  const blocked = [{ code: 'payer_unknown', payment_id: listed.id, operation_id: 'acceptPayer' }]
  expect(blockersOf(await move(complete))).toMatchObject(blocked)
  const { steps } = (await owner.get(`${pathOf(id)}/next-steps`)).body
  expect(steps.find((one: { status: string }) => one.status === 'completed').blockers).toMatchObject([
    { code: 'payer_unknown' },
  ])
  const accepted = await owner.post(`${pathOf(id)}/payments/${listed.id}/accept-payer`, {
    reason: 'Письмо клиента',
  })
  expect(accepted.body).toMatchObject({ payer_unknown: false, payer_accepted: { reason: 'Письмо клиента' } })
  expect(await waiting(id)).toEqual([])
  expect((await move(complete)).status).toBe(200)
})

test('a policy can ask for a line of a statement; the line says who has paid', async () => {
  const { move, id, buyer, complete } = await givenApproved()
  const rules = [{ act: 'request.complete', paid_by: 'statement' }]
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
  const on = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await move({ ...setPaid, payment_reference: '77', received_at: `${on}T10:00:00Z` })
  expect(blockersOf(await move(complete))).toMatchObject([
    { code: 'not_on_statement', reference: '77', operation_id: 'importStatement' },
  ])
  const party = { name: 'ООО "Клиент"', inn: buyer.inn, account }
  const file = oneC([{ number: '77', on, amount: '1010.00', to: rubles, party, purpose: 'Оплата' }])
  const { body } = await importFile(owner, file)
  const [line] = (await owner.get(`/v1/statements/${body.id}/lines`)).body.items
  const items = [{ request_id: id, amount: '1010' }]
  expect((await owner.post(`/v1/statement-lines/${line.id}/match`, { items })).status).toBe(200)
  const [linked] = (await owner.get(`${pathOf(id)}/payments`)).body.items
  expect(linked).toMatchObject({ payer_unknown: false, payer_name: 'ООО "Клиент"', own_account: rubles })
  expect(await waiting(id)).toEqual([])
  expect((await move(complete)).status).toBe(200)
})

test.runIf(isFull)(
  'a line of another payer is another payment, and whoever was accepted is not accepted for them',
  async () => {
    const on = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const lineOf = async (number: string, party: { name: string; inn?: string; account: string }) => {
      const file = oneC([{ number, on, amount: '505.00', to: rubles, party, purpose: 'Оплата' }])
      const { body } = await importFile(owner, file)
      return (await owner.get(`/v1/statements/${body.id}/lines`)).body.items[0].id
    }
    const match = (line: string, id: string) =>
      owner.post(`/v1/statement-lines/${line}/match`, { items: [{ request_id: id, amount: '505' }] })

    const typed = { amount: '505.00', received_at: `${on}T10:00:00Z` }
    const one = await givenApproved()
    await one.pay({ ...typed, reference: '501', payer_inn: one.buyer.inn })
    const stranger = { name: 'ООО «Василёк»', inn: '7707083893', account }
    expect((await match(await lineOf('501', stranger), one.id)).status).toBe(200)
    const both = (await owner.get(`${pathOf(one.id)}/payments`)).body.items
    expect(both.map((paid: { payer_inn: string }) => paid.payer_inn).sort()).toEqual(
      ['7707083893', one.buyer.inn].sort(),
    )

    const two = await givenApproved()
    const mother = await two.pay({ ...typed, reference: '502', payer_name: 'ООО «Материнская компания»' })
    const accept = `${pathOf(two.id)}/payments/${mother.body.id}/accept-payer`
    expect((await owner.post(accept, { reason: 'Договор' })).status).toBe(200)
    await match(await lineOf('502', { name: 'Неизвестный Фрол Кузьмич', account }), two.id)
    const listed = (await owner.get(`${pathOf(two.id)}/payments`)).body.items
    const frol = listed.find((paid: { payer_name: string }) => paid.payer_name.startsWith('Неизвестный'))
    expect(frol).toMatchObject({ is_foreign_payer: true, payer_accepted: null })
  },
)

test('a payment of the night is of the day that the books have, and is not recorded twice', async () => {
  const { id, buyer, pay } = await givenApproved()
  const on = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const party = { name: 'ООО "Клиент"', inn: buyer.inn, account }
  const file = oneC([{ number: '503', on, amount: '505.00', to: rubles, party, purpose: 'Оплата' }])
  const { body } = await importFile(owner, file)
  const [line] = (await owner.get(`/v1/statements/${body.id}/lines`)).body.items
  const items = [{ request_id: id, amount: '505' }]
  expect((await owner.post(`/v1/statement-lines/${line.id}/match`, { items })).status).toBe(200)
  const again = { amount: '505.00', reference: '503', payer_inn: buyer.inn, own_account: rubles }
  const night = await pay({ ...again, received_at: `${on}T00:30:00+03:00` })
  expect([night.status, night.body.code]).toEqual([409, 'duplicate_payment'])
})

test('a rule about payers belongs to the acts with which coins leave', async () => {
  const rules = [{ act: 'request.approve', payer: 'known', paid_by: 'statement' }]
  const { status, body } = await owner.put('/v1/policy', { rules })
  expect([status, body.detail.map(({ ctx }: { ctx: { code: string } }) => ctx.code)]).toEqual([
    422,
    ['rule_of_payments', 'rule_of_payments'],
  ])
})

test('money is booked to the own account that received it, which is one of a company of the desk', async () => {
  const { pay, id } = await givenApproved()
  const stranger = await pay({ own_account: '40702810900000099999' })
  expect([stranger.status, stranger.body.detail[0].loc]).toEqual([422, ['body', 'own_account']])
  expect(stranger.body.detail[0].ctx.code).toBe('account_not_ours')
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const typed = { own_account: rubles, reference: '88', received_at: `${day}T09:00:00Z` }
  expect(await pay(typed)).toMatchObject({ status: 201, body: { own_account: rubles } })
  const bank = async () =>
    (
      await server.db
        .selectFrom('book_entries')
        .innerJoin('book_postings', 'book_postings.id', 'book_entries.posting_id')
        .select(['book_entries.account', 'book_entries.amount'])
        .where('book_postings.request_id', '=', id)
        .where('book_entries.account', 'like', 'assets:bank:%')
        .execute()
    ).map(({ account, amount }) => [account, String(amount)])
  expect(await bank()).toEqual([[`assets:bank:${rubles}`, '101000']])
  // The line is linked, and its money is there already.
  const file = oneC([{ number: '88', on: day, amount: '1010.00', to: rubles, purpose: 'Оплата' }])
  const { body } = await importFile(owner, file)
  const [line] = (await owner.get(`/v1/statements/${body.id}/lines`)).body.items
  const items = [{ request_id: id, amount: '1010' }]
  const matched = await owner.post(`/v1/statement-lines/${line.id}/match`, { items })
  expect(matched).toMatchObject({ status: 200, body: { matches: [{ was_entered: true }] } })
  expect(await bank()).toEqual([[`assets:bank:${rubles}`, '101000']])
})

test('the same number, sum and day from another payer is no duplicate', async () => {
  const { pay, id, buyer } = await givenApproved()
  const received_at = new Date(Date.now() - 1000).toISOString()
  const half = { amount: '505', received_at, payer_inn: buyer.inn }
  expect((await pay(half)).status).toBe(201)
  expect((await pay(half)).body.code).toBe('duplicate_payment')
  // Who is not named may be the same.
  expect((await pay({ amount: '505', received_at })).body.code).toBe('duplicate_payment')
  expect(await pay({ ...half, payer_inn: '7707083893' })).toMatchObject({
    status: 201,
    body: { is_foreign_payer: true },
  })
  expect((await read(owner, id)).payment?.received_amount).toBe('1010.00')
})
