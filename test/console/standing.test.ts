import { describe, expect, test } from 'vitest'
import { excessOf, isOpenForeignPayer, standingOf } from '../../console/purchase-requests/facts/standing.ts'
import type { PaymentResponse } from '../../contract/purchase-requests/deals.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'

type Deal = Parameters<typeof standingOf>[0]

const totals: PurchaseRequestResponse['totals'] = {
  received_amount: '0.00',
  refunded_amount: '0.00',
  outstanding_amount: '100.00',
  moved_amount: '0.00',
  refundable_amount: '0.00',
  delivered_amount: '0',
  undelivered_amount: '10',
}

function deal(status: Deal['status'], changed: Partial<typeof totals> = {}): Deal {
  return {
    status,
    asset: 'USDT',
    fiat_currency: 'RUB',
    total_amount: '100.00',
    payment: null,
    totals: { ...totals, ...changed },
  }
}

/** `underpaid 40.00 RUB, to_deliver 10 USDT` */
function read(given: Deal): string {
  return standingOf(given)
    .parts.map(({ text, amount }) => (amount ? `${text} ${amount.amount} ${amount.unit}` : text))
    .join(', ')
}

describe('the standing of a request', () => {
  test('before money is due there is a quote, then money is waited for', () => {
    expect(read(deal('in_review'))).toBe('quoted 100.00 RUB')
    expect(read(deal('approved'))).toBe('waiting 100.00 RUB')
    expect(read(deal('cancelled'))).toBe('')
  })

  test('names what is missing, and what is still to deliver', () => {
    const partial = deal('paid', { received_amount: '60.00', outstanding_amount: '40.00' })
    expect(read(partial)).toBe('underpaid 40.00 RUB, to_deliver 10 USDT')
    expect(standingOf(partial).isUnusual).toBe(true)
    const full = { received_amount: '100.00', outstanding_amount: '0.00' }
    expect(read(deal('paid', full))).toBe('paid_in_full, to_deliver 10 USDT')
    expect(standingOf(deal('paid', full)).isUnusual).toBe(false)
    expect(read(deal('paid', { ...full, delivered_amount: '4', undelivered_amount: '6' }))).toBe(
      'paid_in_full, delivered 4 USDT, to_deliver 6 USDT',
    )
    expect(read(deal('completed', { ...full, delivered_amount: '10', undelivered_amount: '0' }))).toBe(
      'paid_in_full, delivered 10 USDT',
    )
  })

  test('an accepted underpayment is still named', () => {
    const short = { received_amount: '60.00', outstanding_amount: '40.00' }
    expect(read(deal('completed', { ...short, delivered_amount: '10', undelivered_amount: '0' }))).toBe(
      'underpaid 40.00 RUB, delivered 10 USDT',
    )
  })

  test('what is above the total is an overpayment until it is paid back', () => {
    const over = deal('paid', { received_amount: '150.00', outstanding_amount: '0.00' })
    expect(read(over)).toBe('overpaid 50.00 RUB, to_deliver 10 USDT')
    expect(excessOf(over)).toBe('50.00')
    const back = deal('paid', {
      received_amount: '150.00',
      refunded_amount: '50.00',
      outstanding_amount: '0.00',
    })
    expect(read(back)).toBe('paid_in_full, refunded 50.00 RUB, to_deliver 10 USDT')
    expect(excessOf(back)).toBe('0')
  })

  test('nobody waits for the rest of a request that was paid back', () => {
    const back = deal('refunded', { received_amount: '60.00', refunded_amount: '60.00' })
    expect(read(back)).toBe('refunded 60.00 RUB')
  })

  test('late money is said', () => {
    const late = deal('paid', { received_amount: '100.00', outstanding_amount: '0.00' })
    const payment = { reference: 'P-1', received_amount: '100.00', received_at: '2026-01-31T12:00:00Z' }
    expect(read({ ...late, payment: { ...payment, exception: 'late' } })).toBe(
      'paid_in_full, late, to_deliver 10 USDT',
    )
  })
})

test('a foreign payer is open until somebody accepts it or the payment is reversed', () => {
  const payment = { is_foreign_payer: true, payer_accepted: null, reversed: null } as PaymentResponse
  const decided = { by: { kind: 'administrator', id: null, name: 'A' }, at: '', reason: 'R' }
  expect(isOpenForeignPayer(payment)).toBe(true)
  expect(isOpenForeignPayer({ ...payment, payer_accepted: decided })).toBe(false)
  expect(isOpenForeignPayer({ ...payment, reversed: decided })).toBe(false)
  expect(isOpenForeignPayer({ ...payment, is_foreign_payer: false })).toBe(false)
})
