import { expect, test } from 'vitest'
import type { OpenAmount } from '../../contract/work/overview.ts'
import { hash, pathOf, payment, terms } from '../deals/given-deal.ts'
import {
  approve,
  cancel,
  fail,
  givenBuyer,
  givenRequest,
  refund,
  review,
} from '../support/given/given-purchase-request.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

test('the overview adds up what is missing: neither what came nor what was delivered', async () => {
  const owner = await server.signIn('owner')
  const { id: buyer } = await givenBuyer(server)
  const open = async () => {
    const { body } = await owner.get('/v1/overview')
    const amounts: OpenAmount[] = body.open_amounts
    // Each figure leads to its rows.
    for (const { awaits, unit, requests } of amounts) {
      const filter = `awaits=${awaits}&${awaits === 'payment' ? 'fiat_currency' : 'asset'}=${unit}`
      const { count } = (await owner.get(`/v1/lists/purchase-requests/totals?${filter}`)).body
      expect([awaits, unit, count]).toEqual([awaits, unit, requests])
    }
    return amounts.map(({ awaits, unit, amount, requests }) => `${awaits} ${amount} ${unit} of ${requests}`)
  }
  const given = (values: object, ...moves: Record<string, unknown>[]) =>
    givenRequest(owner, buyer, { ...terms, ...values }, review, ...moves)
  const pay = async (id: string, amount: string, reference: string) => {
    const paid = await owner.post(`${pathOf(id)}/payments`, payment({ amount, reference }))
    expect(paid.status, JSON.stringify(paid.body)).toBe(201)
  }
  const deliver = async (id: string, amount: string, digit: string, more: object = {}) => {
    const body = { amount, tx_hash: hash(digit), ...more }
    const { status, body: said } = await owner.post(`${pathOf(id)}/deliveries`, body)
    expect(status, JSON.stringify(said)).toBe(201)
  }
  expect(await open()).toEqual([])

  // Nothing is agreed of what is reviewed, and nothing is awaited of what was given up.
  await given({})
  await given({}, approve, cancel)
  expect(await open()).toEqual([])
  const first = await given({}, approve)
  expect(await open()).toEqual(['payment 1010 RUB of 1'])

  // Paid in part, it awaits the rest and its coins.
  await pay(first.id, '1000.00', 'A-1')
  expect(await open()).toEqual(['delivery 100 USDT of 1', 'payment 10 RUB of 1'])
  await deliver(first.id, '60', '1')
  expect(await open()).toEqual(['delivery 40 USDT of 1', 'payment 10 RUB of 1'])

  // Of one that failed, the coins are owed as before. Other units are sums of their own.
  const second = await given(
    { asset: 'BTC', network: 'bitcoin', crypto_amount: '0.5', rate: '2020', fee_amount: '0' },
    approve,
  )
  await pay(second.id, '1010.00', 'A-2')
  await owner.patch(`${pathOf(second.id)}/status`, fail)
  expect(await open()).toEqual(['delivery 0.5 BTC of 1', 'delivery 40 USDT of 1', 'payment 10 RUB of 1'])

  // Delivered in full and not paid in full, only the money is missing.
  await deliver(first.id, '40', '2', { accept_underpayment: true })
  expect(await open()).toEqual(['delivery 0.5 BTC of 1', 'payment 10 RUB of 1'])
  await pay(first.id, '10.00', 'A-3')
  expect(await open()).toEqual(['delivery 0.5 BTC of 1'])

  const back = await owner.patch(`${pathOf(second.id)}/status`, refund)
  expect(back.status, JSON.stringify(back.body)).toBe(200)
  expect(await open()).toEqual([])
})
