import { describe, expect, test } from 'vitest'
import { contractOf } from '../../../contract/money/assets.ts'
import type { UnsignedOn } from '../../../server/features/wallets/signing/model.ts'
import { tron } from '../../../server/features/wallets/signing/networks/tron.ts'
import { coins, from, tokens, trx } from './tron-payments.ts'
import { tronAddress } from './wallet-keys.ts'

type Unsigned = UnsignedOn<'tron'>

const token = contractOf('tron', 'USDT')
/** 209 bytes, and 64 for the result, at 1000 sun; 1.1 TRX for a new account. */
const coinFee = 1_373_000n
/** 282 bytes, and 64 for the result. */
const bandwidth = 346_000n
const day = 86_400_000

describe('what is planned', () => {
  test('a payment of coins costs its bytes and a new account; it lives until its expiration', () => {
    expect(tron.plan(coins)).toEqual({
      amount: 25n * trx,
      fee: coinFee,
      spends: [],
      validUntil: coins.expiration,
    })
  })

  test('a payment of tokens may cost the whole ceiling, and never more', () => {
    const plan = { amount: 1_500_000n, fee: 30n * trx, spends: [], validUntil: tokens.expiration }
    expect(tron.plan(tokens)).toEqual(plan)
    // The network takes no limit above 15 000 TRX.
    const rich = { ...tokens, balance: 20_000n * trx, feeCeiling: 20_000n * trx }
    expect(tron.plan(rich).fee).toBe(15_000n * trx + bandwidth)
  })

  test('the fee does not depend on the amount', () => {
    for (const amount of [1n, 127n, 128n, 90n * trx, 'all'] as const)
      expect(tron.plan({ ...coins, amount }).fee).toBe(coinFee)
  })

  test('all: the coins less the fee, or all of the token', () => {
    expect(tron.plan({ ...coins, amount: 'all' }).amount).toBe(coins.balance - coinFee)
    expect(tron.plan({ ...tokens, amount: 'all' }).amount).toBe(2_000_000n)
  })

  test('the last sun and the last unit can be paid, in the last millisecond', () => {
    expect(tron.plan({ ...coins, amount: coins.balance - coinFee }).amount).toBe(coins.balance - coinFee)
    expect(tron.plan({ ...tokens, amount: 2_000_000n, balance: 30n * trx }).amount).toBe(2_000_000n)
    expect(tron.plan({ ...coins, expiration: coins.timestamp + day }).validUntil).toBe(coins.timestamp + day)
  })

  test.each<[string, string, Unsigned]>([
    ['a fee above the ceiling', 'fee_above_ceiling', { ...coins, feeCeiling: coinFee - 1n }],
    [
      'a ceiling below the cheapest transfer',
      'fee_above_ceiling',
      { ...tokens, feeCeiling: 6_399_999n + bandwidth },
    ],
    ['more than is there', 'insufficient_funds', { ...coins, amount: coins.balance - coinFee + 1n }],
    ['all of less than the fee', 'insufficient_funds', { ...coins, amount: 'all', balance: coinFee }],
    ['more tokens than there are', 'insufficient_funds', { ...tokens, amount: 2_000_001n }],
    ['all of no tokens', 'insufficient_funds', { ...tokens, amount: 'all', tokenBalance: 0n }],
    ['a token without coins for gas', 'gas_missing', { ...tokens, balance: 30n * trx - 1n }],
    ['a payment to itself', 'same_address', { ...coins, to: from }],
    ['nothing', 'dust', { ...coins, amount: 0n }],
    ['nothing of a token', 'dust', { ...tokens, amount: 0n }],
    ['coins for the contract of the token', 'input_invalid', { ...coins, to: token }],
    ['tokens for the contract of the token', 'input_invalid', { ...tokens, to: token }],
    ['a payment to nobody', 'input_invalid', { ...coins, to: tronAddress(`0x${'0'.repeat(40)}`) }],
    ['an address with a wrong checksum', 'input_invalid', { ...coins, to: from.replace('U', 'V') }],
    [
      'an address of another network',
      'input_invalid',
      { ...coins, to: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' },
    ],
    ['a negative amount', 'input_invalid', { ...coins, amount: -1n }],
    ['an amount beyond 63 bits', 'input_invalid', { ...coins, amount: 2n ** 63n, balance: 2n ** 64n }],
    ['tokens beyond 256 bits', 'input_invalid', { ...tokens, amount: 2n ** 256n, tokenBalance: 2n ** 256n }],
    ['tokens of which nobody said how many', 'input_invalid', { ...tokens, tokenBalance: null }],
    ['a block of another length', 'input_invalid', { ...coins, blockId: new Uint8Array(31) }],
    ['an expiration at its own time', 'expired', { ...coins, expiration: coins.timestamp }],
    ['an expiration before its own time', 'expired', { ...coins, expiration: coins.timestamp - 1 }],
    ['a life of more than 24 hours', 'input_invalid', { ...coins, expiration: coins.timestamp + day + 1 }],
    ['a time that is no whole number', 'input_invalid', { ...coins, timestamp: 0.5 }],
    ['an expiration that is no whole number', 'input_invalid', { ...coins, expiration: Number.NaN }],
    ['another asset', 'input_invalid', { ...coins, asset: 'ETH' as 'TRX' }],
  ])('%s is refused', (_case, code, transaction) => {
    expect(() => tron.plan(transaction)).toThrow(
      expect.objectContaining({ name: 'TransactionRefused', code }),
    )
  })
})
