import { describe, expect, test } from 'vitest'
import { inFours } from '../../console/shared/in-fours.ts'
import { atMost, shownAmount, suggestedFee, toBaseUnits } from '../../console/transfers/base-units.ts'
import { purchasableAssets } from '../../contract/purchase-request-rules.ts'
import { coins } from '../../contract/transfer-assets.ts'

describe('amounts in base units', () => {
  test.each([
    ['1.5', 'USDT', 'tron', 1_500_000n],
    ['0.000001', 'USDT', 'ethereum', 1n],
    ['1.500000000', 'USDT', 'tron', 1_500_000n],
    ['21000000', 'BTC', 'bitcoin', 2_100_000_000_000_000n],
    ['0.000000000000000001', 'ETH', 'ethereum', 1n],
    ['0', 'TON', 'ton', 0n],
  ] as const)('%s %s on %s', (amount, asset, network, units) => {
    expect(toBaseUnits(amount, asset, network)).toBe(units)
    expect(toBaseUnits(shownAmount(String(units), asset, network), asset, network)).toBe(units)
  })

  test.each(['', '1,5', '-1', '1e6', '0x10', '01', '1.'])('%j is no amount', (amount) => {
    expect(toBaseUnits(amount, 'USDT', 'tron')).toBeUndefined()
  })

  test('a part of a base unit cannot be sent, nor an asset that the network does not have', () => {
    expect(toBaseUnits('0.0000001', 'USDT', 'tron')).toBeUndefined()
    expect(toBaseUnits('1', 'USDT', 'bitcoin')).toBeUndefined()
  })

  test('everything stays everything', () => {
    expect(shownAmount('all', 'BTC', 'bitcoin')).toBe('all')
  })
})

test.each(purchasableAssets)('the suggested fee of $asset on $network is an amount of its coin', (one) => {
  const fee = toBaseUnits(suggestedFee(one.network, one.asset), coins[one.network], one.network)
  expect(fee).toBeGreaterThan(0n)
})

test('amount and fee are one sum only if they are of one asset', () => {
  const fee = { feeCeiling: '30000000', network: 'tron' } as const
  expect(atMost({ ...fee, asset: 'TRX', amount: '1500000' })).toBe('31.5')
  expect(atMost({ ...fee, asset: 'USDT', amount: '1500000' })).toBeNull()
  expect(atMost({ ...fee, asset: 'TRX', amount: 'all' })).toBeNull()
})

describe('an address in groups of four', () => {
  test.each([
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TJRa bPrw bZy4 5sba vfcj inPJ C18k jpRT v8'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x 5aAe b605 3F3E 94C9 b9A0 9f33 6694 35E7 Ef1B eAed'],
    ['-1:ab12cd', '-1: ab12 cd'],
    ['', ''],
  ])('%s', (address, shown) => {
    expect(inFours(address).join(' ')).toBe(shown)
    expect(inFours(address).join('')).toBe(address)
  })
})
