import { expect, test } from 'vitest'
import { inKopecks } from '../../server/features/rates/rate-on.ts'
import { readRateFile } from '../../server/features/rates/readers/rate-file.ts'
import { RatesRefused } from '../../server/features/rates/readers/refused.ts'
import { randomFrom } from '../support/cases/random.ts'
import { scaled } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { dailyFile, inWindows1251 } from './samples.ts'

const day = '2026-01-31'
const daily = inWindows1251(dailyFile(day))

function codeOf(content: string | Buffer): unknown {
  try {
    readRateFile(Buffer.from(content as string))
  } catch (error) {
    if (error instanceof RatesRefused) return error.fault.ctx?.code
    throw error
  }
  throw new Error('It was read.')
}

const expected = [
  { currency: 'USD', day, rate: '78.2267', nominal: 1 },
  { currency: 'CNY', day, rate: '11.2359', nominal: 1 },
  { currency: 'JPY', day, rate: '50.3432', nominal: 100 },
  { currency: 'XDR', day, rate: '106.4321', nominal: 1 },
]

test('the daily file is read in windows-1251, and in UTF-8 and UTF-16 whatever it declares', () => {
  const utf16 = Buffer.from(`\ufeff${dailyFile(day)}`, 'utf16le')
  const utf8 = [Buffer.from(dailyFile(day)), Buffer.from(`\ufeff${dailyFile(day)}`)]
  for (const bytes of [daily, ...utf8, utf16, Buffer.from(utf16).swap16()])
    expect(readRateFile(bytes)).toMatchObject({ source: 'bank_of_russia', rates: expected })
})

test('no truncation of the daily file is read', () => {
  for (let length = 0; length < daily.length; length++)
    expect(codeOf(daily.subarray(0, length)), String(length)).toBeDefined()
})

test('a table is read with any separator, order of columns and form of numbers', () => {
  const rates = [
    { currency: 'USD', day, rate: '78.2267', nominal: 1 },
    { currency: 'JPY', day: '2026-02-01', rate: '50.34', nominal: 100 },
  ]
  const tables = [
    'day,currency,nominal,rate\n2026-01-31,USD,1,78.2267\n2026-02-01,JPY,100,50.34\n',
    '\ufeffДата;Номинал;Курс;Валюта\r\n31.01.2026;1;78,2267;USD\r\n01.02.2026;100;50,3400;JPY\r\n',
    'code\tdate\trate\tnominal\rUSD\t2026-01-31\t78.2267\t1\rJPY\t2026-02-01\t50.34\t100\r',
    'day,currency,nominal,rate,note\n2026-01-31,USD,1,"78,2267","a, b"\n\n2026-02-01,JPY,100,50.34,\n',
  ]
  for (const table of tables)
    for (const bytes of [Buffer.from(table), inWindows1251(table.replace('\ufeff', ''))])
      expect(readRateFile(bytes)).toMatchObject({ source: 'csv', rates })
  expect(readRateFile(Buffer.from('day,currency,rate\n2026-01-31,USD,78\n')).rates).toMatchObject([
    { nominal: 1, rate: '78' },
  ])
})

test('a truncation of a table is read only where whole lines are missing', () => {
  const lines = ['day;currency;rate', '2026-01-31;USD;78,2267', '2026-01-31;CNY;11,2359', '']
  const text = lines.join('\n')
  for (let length = 0; length < text.length; length++) {
    const part = text.slice(0, length)
    const whole = part.endsWith('\n') ? part.split('\n').length - 2 : 0
    if (whole > 0) expect(readRateFile(Buffer.from(part)).rates.length, part).toBe(whole)
    else expect(codeOf(part), part).toBeDefined()
  }
})

test('what is wrong is said with its line', () => {
  const changed = (from: string, to: string) => codeOf(inWindows1251(dailyFile(day).replace(from, to)))
  expect(changed('<CharCode>CNY</CharCode>', '')).toBe('rates_field_missing')
  expect(changed('<Nominal>100</Nominal>', '<Nominal></Nominal>')).toBe('rates_field_missing')
  expect(changed('<Nominal>100</Nominal>', '<Nominal>0</Nominal>')).toBe('rates_value')
  expect(changed('<Nominal>100</Nominal>', '<Nominal>100</Nominal><Nominal>1</Nominal>')).toBe('rates_value')
  expect(changed('78,2267', '0,0000')).toBe('rates_value')
  expect(changed('78,2267', '-78,2267')).toBe('rates_value')
  expect(changed('78,2267', '1 078,2267')).toBe('rates_value')
  expect(changed('Date="31.01.2026"', 'Date="31.02.2026"')).toBe('rates_value')
  expect(changed('Date="31.01.2026"', 'Date=""')).toBe('rates_field_missing')
  expect(changed('<CharCode>CNY<', '<CharCode>USD<')).toBe('rates_repeated')
  expect(changed('<ValCurs', '<!DOCTYPE x [<!ENTITY y "z">]><ValCurs')).toBe('rates_xml')
  expect(codeOf(dailyFile(day, []))).toBe('rates_format')
  expect(codeOf('<html><body>Error in parameters</body></html>')).toBe('rates_format')
  // Cut within a letter.
  expect(codeOf(Buffer.from(`\ufeff${dailyFile(day)}`, 'utf16le').subarray(0, -1))).toBe('rates_encoding')
  expect(codeOf(Buffer.from(dailyFile(day), 'utf16le'))).toBeDefined()
  expect(codeOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff, 0x98, 0x01]))).toBe('rates_encoding')
  expect(codeOf('day,currency\n2026-01-31,USD\n')).toBe('rates_format')
  expect(codeOf('day,currency,rate\n2026-01-31,USD\n')).toBe('rates_row')
  expect(codeOf('day,currency,rate\n2026-01-31,"USD,78\n')).toBe('rates_row')
  expect(codeOf('day,currency,rate\n2026-01-31,,78\n')).toBe('rates_field_missing')
  expect(codeOf('day,currency,rate\n01/31/2026,USD,78\n')).toBe('rates_value')
  expect(codeOf('day,currency,rate\n2026-01-31,USD,78\n2026-01-31,USD,79\n')).toBe('rates_repeated')
})

test('roubles are exact for any units, rate and nominal', () => {
  expect(inKopecks(100_00n, { currency: 'USD', day, rate: '78.2267', nominal: 1 })).toBe(782267n)
  expect(inKopecks(12345n, { currency: 'JPY', day, rate: '50.3432', nominal: 100 })).toBe(621487n)
  expect(inKopecks(-1n, { currency: 'USD', day, rate: '0.5', nominal: 1 })).toBe(-1n)
  expect(inKopecks(1n, { currency: 'KWD', day, rate: '254.1', nominal: 1 })).toBe(25n)
  const random = randomFrom(seed)
  for (let round = 0; round < scaled(200, 20_000); round++) {
    const units = BigInt(random.below(1_000_000_000))
    const digits = 1 + random.below(100_000_000)
    const nominal = random.pick([1, 10, 100, 10_000])
    const rate = `${Math.floor(digits / 10_000)}.${String(digits % 10_000).padStart(4, '0')}`
    const kopecks = inKopecks(units, { currency: 'USD', day, rate, nominal })
    // 2 |kopecks − exact| ≤ 1, in whole numbers: exact = units · digits / (10⁴ · nominal).
    const scale = 10_000n * BigInt(nominal)
    const error = 2n * (kopecks * scale - units * BigInt(digits))
    expect(error <= scale && error > -scale, `${units} ${rate} ${nominal}`).toBe(true)
    expect(inKopecks(-units, { currency: 'USD', day, rate, nominal })).toBe(-kopecks)
  }
})
