import { createBase58check } from '@scure/base'
import { address as addresses } from 'bitcoinjs-lib'
import { expect } from 'vitest'
import {
  type PlannedTransaction,
  TransactionRefused,
} from '../../../server/features/wallets/signing/model.ts'
import { bitcoin } from '../../../server/features/wallets/signing/networks/bitcoin.ts'
import { fc } from '../../support/cases/properties.ts'
import {
  type BitcoinPayment,
  bitcoinWallet,
  paidTransaction,
  sha256,
} from '../../support/outside/bitcoin-payments.ts'

const stranger = bitcoinWallet(Buffer.alloc(32, 9))
const base58check = createBase58check(sha256)
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

/** Every kind of address, in the encoding of bitcoinjs-lib but for the two that are older. */
export const destinations = fc.oneof(
  bytes(20).map((hash) => base58check.encode(new Uint8Array([0, ...hash]))),
  bytes(20).map((hash) => base58check.encode(new Uint8Array([5, ...hash]))),
  bytes(20).map((hash) => addresses.toBech32(hash, 0, 'bc')),
  bytes(32).map((hash) => addresses.toBech32(hash, 0, 'bc')),
  bytes(32).map((key) => addresses.toBech32(key, 1, 'bc')),
  fc
    .tuple(fc.integer({ min: 2, max: 16 }), fc.uint8Array({ minLength: 2, maxLength: 40 }))
    .map(([version, program]) => addresses.toBech32(program, version, 'bc')),
)

/** To derive one for each case would take most of the time. */
const wallets = fc.constantFrom(
  ...Array.from({ length: 10 }, (_, number) => bitcoinWallet(sha256(Buffer.of(number)))),
)
const amounts = fc.oneof(fc.bigInt(0n, 2_000n), fc.bigInt(0n, 1_000_000n), fc.bigInt(0n, 10_000_000_000n))

/** A wallet, and a payment from it that may be refused. */
export const cases = fc
  .record({
    wallet: wallets,
    to: destinations,
    amount: fc.oneof(amounts, fc.constant('all' as const)),
    feeCeiling: fc.oneof(fc.bigInt(0n, 3_000n), fc.bigInt(0n, 1_000_000n)),
    feeRate: fc.oneof(fc.bigInt(0n, 20_000n), fc.bigInt(0n, 500_000n)),
    received: fc.array(
      fc.record({
        hasWitness: fc.boolean(),
        outputs: fc.array(fc.record({ isOurs: fc.boolean(), amount: amounts }), {
          minLength: 1,
          maxLength: 5,
        }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ wallet, received, ...fields }) => {
    const previous = received.map(({ hasWitness, outputs }, number) => ({
      transaction: paidTransaction(
        outputs.map(({ isOurs, amount }) => ({ script: isOurs ? wallet.script : stranger.script, amount })),
        { number, hasWitness },
      ),
      outputs: outputs.flatMap(({ isOurs }, index) => (isOurs ? [index] : [])),
    }))
    const spent = received.flatMap(({ outputs }) => outputs.filter(({ isOurs }) => isOurs))
    const payment: BitcoinPayment = {
      network: 'bitcoin',
      asset: 'BTC',
      from: wallet.address,
      previous,
      ...fields,
    }
    return { wallet, payment, spent: spent.map(({ amount }) => amount) }
  })

/** Undefined: it was refused. */
export function plan(payment: BitcoinPayment): PlannedTransaction | undefined {
  try {
    return bitcoin.plan(payment)
  } catch (error) {
    expect(error).toBeInstanceOf(TransactionRefused)
    return undefined
  }
}
