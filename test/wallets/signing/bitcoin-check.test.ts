import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Transaction } from 'bitcoinjs-lib'
import { expect, test } from 'vitest'
import type { SignedTransaction } from '../../../server/features/wallets/signing/model.ts'
import { bitcoin } from '../../../server/features/wallets/signing/networks/bitcoin.ts'
import { scaled } from '../../support/cases/scale.ts'
import { type BitcoinPayment, signBitcoin, withAmount } from '../../support/outside/bitcoin-payments.ts'
import { paid, paidId, payment, stranger, wallet } from './bitcoin-fixtures.ts'

const asked = payment({ previous: [{ transaction: paid, outputs: [0, 2] }] })
const signed = signBitcoin(asked, wallet)
const raw = Buffer.from(signed.raw, 'hex')
const withRaw = (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString('hex')
  // With its own id, as a builder that errs would have it.
  const txId = attempt(() => Transaction.fromHex(text).getId()) ?? signed.txId
  return { ...signed, raw: text, txId }
}

test('no byte of the signed bytes can differ', () => {
  for (let at = 0; at < raw.length; at += scaled(3, 1))
    for (let bit = 0; bit < scaled(1, 8); bit++) {
      const changed = Uint8Array.from(raw)
      changed[at] = (changed[at] ?? 0) ^ (1 << ((at + bit) % 8))
      expect(() => bitcoin.check(asked, withRaw(changed)), `byte ${at}`).toThrow()
    }
})

test('nothing can be missing or added', () => {
  for (let length = 0; length < raw.length; length += scaled(3, 1))
    expect(() => bitcoin.check(asked, withRaw(raw.subarray(0, length)))).toThrow()
  expect(() => bitcoin.check(asked, withRaw(Buffer.concat([raw, Buffer.of(0)])))).toThrow()
})

test('a signature with the other S is refused, as nodes do', () => {
  const changed = Transaction.fromHex(signed.raw)
  const [signature = new Uint8Array(), publicKey = new Uint8Array()] = changed.ins[0]?.witness ?? []
  const { r, s } = secp256k1.Signature.fromBytes(signature.subarray(0, -1), 'der')
  const other = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes('der')
  changed.setWitness(0, [new Uint8Array([...other, 1]), publicKey])
  // It is a byte longer: the rate is lowered, lest it be the reason.
  expect(() => bitcoin.check({ ...asked, feeRate: 2_000n }, withRaw(changed.toBuffer()))).toThrow('signature')
})

test.each<[string, Partial<SignedTransaction>]>([
  ['amount', { amount: signed.amount + 1n }],
  ['fee', { fee: signed.fee + 1n }],
  ['id', { txId: paidId }],
  ['spends', { spends: [...signed.spends].reverse() }],
  ['missing spend', { spends: signed.spends.slice(1) }],
  ['end of its life', { validUntil: 1 }],
  ['encoding', { encoding: 'base64' }],
  ['capital letters', { raw: signed.raw.toUpperCase() }],
])('another %s beside the same bytes is refused', (_what, fields) => {
  expect(() => bitcoin.check(asked, { ...signed, ...fields })).toThrow('not the planned one')
})

test.each<[string, Partial<BitcoinPayment>]>([
  ['recipient', { to: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }],
  ['wallet', { from: stranger.address, to: wallet.address }],
  ['amount', { amount: 50_001n }],
  ['amount: all', { amount: 'all' }],
  ['ceiling', { feeCeiling: signed.fee - 1n }],
  ['fee rate', { feeRate: 2_600n }],
  ['input', { previous: [{ transaction: paid, outputs: [0] }] }],
])('signed bytes for another %s are refused', (_what, fields) => {
  expect(() => bitcoin.check({ ...asked, ...fields }, signed)).toThrow()
})

test('change to somebody else is refused, even with right signatures', () => {
  const changed = Transaction.fromHex(signed.raw)
  const [, change] = changed.outs
  if (change) change.script = stranger.script
  for (const [at, amount] of [100_000n, 20_000n].entries()) {
    const code = new Uint8Array(Buffer.from(`76a914${hex(wallet.script.subarray(2))}88ac`, 'hex'))
    const hash = changed.hashForWitnessV0(at, code, amount, Transaction.SIGHASH_ALL)
    const options = { prehash: false, format: 'der' } as const
    const signature = secp256k1.sign(hash, wallet.key.privateKey, options)
    changed.setWitness(at, [new Uint8Array([...signature, 1]), wallet.key.publicKey])
  }
  expect(() => bitcoin.check(asked, withRaw(changed.toBuffer()))).toThrow('recipient of the change')
})

test('a lied amount changes the id of what is spent, so the chain knows no such output', () => {
  const lied = withAmount(paid, 100_000_000n)
  const asked = payment({ previous: [{ transaction: lied, outputs: [0] }] })
  expect(bitcoin.plan(asked).spends).not.toEqual([`${paidId}:0`])
  expect(() => bitcoin.check(asked, signBitcoin(payment(), wallet))).toThrow('input')
})

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
