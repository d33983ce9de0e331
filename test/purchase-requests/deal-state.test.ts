import { describe, expect, test } from 'vitest'
import { fromUnits, toUnits } from '../../contract/money/commodities.ts'
import { addDecimals, compareDecimals, multiplyDecimals } from '../../contract/money/decimal.ts'
import { priceOf } from '../../contract/purchase-requests/new-purchase-request.ts'
import { quotedFaults, quotedPrice } from '../../contract/purchase-requests/quoted-price.ts'
import { accounts } from '../../server/features/books/accounts.ts'
import {
  deliveredValue,
  isOverpaid,
  moneyBlockers,
  paymentColumns,
  refundableUnits,
  type SummedRow,
  type Sums,
  type Terms,
  totalsOf,
} from '../../server/features/purchase-requests/facts/deal-state.ts'
import { deliveryPosting } from '../../server/features/purchase-requests/facts/postings.ts'
import { fitsPayment } from '../../server/features/purchase-requests/facts/same-payment.ts'
import { daysIn } from '../../server/platform/days.ts'
import { fc } from '../support/cases/properties.ts'

const terms = {
  asset: 'USDT',
  crypto_amount: '3',
  fiat_currency: 'RUB',
  fiat_amount: '100.00',
  fee_amount: '0.01',
  total_amount: '100.01',
}

const quote = new Date('2026-03-01T12:00:00Z')
const early = new Date('2026-03-01T11:59:59Z')
const late = new Date('2026-03-01T12:00:01Z')

describe('what payments amount to', () => {
  const exceptionOf = (end: Date | null, ...payments: [string, Date][]) =>
    paymentColumns(
      { total_amount: '100.00', quote_expires_at: end },
      payments.map(([amount, received_at], index) => ({ amount, received_at, reference: `P-${index}` })),
    )

  test.each([
    [quote, [['100', quote]], null],
    [quote, [['99.99', early]], 'partial'],
    [
      quote,
      [
        ['60', early],
        ['40', early],
      ],
      null,
    ],
    [
      quote,
      [
        ['60', early],
        ['40.01', early],
      ],
      'over',
    ],
    [
      quote,
      [
        ['60', early],
        ['40', late],
      ],
      'late',
    ],
    [quote, [['1.00', late]], 'late'],
    [null, [['100.00', late]], null],
  ] as [Date | null, [string, Date][], string | null][])('due by %s, %s: %s', (end, payments, expected) => {
    expect(exceptionOf(end, ...payments).payment_exception).toBe(expected)
  })

  test('the sum, and the reference and the time of the first; nothing without a payment', () => {
    expect(exceptionOf(null, ['60', early], ['40.01', late])).toMatchObject({
      payment_reference: 'P-0',
      received_amount: '100.01',
      received_at: early,
    })
    expect(exceptionOf(quote)).toEqual({
      payment_reference: null,
      received_amount: null,
      received_at: null,
      payment_exception: null,
    })
  })

  test('more than a tenth above the total is too much, exactly a tenth is not', () => {
    expect(['110.01', '110.02'].map((sum) => isOverpaid({ ...terms, total_amount: '100.01' }, sum))).toEqual([
      false,
      true,
    ])
  })
})

test('a payment is the same if reference, amount and day are', () => {
  const days = daysIn('Europe/Moscow')
  // Already the last day of the month there.
  const payment = { reference: 'P-1', amount: '10.50', received_at: new Date('2026-01-30T21:30:00Z') }
  expect(fitsPayment(days, payment, { reference: 'P-1', amount: '10.5', day: '2026-01-31' })).toBe(true)
  expect(fitsPayment(days, payment, {})).toBe(true)
  for (const other of [{ reference: 'P-2' }, { amount: '10.51' }, { day: '2026-02-01' }])
    expect(fitsPayment(days, payment, other)).toBe(false)
})

test('a delivery needs its part of the money, and a payer who is known', () => {
  const sums = { received: '33.34', refunded: '0', moved: '0', delivered: '0' }
  const blockers = (delivered: string) => moneyBlockers(terms, sums, { delivered, payers: [] })
  expect(blockers('1')).toEqual([])
  expect(blockers('2')).toMatchObject([{ code: 'underpaid', missing_amount: '33.34', fiat_currency: 'RUB' }])
  const payers = [{ code: 'foreign_payer', detail: 'x' } as const]
  expect(moneyBlockers(terms, sums, { delivered: '1', payers })).toEqual(payers)
})

test('nobody waits for the money of a request that was refunded', () => {
  const row = {
    ...terms,
    received_amount: '100.01',
    refunded_amount: '100.01',
    moved_amount: '0',
    delivered_amount: '0',
  }
  expect(totalsOf({ ...row, status: 'refunded' })).toEqual({
    received_amount: '100.01',
    refunded_amount: '100.01',
    moved_amount: '0.00',
    outstanding_amount: '0.00',
    refundable_amount: '0.00',
    delivered_amount: '0',
    undelivered_amount: '3',
  })
})

const money = fc.bigInt({ min: 1n, max: 10n ** 14n })
const anyTerms = fc
  .record({
    asset: fc.constantFrom('USDT', 'BTC', 'ETH'),
    currency: fc.constantFrom('RUB', 'JPY', 'KWD'),
    crypto: fc.bigInt({ min: 1n, max: 10n ** 22n }),
    fiat: money,
    fee: fc.bigInt({ min: 0n, max: 10n ** 8n }),
  })
  .map(({ asset, currency, crypto, fiat, fee }) => ({
    asset,
    crypto_amount: fromUnits(crypto, asset),
    fiat_currency: currency,
    fiat_amount: fromUnits(fiat, currency),
    fee_amount: fromUnits(fee, currency),
    total_amount: fromUnits(fiat + fee, currency),
  }))

test('deliveries in any parts are worth exactly the total together, and each posting balances', () => {
  fc.assert(
    fc.property(anyTerms, fc.array(fc.nat({ max: 1000 }), { maxLength: 8 }), (terms, cuts) => {
      const whole = toUnits(terms.crypto_amount, terms.asset)
      const stops = [...cuts.map((cut) => (whole * BigInt(cut)) / 1000n), whole].sort((a, b) =>
        a < b ? -1 : a > b ? 1 : 0,
      )
      const request = { ...terms, id: 'r', number: 'PR-1', organization_id: 'o' }
      let before = 0n
      let client = 0n
      for (const after of stops) {
        const amount = fromUnits(after - before, terms.asset)
        const delivery = {
          id: 'd',
          amount,
          asset: terms.asset,
          network: 'n',
          tx_hash: 't',
          at: quote,
        } as never
        const sums = { before: fromUnits(before, terms.asset), after: fromUnits(after, terms.asset) }
        const from = accounts.coins('n', terms.asset, null)
        const { entries } = deliveryPosting(request, delivery, sums, from)
        for (const commodity of [terms.asset, terms.fiat_currency]) {
          const own = entries.filter((entry) => entry.commodity === commodity)
          expect(own.reduce((sum, entry) => sum + entry.amount, 0n)).toBe(0n)
        }
        client += entries.find(({ account }) => account.startsWith('liabilities:'))?.amount ?? 0n
        before = after
      }
      expect(client).toBe(toUnits(terms.total_amount, terms.fiat_currency))
    }),
  )
})

test('what is left, delivered for and paid back is what was received, and never less than nothing', () => {
  fc.assert(
    fc.property(anyTerms, money, money, fc.nat({ max: 100 }), (terms, received, refunded, percent) => {
      const part = (toUnits(terms.crypto_amount, terms.asset) * BigInt(percent)) / 100n
      const sums = {
        received: fromUnits(received, terms.fiat_currency),
        refunded: fromUnits(refunded % (received + 1n), terms.fiat_currency),
        moved: '0',
        delivered: fromUnits(part, terms.asset),
      }
      const { fiat, fee } = deliveredValue(terms, sums.delivered)
      const left = refundableUnits(terms, sums)
      const held = toUnits(sums.received, terms.fiat_currency) - toUnits(sums.refunded, terms.fiat_currency)
      expect(left).toBe(held > fiat + fee ? held - fiat - fee : 0n)
      const isUnderpaid = moneyBlockers(terms, sums, {
        delivered: terms.crypto_amount,
        payers: [],
      }).some(({ code }) => code === 'underpaid')
      expect(isUnderpaid).toBe(compareDecimals(totalsOf(rowOf(terms, sums)).outstanding_amount, '0') > 0)
    }),
  )
})

test('a quote for an amount of money costs exactly that where the asset is fine enough', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(['USDT', 'tron'], ['BTC', 'bitcoin'], ['ETH', 'ethereum']),
      fc.bigInt({ min: 100n, max: 10n ** 12n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      ([asset, network], cents, rateUnits) => {
        const terms = {
          asset,
          network,
          crypto_amount: '1',
          fiat_currency: 'RUB',
          fee_amount: '0.00',
        } as never
        const [fiat_amount, rate] = [fromUnits(cents, 'RUB'), fromUnits(rateUnits, 'USDT')]
        if (quotedFaults(terms, { rate, fiat_amount }).length > 0) return
        const price = quotedPrice(terms, { rate, fiat_amount })
        expect(price).toEqual(priceOf({ ...price, fiat_currency: 'RUB' }))
        const unit = multiplyDecimals(fromUnits(1n, asset as string), rate, 30)
        if (compareDecimals(unit, '0.01') <= 0) expect(price.fiat_amount).toBe(fiat_amount)
        // Otherwise it is nearest: not more than half of the price of the smallest unit away, and half a kopeck.
        const reach = addDecimals(multiplyDecimals(unit, '0.5', 30), '0.005')
        const [high, low] = [addDecimals(price.fiat_amount, reach), addDecimals(fiat_amount, reach)]
        expect(compareDecimals(high, fiat_amount) >= 0 && compareDecimals(low, price.fiat_amount) >= 0).toBe(
          true,
        )
      },
    ),
  )
})

function rowOf(terms: Terms, { received, refunded, moved, delivered }: Sums): SummedRow {
  return {
    ...terms,
    status: 'paid',
    received_amount: received,
    refunded_amount: refunded,
    moved_amount: moved,
    delivered_amount: delivered,
  }
}
