import { describe, expect, test } from 'vitest'
import { inFours } from '../../console/shared/values/in-fours.ts'
import {
  bodyOf,
  faultsIn,
  missingIn,
  nothingPrepared,
  type Prepared,
  withWallet,
} from '../../console/transfers/create/prepared.ts'
import { atMost, shownAmount, suggestedFee, toBaseUnits } from '../../console/transfers/intent/base-units.ts'
import { en } from '../../console/transfers/messages.en.ts'
import { ru } from '../../console/transfers/messages.ru.ts'
import { fieldsOf, inputsOf } from '../../console/transfers/signing/sign-inputs.ts'
import { transactionIn } from '../../console/transfers/signing/transaction-file.ts'
import { coins, purchasableAssets } from '../../contract/money/assets.ts'

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

describe('a transfer that somebody prepares', () => {
  const prepared: Prepared = {
    ...nothingPrepared,
    organizationId: 'organization',
    walletId: 'wallet',
    network: 'tron',
    asset: 'USDT',
    addressId: 'entry',
    amount: '1 000,5',
    reason: ' Delivery ',
  }

  test('is sent in base units, with the suggested fee', () => {
    expect(bodyOf(prepared, 'ru')).toEqual({
      organization_id: 'organization',
      network: 'tron',
      asset: 'USDT',
      from_wallet_id: 'wallet',
      amount: '1000500000',
      address_id: 'entry',
      fee_ceiling: '30000000',
      reason: 'Delivery',
    })
    expect(bodyOf({ ...prepared, isAll: true, fee: '12.5', requestId: 'r' }, 'ru')).toMatchObject({
      amount: 'all',
      fee_ceiling: '12500000',
      request_id: 'r',
    })
  })

  test('names what is missing', () => {
    expect(missingIn(nothingPrepared, 'en')).toEqual([
      'organization',
      'wallet',
      'address',
      'amount',
      'fee',
      'reason',
    ])
    expect(missingIn({ ...prepared, amount: '0' }, 'ru')).toEqual(['amount'])
    expect(missingIn({ ...prepared, amount: '0,0000001' }, 'ru')).toEqual(['amount'])
    expect(bodyOf({ ...prepared, fee: 'much' }, 'ru')).toBeUndefined()
  })

  test('is judged by the rules of the service', () => {
    expect(faultsIn(prepared, 'ru')).toEqual([])
    expect(faultsIn({ ...prepared, fee: '500' }, 'ru').map(({ field }) => field)).toEqual(['fee'])
    const dust: Prepared = { ...prepared, network: 'bitcoin', asset: 'BTC', amount: '0.00000001' }
    expect(faultsIn(dust, 'ru').map(({ field }) => field)).toEqual(['amount'])
  })

  test('from a wallet of another network has its coin, and another recipient', () => {
    const other = withWallet({ ...prepared, fee: '5' }, { id: 'btc', network: 'bitcoin' })
    expect(other).toMatchObject({
      walletId: 'btc',
      network: 'bitcoin',
      asset: 'BTC',
      addressId: '',
      fee: null,
    })
    const same = withWallet(prepared, { id: 'retired', network: 'tron' })
    expect(same).toMatchObject({ walletId: 'retired', asset: 'USDT', addressId: 'entry' })
    expect(withWallet(prepared, { id: 'eth', network: 'ethereum' }).asset).toBe('USDT')
    expect(withWallet(prepared, { id: 'ton', network: 'ton' }).asset).toBe('USDT')
  })
})

describe('what is typed to sign', () => {
  test('ethereum: coins, gwei and a whole number', () => {
    const typed = {
      nonce: '7',
      max_fee_per_gas: '30,5',
      max_priority_fee_per_gas: '1',
      balance: '2',
      token_balance: '1.5',
    }
    expect(inputsOf(typed, { network: 'ethereum', asset: 'USDT', locale: 'ru' })).toEqual({
      ethereum: {
        nonce: 7,
        max_fee_per_gas: '30500000000',
        max_priority_fee_per_gas: '1000000000',
        balance: '2000000000000000000',
        token_balance: '1500000',
      },
    })
  })

  test('bitcoin: transactions with their outputs', () => {
    const typed = { previous: [{ transaction: ' 01 02\n', outputs: '0, 2' }, {}], fee_rate: '4.5' }
    expect(inputsOf(typed, { network: 'bitcoin', asset: 'BTC', locale: 'en' })).toEqual({
      bitcoin: { previous: [{ transaction: '0102', outputs: [0, 2] }, { outputs: [] }], fee_rate: '4.5' },
    })
  })

  test('the nonce of solana is no number, and what cannot be read is left for the check', () => {
    expect(inputsOf({ nonce: '7', balance: 'x' }, { network: 'solana', asset: 'SOL', locale: 'en' })).toEqual(
      {
        solana: { nonce: '7', balance: 'x' },
      },
    )
    expect(inputsOf(undefined, { network: 'ton', asset: 'TON', locale: 'en' })).toEqual({ ton: {} })
    const typed = { seqno: '7', balance: '0.2', token_balance: '1.5' }
    expect(inputsOf(typed, { network: 'ton', asset: 'USDT', locale: 'en' })).toEqual({
      ton: { seqno: 7, balance: '200000000', token_balance: '1500000' },
    })
  })

  test.each(purchasableAssets)('every field for $asset on $network has a name in both languages', (one) => {
    for (const { transfer_input } of [en, ru]) {
      const names: Record<string, unknown> = transfer_input[one.network]
      const unnamed = fieldsOf(one).filter(({ name }) => typeof names[name] !== 'string')
      expect(unnamed).toEqual([])
    }
  })

  test('a file holds a transaction as text or as bytes', async () => {
    expect(await transactionIn(new Blob(['0102 AB\n']))).toBe('0102AB')
    expect(await transactionIn(new Blob([new Uint8Array([2, 0, 255])]))).toBe('0200ff')
  })
})
