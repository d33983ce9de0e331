import { expect, test } from 'vitest'
import { purchaseAssets } from '../../contract/money/assets.ts'
import { currencyCodes, currencyDecimals, isCurrency } from '../../contract/money/currencies.ts'

test.each([
  ['RUB', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['ISK', 0],
  ['UYI', 0],
  ['KWD', 3],
  ['BHD', 3],
  ['IQD', 3],
  ['CLF', 4],
  ['UYW', 4],
])('%s has %i decimal places', (code, decimals) => {
  expect(currencyDecimals(code)).toBe(decimals)
})

test.each(['XXX', 'XTS', 'XAU', 'HRK', 'ANG', 'BGN', 'SUR', 'rub', 'USDT', ''])(
  '%j is no currency',
  (code) => {
    expect(isCurrency(code)).toBe(false)
    // Requests of release 1.0.0 have such codes, with two places.
    expect(currencyDecimals(code)).toBe(2)
  },
)

test('each active code is listed once, and none is the name of an asset', () => {
  expect(currencyCodes).toHaveLength(165)
  expect(new Set(currencyCodes).size).toBe(currencyCodes.length)
  // The checks of the table purchase_requests allow no more.
  expect(Math.max(...currencyCodes.map(currencyDecimals))).toBe(4)
  expect(purchaseAssets.filter(isCurrency)).toEqual([])
})

test('of what Intl knows, only what was withdrawn and what has no smallest unit is missing', () => {
  const left = Intl.supportedValuesOf('currency').filter((code) => !isCurrency(code))
  expect(left).toEqual(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'XDR', 'XSU', 'ZWL'])
})
