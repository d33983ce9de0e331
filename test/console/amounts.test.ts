import { expect, test } from 'vitest'
import { formatAmount, parseAmount } from '../../console/shared/values/amounts.ts'
import { fc } from '../support/cases/properties.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  ['92.155', 'RUB', '92.155 RUB', '92,155 RUB'],
  ['92', 'RUB', '92.00 RUB', '92,00 RUB'],
  ['92301.08', 'RUB', '92,301.08 RUB', '92 301,08 RUB'],
  ['1500', 'JPY', '1,500 JPY', '1 500 JPY'],
  ['1.5', 'KWD', '1.500 KWD', '1,500 KWD'],
  // Intl counts Iraqi dinars without places.
  ['1.5', 'IQD', '1.500 IQD', '1,500 IQD'],
  ['1.5', 'ZZZ', '1.50 ZZZ', '1,50 ZZZ'],
  ['0.000000000000000001', 'ETH', '0.000000000000000001 ETH', '0,000000000000000001 ETH'],
  ['1000.5', 'USDT', '1,000.5 USDT', '1 000,5 USDT'],
  ['3', 'TON', '3 TON', '3 TON'],
])('%s %s is shown with all its digits', (amount, unit, english, russian) => {
  expect(plain(formatAmount(amount, unit, 'en'))).toBe(english)
  expect(plain(formatAmount(amount, unit, 'ru'))).toBe(russian)
})

test.each([
  ['1 000,50', '1000.50', '1000.50'],
  ['1\u00a0000,50', '1000.50', '1000.50'],
  ['1\u202f000.50', '1000.50', '1000.50'],
  [' 98,5 ', '98.5', '98.5'],
  ['1,000.50', '1000.50', '1000.50'],
  ['1.000,50', '1000.50', '1000.50'],
  ['1,000,000', '1000000', '1000000'],
  ["1'000.50", '1000.50', '1000.50'],
  ['0,125', '0.125', '0.125'],
  ['92.155', '92.155', '92.155'],
  // A thousand in English, one in Russian: an English reader is asked.
  ['1,000', '1,000', '1.000'],
  ['1,2,3', '1,2,3', '1,2,3'],
  ['ten', 'ten', 'ten'],
])('%j is read as %s in English and as %s in Russian', (typed, english, russian) => {
  expect(parseAmount(typed, 'en')).toBe(english)
  expect(parseAmount(typed, 'ru')).toBe(russian)
})

test('what is shown can be typed in again', () => {
  const digits = (min: number, max: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max })
  const amounts = fc
    .tuple(fc.bigInt(1n, 10n ** 15n), digits(1, 12))
    .map(([whole, places]) => `${whole}.${places.replace(/0$/, '1')}`)
  fc.assert(
    fc.property(amounts, fc.constantFrom('en', 'ru'), (amount, locale) => {
      const shown = formatAmount(amount, 'USDT', locale).replace(/\u00a0USDT$/, '')
      expect(parseAmount(shown, locale)).toBe(amount)
    }),
  )
})
