import { describe, expect, test } from 'vitest'
import { contractOf } from '../../../contract/money/assets.ts'
import type { UnsignedOn } from '../../../server/features/wallets/signing/model.ts'
import { ethereum } from '../../../server/features/wallets/signing/networks/ethereum.ts'
import { coins, from, gwei, to, tokens } from './ethereum-payments.ts'

type Unsigned = UnsignedOn<'ethereum'>

const token = contractOf('ethereum', 'USDT')
const fee = 21_000n * 30n * gwei

describe('what is planned', () => {
  test('the fee is the gas limit at the highest price, and the nonce is spent', () => {
    expect(ethereum.plan(coins)).toEqual({ amount: 10n ** 18n, fee, spends: ['nonce:7'], validUntil: null })
    expect(ethereum.plan(tokens)).toEqual({
      amount: 1_500_000n,
      fee: 100_000n * 30n * gwei,
      spends: ['nonce:7'],
      validUntil: null,
    })
  })

  test('all: the coins less the fee, or all of the token', () => {
    expect(ethereum.plan({ ...coins, amount: 'all' }).amount).toBe(coins.balance - fee)
    expect(ethereum.plan({ ...coins, amount: 'all', balance: fee + 1n }).amount).toBe(1n)
    expect(ethereum.plan({ ...tokens, amount: 'all' }).amount).toBe(2_000_000n)
  })

  test('the last wei and the last unit can be paid', () => {
    expect(ethereum.plan({ ...coins, amount: coins.balance - fee }).amount).toBe(coins.balance - fee)
    expect(ethereum.plan({ ...tokens, amount: 2_000_000n, balance: 100_000n * 30n * gwei }).amount).toBe(
      2_000_000n,
    )
  })

  test.each<[string, string, Unsigned]>([
    ['a fee above the ceiling', 'fee_above_ceiling', { ...coins, feeCeiling: fee - 1n }],
    ['a fee of a token above the ceiling', 'fee_above_ceiling', { ...tokens, feeCeiling: fee }],
    [
      'a part for the validator above the price',
      'input_invalid',
      { ...coins, maxPriorityFeePerGas: 30n * gwei + 1n },
    ],
    ['gas for nothing', 'input_invalid', { ...coins, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }],
    ['more than is there', 'insufficient_funds', { ...coins, amount: coins.balance - fee + 1n }],
    ['all of less than the fee', 'insufficient_funds', { ...coins, amount: 'all', balance: fee }],
    ['more tokens than there are', 'insufficient_funds', { ...tokens, amount: 2_000_001n }],
    ['all of no tokens', 'insufficient_funds', { ...tokens, amount: 'all', tokenBalance: 0n }],
    ['a token without coins for gas', 'gas_missing', { ...tokens, balance: 100_000n * 30n * gwei - 1n }],
    ['a payment to itself', 'same_address', { ...coins, to: from }],
    ['a payment to itself in other letters', 'same_address', { ...coins, to: from.toLowerCase() }],
    ['nothing', 'dust', { ...coins, amount: 0n }],
    ['nothing of a token', 'dust', { ...tokens, amount: 0n }],
    ['coins for the contract of the token', 'input_invalid', { ...coins, to: token }],
    ['tokens for the contract of the token', 'input_invalid', { ...tokens, to: token.toLowerCase() }],
    ['a payment to nobody', 'input_invalid', { ...coins, to: `0x${'0'.repeat(40)}` }],
    ['an address with a wrong checksum', 'input_invalid', { ...coins, to: to.replace('d', 'D') }],
    [
      'an address of another network',
      'input_invalid',
      { ...coins, to: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
    ],
    ['a negative amount', 'input_invalid', { ...coins, amount: -1n }],
    [
      'an amount beyond 256 bits',
      'input_invalid',
      { ...tokens, amount: 2n ** 256n, tokenBalance: 2n ** 256n - 1n },
    ],
    ['a balance beyond 256 bits', 'input_invalid', { ...coins, balance: 2n ** 256n }],
    ['tokens beyond 256 bits', 'input_invalid', { ...tokens, tokenBalance: 2n ** 256n }],
    ['a nonce that the network does not know', 'input_invalid', { ...coins, nonce: 2n ** 64n - 1n }],
    ['a negative nonce', 'input_invalid', { ...coins, nonce: -1n }],
    ['tokens of which nobody said how many', 'input_invalid', { ...tokens, tokenBalance: null }],
    ['another asset', 'input_invalid', { ...coins, asset: 'TRX' as 'ETH' }],
  ])('%s is refused', (_case, code, transaction) => {
    expect(() => ethereum.plan(transaction)).toThrow(
      expect.objectContaining({ name: 'TransactionRefused', code }),
    )
  })
})
