import { describe, expect, test } from 'vitest'
import { purchasableAssets } from '../../contract/money/assets.ts'
import { commodityDecimals, fromUnits, toUnits } from '../../contract/money/commodities.ts'
import { currencyCodes } from '../../contract/money/currencies.ts'
import { accounts } from '../../server/features/books/accounts.ts'
import { journalText } from '../../server/features/books/export/hledger.ts'
import { csvCell } from '../../server/platform/csv-cell.ts'
import { anyCharacter, fc } from '../support/cases/properties.ts'
import { descriptions } from '../support/given/given-postings.ts'

describe('accounts', () => {
  test('have the names of the design', () => {
    const id = '019a0000-0000-7000-8000-000000000000'
    expect([
      accounts.bank('40702810900000000001'),
      accounts.bank(null),
      accounts.coins('tron', 'USDT', id),
      accounts.coins('tron', 'USDT', null),
      accounts.client(id, 'RUB'),
      accounts.trading('USDT'),
      accounts.fee('RUB'),
      accounts.tradingResult('RUB'),
      accounts.networkFee('ETH'),
      accounts.counterparty('ООО «Биржа»'),
    ]).toEqual([
      'assets:bank:40702810900000000001',
      'assets:bank:unreconciled',
      `assets:coins:tron:USDT:${id}`,
      'assets:coins:tron:USDT:elsewhere',
      `liabilities:client:${id}:RUB`,
      'equity:trading:USDT',
      'income:fee:RUB',
      'income:trading:RUB',
      'expenses:network:ETH',
      'liabilities:counterparty:ООО%20%c2%abБиржа%c2%bb',
    ])
  })

  test('of two banks are never the same, and have three parts', () => {
    const names = fc.oneof(
      fc.string({ minLength: 1, unit: anyCharacter }).filter((name) => name.isWellFormed()),
      fc.constantFrom('unreconciled', '%75nreconciled', 'a b', 'a:b', 'a%20b', 'счёт'),
    )
    fc.assert(
      fc.property(names, names, (one, other) => {
        const account = accounts.bank(one)
        expect(account).toMatch(/^assets:bank:[^:\s;|]+$/u)
        expect(account).not.toBe(accounts.bank(null))
        expect(account === accounts.bank(other)).toBe(one === other)
      }),
    )
    expect(() => accounts.bank('')).toThrow(RangeError)
  })
})

describe('units', () => {
  test('an asset has the same decimals on all its networks, as its name alone is the commodity', () => {
    for (const { asset, decimals } of purchasableAssets) expect(commodityDecimals(asset)).toBe(decimals)
  })

  test.each([
    ['9.3', 'ETH', 9_300_000_000_000_000_000n, '9.300000000000000000'],
    ['0.000000000000000001', 'ETH', 1n, '0.000000000000000001'],
    ['150.5', 'JPY', 151n, '151'],
    ['150.4', 'JPY', 150n, '150'],
    ['0.125', 'KWD', 125n, '0.125'],
    ['0.005', 'RUB', 1n, '0.01'],
  ])('%s %s are %s, half up', (amount, commodity, units, shown) => {
    expect(toUnits(amount, commodity)).toBe(units)
    expect(fromUnits(units, commodity)).toBe(shown)
    expect(fromUnits(-units, commodity)).toBe(`-${shown}`)
  })

  test('are the same after writing and reading', () => {
    const commodities = fc.constantFrom(...currencyCodes, ...purchasableAssets.map(({ asset }) => asset))
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 77n), commodities, (units, commodity) => {
        expect(toUnits(fromUnits(units, commodity), commodity)).toBe(units)
      }),
    )
  })
})

test('the text of a journal is one line without a comment', () => {
  fc.assert(
    fc.property(descriptions, (text) => {
      expect(journalText(text)).toMatch(/^$|^[^;|\s\p{Cc}]+( [^;|\s\p{Cc}]+)*$/u)
    }),
  )
  expect(journalText('Оплата  по\tсчёту;\nсрочно | да')).toBe('Оплата по счёту, срочно / да')
})

describe('a cell of the table', () => {
  test.each([
    ['=1+1', `"'=1+1"`],
    ['+7', `"'+7"`],
    ['-1+1', `"'-1+1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    [' =1', `"' =1"`],
    ['-12.50', '-12.50'],
    ['a "b", c', '"a ""b"", c"'],
    ['две\r\nстроки', '"две\r\nстроки"'],
  ])('%j is %s', (text, written) => {
    expect(csvCell(text)).toBe(written)
  })

  test('never begins like a formula, and can be read back', () => {
    fc.assert(
      fc.property(descriptions, (text) => {
        const written = csvCell(text)
        const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
        expect(read === text || read === `'${text}`).toBe(true)
        expect(/^\s*[=+@-]/.test(read) && !/^-?\d+(\.\d+)?$/.test(read)).toBe(false)
      }),
    )
  })
})
