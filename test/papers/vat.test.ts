import { beforeAll, describe, expect, test } from 'vitest'
import type { DeskCompanyResponse } from '../../contract/organizations/desk-companies.ts'
import { vatWithin } from '../../server/features/books/vat.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { givenApproved, givenCompany, givenCompleted, issue } from '../support/given/given-paper.ts'
import { approve, givenBuyer, givenRequest, pay, review } from '../support/given/given-purchase-request.ts'
import { hledger, ownBalances } from '../support/outside/hledger.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
let owner: Client
let company: DeskCompanyResponse
const papersOf = (id: string) => `/v1/purchase-requests/${id}/papers`

beforeAll(async () => {
  owner = await server.signIn()
  company = await givenCompany(owner, { vat: { rate: '20.0' } })
})

test('VAT is within an amount, rounded half up, and never more than it', () => {
  expect([vatWithin(12_000n, '20'), vatWithin(10_000n, '20'), vatWithin(10_000n, '5.5')]).toEqual([
    2000n,
    1667n,
    521n,
  ])
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 20n), fc.integer({ min: 0, max: 9999 }), (units, hundredths) => {
      const rate = (hundredths / 100).toFixed(2)
      const vat = vatWithin(units, rate)
      const net = units - vat
      // The VAT of the net amount is what was taken from it, but for half a unit.
      const error = net * BigInt(hundredths) - vat * 10_000n
      expect(error <= 10_000n && error >= -10_000n).toBe(true)
    }),
    { numRuns: runs(200) },
  )
})

test('a company has a rate, or a ground', async () => {
  expect(company.vat).toEqual({ rate: '20', ground: null, ground_en: null })
  const place = `/v1/desk/companies/${company.id}`
  for (const [vat, loc, code] of [
    [{}, 'ground', 'missing'],
    [{ rate: '20', ground: 'x' }, 'ground', 'ground_with_rate'],
    [{ ground: 'НДС нет', ground_en: 'НДС нет' }, 'ground_en', 'not_latin'],
    [{ rate: '120' }, 'rate', 'string_pattern_mismatch'],
  ] as const) {
    const { status, body } = await owner.patch(place, { vat })
    const [{ loc: found, type, ctx }] = body.detail
    expect([status, found, ctx?.code ?? type]).toEqual([422, ['body', 'vat', loc], code])
  }
})

test('invoices that follow each other name the VAT of the whole fee, also in the payment code', async () => {
  const request = await givenApproved(server, owner)
  const body = { kind: 'invoice', company_id: company.id }
  const first = await issue(owner, request, { ...body, amount: '50000' })
  expect(first.vat).toEqual({ rate: '20', amount: '9.03', ground: null })
  expect(first.payment_qr).toMatch(/\. В т\.ч\. НДС 20 % 9,03 руб\.$/)
  await owner.post(`/v1/purchase-requests/${request.id}/payments`, {
    amount: '50000',
    currency: 'RUB',
    received_at: new Date().toISOString(),
    reference: '1',
  })
  expect((await issue(owner, request, body)).vat?.amount).toBe('7.64')
})

describe('in the books', () => {
  /** What was earned and what is owed to the state, of one organization. */
  async function feesOf(organizationId: string) {
    const all = await ownBalances(server.db, organizationId)
    return Object.fromEntries(Object.entries(all).filter(([key]) => /^(income|liabilities:vat)/.test(key)))
  }

  test('deliveries in parts post the fee without VAT, and VAT to its own account', async () => {
    const buyer = await givenBuyer(server)
    const request = await givenRequest(owner, buyer.id, {}, review, approve, pay)
    for (const [n, amount] of ['333.3', '333.3', '333.9'].entries()) {
      const tx_hash = String(n + 1).repeat(64)
      const delivered = await owner.post(`/v1/purchase-requests/${request.id}/deliveries`, {
        tx_hash,
        amount,
      })
      expect(delivered.status).toBe(201)
    }
    expect(await feesOf(buyer.id)).toEqual({
      'income:fee:RUB RUB': -8333n,
      [`liabilities:vat:${company.inn}:RUB RUB`]: -1667n,
    })
    const { body } = await owner.get(`/v1/purchase-requests/${request.id}/deliveries`)
    const last = `/v1/purchase-requests/${request.id}/deliveries/${body.items[0].id}/reverse`
    expect((await owner.post(last, { reason: 'Чужая транзакция' })).status).toBe(200)
    expect(await feesOf(buyer.id)).toMatchObject({ [`liabilities:vat:${company.inn}:RUB RUB`]: -1111n })
    const again = { tx_hash: '4'.repeat(64), amount: '333.9' }
    await owner.post(`/v1/purchase-requests/${request.id}/deliveries`, again)
    expect(await feesOf(buyer.id)).toMatchObject({ [`liabilities:vat:${company.inn}:RUB RUB`]: -1667n })
    const before = await server.db.selectFrom('book_postings').select('id').execute()
    const act = await issue(owner, request, { kind: 'act', company_id: company.id })
    expect(act.vat).toEqual({ rate: '20', amount: '16.67', ground: null })
    expect(await server.db.selectFrom('book_postings').select('id').execute()).toHaveLength(before.length)
  })

  test('an act of another company moves the VAT, and voiding it moves it back', async () => {
    const request = await givenCompleted(server, owner)
    const { organization_id: organization } = request
    const delivered = await feesOf(organization)
    const other = await givenCompany(owner, { vat: { rate: '5' } })
    const act = await issue(owner, request, { kind: 'act', company_id: other.id })
    expect(act.vat?.amount).toBe('4.76')
    expect(await feesOf(organization)).toEqual({
      'income:fee:RUB RUB': -9524n,
      [`liabilities:vat:${other.inn}:RUB RUB`]: -476n,
    })
    await owner.post(`${papersOf(request.id)}/${act.id}/void`, { reason: 'Не та компания' })
    expect(await feesOf(organization)).toEqual(delivered)
    const none = await givenCompany(owner)
    await issue(owner, request, { kind: 'act', company_id: none.id })
    expect(await feesOf(organization)).toEqual({ 'income:fee:RUB RUB': -10_000n })
  })

  test('a reversed delivery voids the act, and VAT is posted once', async () => {
    // With several companies and no paper, nothing was posted before the act.
    const other = await givenCompany(owner, { vat: { rate: '20' } })
    const request = await givenCompleted(server, owner)
    const vat = async () =>
      (await feesOf(request.organization_id))[`liabilities:vat:${other.inn}:RUB RUB`] ?? 0n
    const act = await issue(owner, request, { kind: 'act', company_id: other.id })
    expect(await vat()).toBe(-1667n)
    const place = `/v1/purchase-requests/${request.id}/deliveries`
    const [delivery] = (await owner.get(place)).body.items
    const reason = 'Чужая транзакция'
    expect((await owner.post(`${place}/${delivery.id}/reverse`, { reason })).status).toBe(200)
    const { body } = await owner.get(`${papersOf(request.id)}/${act.id}`)
    expect(body).toMatchObject({ voided: { reason } })
    expect(await vat()).toBe(0n)
    const again = { tx_hash: '5a'.repeat(32), amount: delivery.amount }
    expect((await owner.post(place, again)).status).toBe(201)
    await issue(owner, request, { kind: 'act', company_id: other.id })
    expect(await vat()).toBe(-1667n)
  })

  test('with several companies, that of the newest paper sells', async () => {
    const buyer = await givenBuyer(server)
    const request = await givenRequest(owner, buyer.id, {}, review, approve)
    await issue(owner, request, { kind: 'invoice', company_id: company.id })
    const move = (body: object) => owner.patch(`/v1/purchase-requests/${request.id}/status`, body)
    await move(pay)
    expect((await move({ status: 'completed', tx_hash: 'ef'.repeat(32) })).status).toBe(200)
    expect(await feesOf(buyer.id)).toHaveProperty([`liabilities:vat:${company.inn}:RUB RUB`], -1667n)
  })

  test.runIf(hledger.isInstalled)('hledger finds the same balances, and who the clients are', async () => {
    const journal = await hledger.open(owner)
    expect(await journal.run('check', '--strict')).toBe('')
    expect(await journal.balances()).toEqual(await ownBalances(server.db))
    const buyer = await givenBuyer(server, { short_name: 'ООО «Ель, сосна; | и Ко»' })
    await givenRequest(owner, buyer.id, {}, review, approve, pay)
    const named = await hledger.open(owner)
    expect(await named.run('check', '--strict')).toBe('')
    const account = `liabilities:client:${buyer.id}:RUB`
    expect(await named.run('accounts', `tag:inn=^${buyer.inn}$`)).toContain(account)
    expect(await named.run('print', 'tag:client=Ель сосна', account)).toContain(
      'client:ООО «Ель сосна / и Ко»',
    )
    const { body } = await owner.get('/v1/books/export?format=csv')
    const row = body.split('\r\n').find((line: string) => line.includes(account))
    expect(row).toMatch(new RegExp(`,"?ООО «Ель, сосна; \\| и Ко»"?,${buyer.inn}$`))
  })
})
