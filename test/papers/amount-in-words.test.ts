import { expect, test } from 'vitest'
import { amountInWords } from '../../server/features/papers/printing/amount-in-words.ts'
import { figures, longDate } from '../../server/features/papers/printing/figures.ts'
import { fc, runs } from '../support/cases/properties.ts'

test.each([
  ['0.00', 'RUB', 'Ноль рублей 00 копеек', 'Zero roubles 00 kopecks'],
  ['1.01', 'RUB', 'Один рубль 01 копейка', 'One rouble 01 kopeck'],
  ['2.02', 'RUB', 'Два рубля 02 копейки', 'Two roubles 02 kopecks'],
  ['11.11', 'RUB', 'Одиннадцать рублей 11 копеек', 'Eleven roubles 11 kopecks'],
  ['21.21', 'RUB', 'Двадцать один рубль 21 копейка', 'Twenty-one roubles 21 kopecks'],
  ['1000.00', 'RUB', 'Одна тысяча рублей 00 копеек', 'One thousand roubles 00 kopecks'],
  [
    '2112.14',
    'USD',
    'Две тысячи сто двенадцать долларов США 14 центов',
    'Two thousand one hundred twelve US dollars 14 cents',
  ],
  ['1002.00', 'TRY', 'Одна тысяча две турецкие лиры 00 курушей', 'One thousand two Turkish lira 00 kurus'],
  ['5000000.00', 'EUR', 'Пять миллионов евро 00 центов', 'Five million euros 00 cents'],
  ['1001.50', 'KZT', 'Одна тысяча один KZT 50/100', 'One thousand one KZT 50/100'],
])('%s %s', (amount, currency, russian, english) => {
  expect(amountInWords(amount, currency, 'ru')).toBe(russian)
  expect(amountInWords(amount, currency, 'en')).toBe(english)
})

/** The value of words, found without the tables of the code: each language has its own dictionary here. */
const values: Record<string, Record<string, number>> = {
  ru: Object.fromEntries(
    (
      'ноль:0 один:1 одна:1 два:2 две:2 три:3 четыре:4 пять:5 шесть:6 семь:7 восемь:8 девять:9 десять:10 одиннадцать:11 ' +
      'двенадцать:12 тринадцать:13 четырнадцать:14 пятнадцать:15 шестнадцать:16 семнадцать:17 восемнадцать:18 ' +
      'девятнадцать:19 двадцать:20 тридцать:30 сорок:40 пятьдесят:50 шестьдесят:60 семьдесят:70 восемьдесят:80 ' +
      'девяносто:90 сто:100 двести:200 триста:300 четыреста:400 пятьсот:500 шестьсот:600 семьсот:700 восемьсот:800 ' +
      'девятьсот:900'
    )
      .split(' ')
      .map((pair) => [pair.split(':')[0], Number(pair.split(':')[1])]),
  ),
  en: Object.fromEntries(
    (
      'zero:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 ' +
      'fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fifty:50 ' +
      'sixty:60 seventy:70 eighty:80 ninety:90'
    )
      .split(' ')
      .map((pair) => [pair.split(':')[0], Number(pair.split(':')[1])]),
  ),
}
const scales: [RegExp, bigint][] = [
  [/^(тысяч[аи]?|thousand)$/, 10n ** 3n],
  [/^(миллион(а|ов)?|million)$/, 10n ** 6n],
  [/^(миллиард(а|ов)?|billion)$/, 10n ** 9n],
  [/^(триллион(а|ов)?|trillion)$/, 10n ** 12n],
  [/^(квадриллион(а|ов)?|quadrillion)$/, 10n ** 15n],
]

function parse(words: string, language: 'ru' | 'en'): bigint {
  let sum = 0n
  let group = 0n
  for (const word of words.toLowerCase().split(/[ -]/)) {
    const scale = scales.find(([pattern]) => pattern.test(word))
    if (scale) {
      sum += group * scale[1]
      group = 0n
    } else if (word === 'hundred') group *= 100n
    else {
      const value = values[language]?.[word]
      if (value === undefined) throw new Error(`not a number: ${word}`)
      group += BigInt(value)
    }
  }
  return sum + group
}

test('the words say the amount', () => {
  const amounts = fc.oneof(fc.bigInt(0n, 10n ** 18n - 1n), fc.bigInt(0n, 2_000_000n))
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom('ru', 'en'),
      (whole, cents, language) => {
        const minor = String(cents).padStart(2, '0')
        const words = amountInWords(`${whole}.${minor}`, 'RUB', language)
        const [, spoken = '', major = '', digits, last] =
          /^(.*) (рубл\S*|roubles?) (\d\d) (копе\S*|kopecks?)$/.exec(words) ?? []
        expect(parse(spoken, language)).toBe(whole)
        expect(digits).toBe(minor)
        const plural = new Intl.PluralRules(language)
        const formOf = (n: bigint | number) =>
          plural.select(Number(BigInt(n) % 100n) + (BigInt(n) > 99n ? 100 : 0))
        const forms: Record<string, [string, string]> =
          language === 'ru'
            ? { one: ['рубль', 'копейка'], few: ['рубля', 'копейки'], many: ['рублей', 'копеек'] }
            : { one: ['rouble', 'kopeck'], other: ['roubles', 'kopecks'] }
        expect(major).toBe(forms[formOf(whole)]?.[0])
        expect(last).toBe(forms[formOf(cents)]?.[1])
      },
    ),
    { numRuns: runs(300) },
  )
})

test('figures and dates are those of the language', () => {
  expect(figures('1234567.80', 'ru')).toBe('1\u00a0234\u00a0567,80')
  expect(figures('1234567.80', 'en')).toBe('1,234,567.80')
  expect(figures('0.000001', 'en')).toBe('0.000001')
  expect(longDate('2026-05-09', 'ru')).toBe('9 мая 2026 г.')
  expect(longDate('2026-05-09', 'en')).toBe('9 May 2026')
})
