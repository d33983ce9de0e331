import { sign as opensslSign, verify as opensslVerify } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  ComputeBudgetProgram,
  Keypair,
  SystemInstruction,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import type { PlannedTransaction, SignedTransaction } from '../../../server/features/wallets/signing/model.ts'
import { solana } from '../../../server/features/wallets/signing/networks/solana.ts'
import { fc } from '../../support/cases/properties.ts'
import { scaled } from '../../support/cases/scale.ts'
import {
  blockhash,
  check,
  durable,
  keyOf,
  messageOf,
  opensslKey,
  payer,
  payment,
  payments,
  signedBy,
  type Unsigned,
} from './solana-payments.ts'

describe('agrees with other libraries', () => {
  test('every byte is that of @solana/web3.js', () => {
    fc.assert(
      fc.property(payments, ({ pair, transaction }) => {
        const signed = signedBy(pair, transaction)
        const other = new VersionedTransaction(messageOf(transaction, signed.amount).compileToLegacyMessage())
        other.sign([pair])
        expect(signed.raw).toBe(Buffer.from(other.serialize()).toString('base64'))
      }),
    )
  })

  test('@solana/web3.js reads what was planned, and OpenSSL makes and accepts the signature', () => {
    fc.assert(
      fc.property(payments, ({ pair, transaction }) => {
        const signed = signedBy(pair, transaction)
        const read = Transaction.from(Buffer.from(signed.raw, 'base64'))
        const transfer = SystemInstruction.decodeTransfer(read.instructions.at(-1) as TransactionInstruction)
        expect(transfer.fromPubkey.toBase58()).toBe(transaction.from)
        expect(transfer.toPubkey.toBase58()).toBe(transaction.to)
        expect(BigInt(transfer.lamports)).toBe(signed.amount)
        expect(read.feePayer?.toBase58()).toBe(transaction.from)
        expect(read.signatures).toHaveLength(1)
        if ('nonce' in transaction.lifetime) {
          const advance = SystemInstruction.decodeNonceAdvance(read.instructions[0] as TransactionInstruction)
          expect(advance.noncePubkey.toBase58()).toBe(transaction.lifetime.nonceAccount)
          expect(advance.authorizedPubkey.toBase58()).toBe(transaction.from)
          expect(read.recentBlockhash).toBe(transaction.lifetime.nonce)
        } else {
          expect(read.instructions).toHaveLength(1)
          expect(read.recentBlockhash).toBe(transaction.lifetime.blockhash)
        }

        const { privateKey, publicKey } = opensslKey(pair)
        const message = Buffer.from(signed.raw, 'base64').subarray(65)
        const signature = base58.decode(signed.txId)
        expect(opensslVerify(null, message, publicKey, signature)).toBe(true)
        expect(opensslSign(null, message, privateKey)).toEqual(Buffer.from(signature))
      }),
    )
  })
})

describe('reads its own output again', () => {
  /** Not every byte in `npm test`, but some of every field: none is longer than 64 bytes. */
  const step = scaled(5, 1)
  const kinds: [string, Unsigned][] = [
    ['with a block hash', payment],
    ['with a durable nonce', { ...payment, lifetime: durable }],
  ]

  test.each(kinds)('any changed byte is found, %s', (_kind, transaction) => {
    const signed = signedBy(payer, transaction)
    const bytes = Buffer.from(signed.raw, 'base64')
    for (let index = 0; index < bytes.length; index += step) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] as number) ^ (1 << (index % 8))
      expect(
        () => check(transaction, { ...signed, raw: changed.toString('base64') }),
        `byte ${index}`,
      ).toThrow()
    }
  })

  test.each(kinds)(
    'any changed byte of the message is found also if it is signed, %s',
    (_kind, transaction) => {
      const signed = signedBy(payer, transaction)
      const message = Buffer.from(signed.raw, 'base64').subarray(65)
      for (let index = 0; index < message.length; index += step) {
        const changed = Buffer.from(message)
        changed[index] = (changed[index] as number) ^ (1 << (index % 8))
        expect(() => check(transaction, { ...signed, ...resigned(changed) }), `byte ${index}`).toThrow()
      }
    },
  )

  test.each<[string, Partial<Unsigned>]>([
    ['recipient', { to: Keypair.fromSeed(Buffer.alloc(32, 3)).publicKey.toBase58() }],
    ['payer', { from: Keypair.fromSeed(Buffer.alloc(32, 3)).publicKey.toBase58() }],
    ['amount', { amount: 2_000_001n }],
    ['amount of everything', { amount: 'all' }],
    ['block hash', { lifetime: { blockhash: base58.encode(Buffer.alloc(32, 8)) } }],
    ['kind of lifetime', { lifetime: durable }],
    ['time', { timestamp: payment.timestamp + 1 }],
    ['fee ceiling', { feeCeiling: 4_999n }],
  ])('another %s is found', (_what, changed) => {
    const signed = signedBy(payer, payment)
    expect(() => check({ ...payment, ...changed }, signed)).toThrow('not what was planned')
  })

  test.each<[string, Partial<SignedTransaction>]>([
    ['amount', { amount: 2_000_001n }],
    ['fee', { fee: 10_000n }],
    ['reservation', { spends: ['nonce:1'] }],
    ['end of validity', { validUntil: null }],
    ['id', { txId: base58.encode(Buffer.alloc(64, 1)) }],
    ['encoding', { encoding: 'hex' }],
  ])('a wrong %s beside the bytes is found', (_what, changed) => {
    expect(() => check(payment, { ...signedBy(payer, payment), ...changed })).toThrow('not what was planned')
  })

  test('a plan with another amount than the approved one is found', () => {
    const planned: PlannedTransaction = { ...solana.plan(payment), amount: 3_000_000n }
    const signed = { ...planned, ...solana.sign(payment, planned, keyOf(payer)) }
    expect(() => check(payment, signed)).toThrow('amount')
  })

  const stranger = Keypair.fromSeed(Buffer.alloc(32, 6))
  const [transfer] = messageOf(payment, 2_000_000n).instructions as [TransactionInstruction]
  const compiled = (instructions: TransactionInstruction[]) =>
    new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions })
  const second = SystemProgram.transfer({
    fromPubkey: payer.publicKey,
    toPubkey: stranger.publicKey,
    lamports: 1n,
  })
  const others: [string, VersionedTransaction, Keypair[]][] = [
    [
      'a second payment',
      new VersionedTransaction(compiled([transfer, second]).compileToLegacyMessage()),
      [payer],
    ],
    [
      'the payment twice',
      new VersionedTransaction(compiled([transfer, transfer]).compileToLegacyMessage()),
      [payer],
    ],
    ['a version', new VersionedTransaction(compiled([transfer]).compileToV0Message()), [payer]],
    [
      'a price for priority',
      new VersionedTransaction(
        compiled([
          ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1n }),
          transfer,
        ]).compileToLegacyMessage(),
      ),
      [payer],
    ],
    [
      'another one who pays the fee',
      new VersionedTransaction(
        new TransactionMessage({
          payerKey: stranger.publicKey,
          recentBlockhash: blockhash,
          instructions: [transfer],
        }).compileToLegacyMessage(),
      ),
      [stranger, payer],
    ],
  ]
  test.each(others)('%s is found', (_what, other, signers) => {
    const honest = signedBy(payer, payment)
    other.sign(signers)
    const raw = Buffer.from(other.serialize()).toString('base64')
    const txId = base58.encode(other.signatures[0] as Uint8Array)
    expect(() => check(payment, { ...honest, raw, txId })).toThrow()
  })

  test('what follows the transaction, and a length in more bytes than needed, are found', () => {
    const signed = signedBy(payer, payment)
    const bytes = Buffer.from(signed.raw, 'base64')
    const long = Buffer.concat([bytes, Buffer.of(0)])
    expect(() => check(payment, { ...signed, raw: long.toString('base64') })).toThrow('follows')
    const padded = Buffer.concat([Buffer.of(0x81, 0), bytes.subarray(1)])
    expect(() => check(payment, { ...signed, raw: padded.toString('base64') })).toThrow(
      'longer than it has to be',
    )
  })
})

function resigned(message: Uint8Array): { raw: string; txId: string } {
  const signature = opensslSign(null, message, opensslKey(payer).privateKey)
  return {
    raw: Buffer.concat([Buffer.of(1), signature, message]).toString('base64'),
    txId: base58.encode(signature),
  }
}
