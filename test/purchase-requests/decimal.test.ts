import { expect, test } from 'vitest'
import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  decimalDifference,
  decimalPlaces,
  integerDigits,
  isDecimal,
  multiplyDecimals,
  toPlaces,
} from '../../contract/money/decimal.ts'
import { fc } from '../support/cases/properties.ts'

/** A decimal string with its exact value as an integer of 10^-18, which is the model the results are held to. */
const decimals = fc
  .record({ whole: fc.bigInt(0n, 10n ** 18n - 1n), fraction: fc.stringMatching(/^[0-9]{0,18}$/) })
  .map(({ whole, fraction }) => ({
    text: fraction === '' ? `${whole}` : `${whole}.${fraction}`,
    value: whole * 10n ** 18n + BigInt(fraction.padEnd(18, '0')),
  }))

const scaled = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole) * 10n ** 18n + BigInt(fraction.padEnd(18, '0'))
}

test('sums, order and canonical form are exact for all amounts', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      expect(isDecimal(a.text)).toBe(true)
      expect(scaled(addDecimals(a.text, b.text))).toBe(a.value + b.value)
      const difference = a.value > b.value ? a.value - b.value : b.value - a.value
      expect(scaled(decimalDifference(a.text, b.text))).toBe(difference)
      expect(compareDecimals(a.text, b.text)).toBe(a.value < b.value ? -1 : a.value > b.value ? 1 : 0)
      const canonical = canonicalDecimal(a.text)
      expect(scaled(canonical)).toBe(a.value)
      expect(canonical).not.toMatch(/\.\d*0$|\.$/)
      expect(canonicalDecimal(canonical)).toBe(canonical)
    }),
  )
})

test('a product is rounded half up to the given places', () => {
  fc.assert(
    fc.property(decimals, decimals, fc.integer({ min: 0, max: 18 }), (a, b, places) => {
      const product = multiplyDecimals(a.text, b.text, places)
      expect(product.split('.')[1]?.length ?? 0).toBe(places)
      // In units of 10^-36: half a step below is allowed, half a step above is not.
      const error = scaled(product) * 10n ** 18n - a.value * b.value
      const step = 10n ** BigInt(36 - places)
      expect(error * 2n <= step && error * 2n > -step).toBe(true)
    }),
  )
})

test.each([
  ['0.05', '0.5', '0.03'],
  ['0.01', '0.49', '0.00'],
  ['0.015', '1', '0.02'],
  ['1.005', '1', '1.01'],
  ['0.1', '0.2', '0.02'],
  ['999999999999999999', '999999999999999999', '999999999999999998000000000000000001.00'],
])('%s × %s is %s in money', (a, b, expected) => {
  expect(multiplyDecimals(a, b, 2)).toBe(expected)
})

test('money is written with its decimal places and never truncated', () => {
  expect(toPlaces('5', 2)).toBe('5.00')
  expect(toPlaces('5.10000', 2)).toBe('5.10')
  expect(toPlaces('0', 2)).toBe('0.00')
  expect(() => toPlaces('5.001', 2)).toThrow(RangeError)
})

test('decimal places and digits are counted without padding', () => {
  expect(decimalPlaces('1.500')).toBe(1)
  expect(decimalPlaces('100')).toBe(0)
  expect(integerDigits('0.001')).toBe(1)
  expect(integerDigits('1234.5')).toBe(4)
})

test.each([
  '',
  '-1',
  '+1',
  '1e3',
  '01',
  '.5',
  '1.',
  '1,5',
  ' 1',
  '٣',
  '1.0000000000000000000',
  '1000000000000000000',
])('%j is not an amount', (text) => {
  expect(isDecimal(text)).toBe(false)
})
