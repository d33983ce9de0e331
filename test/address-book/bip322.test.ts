import { readFileSync } from 'node:fs'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { payments, type Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import {
  messageHash,
  toSign,
  toSpend,
  transactionId,
} from '../../server/features/wallets/messages/bip322-transactions.ts'
import { verifyProof } from '../../server/features/wallets/messages/verify-proof.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { full, signer, simple } from './bip322-signer.ts'

type Vector = { type: string; message: string; address: string; signature: string }
const vectors = JSON.parse(readFileSync('test/vectors/bip322.json', 'utf8')) as {
  hashes: { message: string; address: string; message_hash: string; to_spend: string; to_sign: string }[]
  valid: Vector[]
  needs_scripts: Vector[]
  invalid: Vector[]
}

const verify = ({ address, message, signature }: Omit<Vector, 'type'>) =>
  verifyProof('bitcoin', address, { message, signature })
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('the vectors of BIP-322', () => {
  it.each(vectors.hashes)('hashes "$message"', ({ message, address, message_hash, to_spend, to_sign }) => {
    const script = payments.p2wpkh({ address }).output as Uint8Array
    expect(hex(messageHash(message))).toBe(message_hash)
    expect(hex(transactionId(toSpend(message, script)))).toBe(to_spend)
    expect(hex(transactionId(toSign(message, script)))).toBe(to_sign)
  })

  it.each(vectors.valid)('accepts $type: $signature', (vector) => {
    expect(verify(vector)).toBe(true)
  })

  it.each(vectors.valid)('refuses another message for $type: $signature', (vector) => {
    expect(verify({ ...vector, message: `${vector.message} ` })).toBe(false)
  })

  it.each(vectors.needs_scripts)('refuses what needs scripts: $type', (vector) => {
    expect(verify(vector)).toBe(false)
  })

  it.each(vectors.invalid)('refuses $type', (vector) => {
    expect(verify(vector)).toBe(false)
  })
})

const kinds = ['p2pkh', 'p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const
const keys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((key) => secp256k1.utils.isValidSecretKey(key))
const messages = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string(),
  fc.constant('Адрес компании «Ромашка» 🦊'),
)
/** A bit of the decoded signature. */
const places = fc.nat()

function flipped(text: string, place: number): string {
  const bytes = Buffer.from(text, 'base64')
  const bit = place % (bytes.length * 8)
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return bytes.toString('base64')
}

describe('signatures made with bitcoinjs-lib', () => {
  it('are accepted, and refused with a changed message, address or bit', () => {
    fc.assert(
      fc.property(
        keys,
        keys,
        messages,
        fc.constantFrom(...kinds),
        places,
        (key, other, message, kind, place) => {
          const made = signer(key)[kind](message)
          const { address } = made
          const formats = kind === 'p2pkh' ? [full(made)] : [full(made), simple(made)]
          for (const signature of formats) {
            expect(verify({ address, message, signature })).toBe(true)
            expect(verify({ address, message: `${message}.`, signature })).toBe(false)
            expect(verify({ address, message, signature: flipped(signature, place) })).toBe(false)
            if (Buffer.compare(key, other) !== 0) {
              const another = signer(other)[kind](message).address
              expect(verify({ address: another, message, signature })).toBe(false)
            }
          }
        },
      ),
      { numRuns: runs(10) },
    )
  })

  const made = signer(Buffer.alloc(32, 7))

  it.each(kinds)('must sign everything: %s', (kind) => {
    for (const flag of [0x02, 0x03, 0x81, 0x82, 0x83]) {
      const signed = made[kind]('Hello', flag)
      expect(verify({ ...signed, signature: full(signed) })).toBe(false)
      expect(verify({ ...signed, signature: simple(signed) })).toBe(false)
    }
  })

  it('may name the flag of taproot that signs everything', () => {
    const signed = made.p2tr('Hello', 1)
    expect(verify({ ...signed, signature: simple(signed) })).toBe(true)
  })

  it.each(kinds)('must be of the transaction that the BIP says: %s', (kind) => {
    const changes: ((sign: Transaction) => void)[] = [
      (sign) => sign.addOutput(Buffer.of(0x6a), 0n),
      (sign) => sign.addInput(new Uint8Array(32).fill(1), 0, 0),
      (sign) => Object.assign(sign, { version: 1 }),
    ]
    for (const change of changes) {
      const signed = made[kind]('Hello')
      change(signed.sign)
      expect(verify({ ...signed, signature: full(signed) })).toBe(false)
    }
  })

  it('must be of the low form', () => {
    const signed = made.p2wpkh('Hello')
    const [signature = Buffer.of(), key = Buffer.of()] = signed.sign.ins[0]?.witness ?? []
    const low = secp256k1.Signature.fromBytes(signature.subarray(0, -1), 'der')
    const high = new secp256k1.Signature(low.r, secp256k1.Point.Fn.neg(low.s))
    signed.sign.setWitness(0, [Buffer.concat([high.toBytes('der'), Buffer.of(1)]), key])
    expect(verify({ ...signed, signature: simple(signed) })).toBe(false)
  })

  it('must be in one spelling', () => {
    const [signed] = vectors.valid as [Vector]
    const { signature } = signed
    expect(signature.endsWith('=')).toBe(true)
    const bytes = Buffer.from(signature, 'base64')
    const others = [
      `${signature}\n`,
      signature.replace('=', ''),
      Buffer.concat([bytes, Buffer.of(0)]).toString('base64'),
      // The same count in three bytes.
      Buffer.concat([Buffer.of(0xfd, 2, 0), bytes.subarray(1)]).toString('base64'),
    ]
    for (const other of others) expect(verify({ ...signed, signature: other })).toBe(false)
  })
})
