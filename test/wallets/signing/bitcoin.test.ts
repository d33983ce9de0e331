import { bech32m } from '@scure/base'
import { Transaction } from 'bitcoinjs-lib'
import { afterAll, describe, expect, test } from 'vitest'
import { derivations } from '../../../server/features/wallets/derivation/derivation.ts'
import type { RefusalCode, SignedTransaction } from '../../../server/features/wallets/signing/model.ts'
import { bitcoin } from '../../../server/features/wallets/signing/networks/bitcoin.ts'
import { createSigningPool } from '../../../server/features/wallets/signing/signing-pool.ts'
import { scaled } from '../../support/cases/scale.ts'
import {
  type BitcoinPayment,
  paidTransaction,
  signBitcoin,
  withAmount,
} from '../../support/outside/bitcoin-payments.ts'
import { signAsDecided } from '../../support/outside/thread-decisions.ts'
import { entropy, paid, paidId, payment, wallet } from './bitcoin-fixtures.ts'

const all21Million = 2_100_000_000_000_000n

/** The amounts that a signed transaction pays, by bitcoinjs-lib. */
function amountsOf({ raw }: SignedTransaction): bigint[] {
  return Transaction.fromHex(raw).outs.map(({ value }) => value)
}

describe('a plan', () => {
  test('pays the rate for the size that the transaction will have, and the rest is change', () => {
    const signed = signBitcoin(payment(), wallet)
    // One input, two outputs of P2WPKH, a signature of 71 bytes: 140.25 virtual bytes, so 141.
    const fee = 353n
    expect(signed).toMatchObject({ amount: 50_000n, fee, spends: [`${paidId}:0`], validUntil: null })
    expect(amountsOf(signed)).toEqual([50_000n, 100_000n - 50_000n - fee])
    expect(Transaction.fromHex(signed.raw)).toMatchObject({
      version: 2,
      locktime: 0,
      ins: [{ sequence: 0xffff_fffd }],
    })
  })

  test('spends all given outputs, in their order', () => {
    const previous = [
      { transaction: paid, outputs: [2, 0] },
      { transaction: paidTransaction([{ script: wallet.script, amount: 7n }], { number: 1 }), outputs: [0] },
    ]
    const { spends } = bitcoin.plan(payment({ previous }))
    expect(spends.slice(0, 2)).toEqual([`${paidId}:2`, `${paidId}:0`])
    expect(spends).toHaveLength(3)
  })

  test('of all has no change', () => {
    const signed = signBitcoin(
      payment({ amount: 'all', previous: [{ transaction: paid, outputs: [0, 2] }] }),
      wallet,
    )
    expect(amountsOf(signed)).toEqual([120_000n - signed.fee])
    expect(signed.amount).toBe(120_000n - signed.fee)
  })

  // At 1 satoshi a virtual byte: 110 without change, 141 with it. Below 294 it would be dust.
  test.each([
    [100_000n - 141n - 294n, 141n],
    [100_000n - 141n - 293n, 434n],
    [100_000n - 110n, 110n],
  ])('to pay %s of 100000 costs %s: change that is dust goes to the fee', (amount, fee) => {
    const signed = signBitcoin(payment({ amount, feeRate: 1_000n }), wallet)
    expect(signed.fee).toBe(fee)
    expect(amountsOf(signed)).toEqual(fee === 141n ? [amount, 294n] : [amount])
  })

  test('a fee rate is rounded up to whole satoshi', () => {
    expect(bitcoin.plan(payment({ feeRate: 1_001n })).fee).toBe(142n)
  })
})

const oneOutput = (amount: bigint, number = 0) => [
  { transaction: paidTransaction([{ script: wallet.script, amount }], { number }), outputs: [0] },
]
const withoutWitness = Transaction.fromBuffer(paid)
withoutWitness.stripWitnesses()
// An x coordinate that is not on the curve: 5 is one.
const noKey = bech32m.encode('bc', [1, ...bech32m.toWords(new Uint8Array(32).fill(5, 31))])

test.each<[string, RefusalCode, Partial<BitcoinPayment>, string?]>([
  ['a fee above the ceiling', 'fee_above_ceiling', { feeCeiling: 352n }],
  [
    'a fee that dust would lift above the ceiling',
    'fee_above_ceiling',
    { amount: 99_600n, feeRate: 1_000n, feeCeiling: 399n },
  ],
  ['a fee of all above the ceiling', 'fee_above_ceiling', { amount: 'all', feeCeiling: 274n }],
  ['a fee rate of nothing', 'input_invalid', { feeRate: 0n }, 'fee rate'],
  ['a fee rate below nothing', 'input_invalid', { feeRate: -1_000n }, 'fee rate'],
  ['a fee rate that no node relays', 'input_invalid', { feeRate: 99n }, 'fee rate'],
  ['an absurd fee rate', 'input_invalid', { feeRate: 10_000_001n, feeCeiling: all21Million }, 'fee rate'],
  ['an amount of nothing', 'dust', { amount: 0n }],
  ['an amount below nothing', 'dust', { amount: -1n }],
  ['dust for P2WPKH', 'dust', { amount: 293n }],
  ['dust for P2PKH', 'dust', { to: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', amount: 545n }],
  ['dust for P2SH', 'dust', { to: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', amount: 539n }],
  [
    'dust for P2WSH',
    'dust',
    { to: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', amount: 329n },
  ],
  [
    'dust for P2TR',
    'dust',
    { to: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', amount: 329n },
  ],
  [
    'a later witness version, which anybody can spend',
    'input_invalid',
    { to: 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs' },
    'lost',
  ],
  ['an address to burn coins', 'input_invalid', { to: '1BitcoinEaterAddressDontSendf59kuE' }, 'lost'],
  ['all, if it is dust', 'dust', { amount: 'all', previous: oneOutput(110n + 293n), feeRate: 1_000n }],
  ['the address of the wallet itself', 'same_address', { to: wallet.address }],
  ['the same in capital letters', 'same_address', { to: wallet.address.toUpperCase() }],
  ['more than there is', 'insufficient_funds', { amount: 100_001n }],
  ['what leaves too little for the fee', 'insufficient_funds', { amount: 99_999n }],
  ['all of what the fee eats up', 'insufficient_funds', { amount: 'all', previous: oneOutput(275n) }],
  ['no outputs', 'insufficient_funds', { previous: [{ transaction: paid, outputs: [] }] }, 'No output'],
  [
    'an output that is not there',
    'input_invalid',
    { previous: [{ transaction: paid, outputs: [3] }] },
    'no such output',
  ],
  [
    'an output below the first',
    'input_invalid',
    { previous: [{ transaction: paid, outputs: [-1] }] },
    'no such output',
  ],
  [
    'half an output',
    'input_invalid',
    { previous: [{ transaction: paid, outputs: [0.5] }] },
    'no such output',
  ],
  [
    'an output of somebody else',
    'input_invalid',
    { previous: [{ transaction: paid, outputs: [0, 1] }] },
    'does not pay the wallet',
  ],
  ['an output twice', 'input_invalid', { previous: [{ transaction: paid, outputs: [0, 0] }] }, 'named twice'],
  [
    'an output twice, once without its witness',
    'input_invalid',
    {
      previous: [
        { transaction: paid, outputs: [0] },
        { transaction: withoutWitness.toBuffer(), outputs: [0] },
      ],
    },
    'named twice',
  ],
  [
    'more outputs than it signs at once',
    'input_invalid',
    { previous: [{ transaction: paid, outputs: Array.from({ length: 501 }, (_, index) => index) }] },
    'More outputs',
  ],
  [
    'no bytes',
    'input_invalid',
    { previous: [{ transaction: new Uint8Array(), outputs: [0] }] },
    'bytes missing',
  ],
  [
    'bytes that are no transaction',
    'input_invalid',
    { previous: [{ transaction: new Uint8Array(200).fill(1), outputs: [0] }] },
    'Not a bitcoin transaction',
  ],
  [
    'bytes after a transaction',
    'input_invalid',
    { previous: [{ transaction: new Uint8Array([...paid, 0]), outputs: [0] }] },
    'bytes after its end',
  ],
  [
    'one output above 21 million bitcoin',
    'input_invalid',
    { previous: [{ transaction: withAmount(paid, all21Million + 1n), outputs: [0] }] },
    'too much money',
  ],
  [
    'outputs that add up to more than 21 million bitcoin',
    'input_invalid',
    { previous: [...oneOutput(all21Million), ...oneOutput(1n, 1)] },
    'more than all bitcoin',
  ],
  [
    'an address of another chain',
    'input_invalid',
    { to: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    'not one of bitcoin',
  ],
  ['a taproot address without a key', 'input_invalid', { to: noKey }, 'lost'],
  [
    'a wallet of another kind',
    'input_invalid',
    { from: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', previous: [{ transaction: paid, outputs: [0] }] },
    'not one of a wallet',
  ],
])('%s is refused', (_what, code, fields, message = '') => {
  expect(() => bitcoin.plan(payment(fields))).toThrow(
    expect.objectContaining({
      name: 'TransactionRefused',
      code,
      message: expect.stringContaining(message),
    }),
  )
})

test('something else than planned is not signed', () => {
  const planned = bitcoin.plan(payment())
  expect(() => bitcoin.sign(payment({ amount: 60_000n }), planned, wallet.key)).toThrow('planned')
})

describe('through the threads', () => {
  const pool = createSigningPool()
  afterAll(() => pool.close())
  const withPath = (bytes: Buffer) => ({ entropy: Buffer.from(bytes), path: derivations.bitcoin.path })

  test('signs the same bytes every time, and zeroes the entropy', async () => {
    const secret = withPath(entropy)
    expect(await signAsDecided(pool, payment(), secret)).toEqual(signBitcoin(payment(), wallet))
    expect(secret.entropy).toEqual(Buffer.alloc(32))
    expect(await pool.plan(payment())).toEqual(bitcoin.plan(payment()))
  })

  test('the key of another address signs nothing', async () => {
    for (const secret of [withPath(Buffer.alloc(32, 8)), { ...withPath(entropy), path: "m/84'/0'/0'/0/1" }])
      await expect(signAsDecided(pool, payment(), secret)).rejects.toMatchObject({ code: 'address_drifted' })
  })

  test('a refusal arrives with its code and amounts', async () => {
    await expect(pool.plan(payment({ feeCeiling: 352n }))).rejects.toMatchObject({
      name: 'TransactionRefused',
      code: 'fee_above_ceiling',
      context: { fee: '353', ceiling: '352' },
    })
  })

  test('many previous transactions are planned and signed', async () => {
    const count = scaled(40, 200)
    const previous = Array.from({ length: count }, (_, number) => ({
      transaction: paidTransaction(
        Array.from({ length: 50 }, () => ({ script: wallet.script, amount: 10_000n })),
        { number },
      ),
      outputs: [number % 50],
    }))
    const signed = await signAsDecided(
      pool,
      payment({ amount: 'all', feeCeiling: 100_000n, previous }),
      withPath(entropy),
    )
    expect(signed.spends).toHaveLength(count)
    expect(amountsOf(signed)).toEqual([BigInt(count) * 10_000n - signed.fee])
  })
})
