import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import { Address } from '@ton/core'
import { keyPairFromSeed, sign as signTon } from '@ton/crypto'
import { WalletContractV3R2, WalletContractV4 } from '@ton/ton'
import { describe, expect, it } from 'vitest'
import { verifyProof } from '../../server/features/wallets/messages/verify-proof.ts'
import { fc, runs } from '../support/cases/properties.ts'

const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 })
const messages = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('Адрес ООО «Ромашка» 🦊'))
const bits = fc.nat(64 * 8 - 1)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const signWithNoble = (seed: Uint8Array, message: string) =>
  Buffer.from(ed25519.sign(Buffer.from(message), seed))

function flipped(bytes: Uint8Array, bit: number): Buffer {
  const changed = Buffer.from(bytes)
  const place = bit % (bytes.length * 8)
  changed[place >> 3] = (changed[place >> 3] ?? 0) ^ (1 << (place & 7))
  return changed
}

describe('solana, signed with tweetnacl and with @noble/curves', () => {
  const verify = (address: string, message: string, signature: string, public_key?: string) =>
    verifyProof('solana', address, { message, signature, ...(public_key !== undefined && { public_key }) })

  it('accepts all three spellings, and nothing that was changed', () => {
    fc.assert(
      fc.property(seeds, messages, bits, (seed, message, bit) => {
        const pair = keyPairFromSeed(Buffer.from(seed))
        const address = new PublicKey(pair.publicKey).toBase58()
        const signature = signTon(Buffer.from(message), pair.secretKey)
        expect(signWithNoble(seed, message)).toEqual(signature)
        const spellings = [
          (bytes: Uint8Array) => base58.encode(bytes),
          (bytes: Uint8Array) => Buffer.from(bytes).toString('base64'),
          hex,
        ]
        for (const spelling of spellings) {
          expect(verify(address, message, spelling(signature))).toBe(true)
          expect(verify(address, message, spelling(flipped(signature, bit)))).toBe(false)
        }
        expect(verify(address, `${message} `, hex(signature))).toBe(false)
        const another = base58.encode(flipped(pair.publicKey, bit))
        expect(verify(another, message, hex(signature))).toBe(false)
        expect(verify(address, message, hex(signature), hex(pair.publicKey))).toBe(true)
        expect(verify(address, message, hex(signature), hex(flipped(pair.publicKey, bit)))).toBe(false)
      }),
      { numRuns: runs(8) },
    )
  })

  it('refuses s above the order of the curve, with which anybody could write a signature again', () => {
    const seed = Buffer.alloc(32, 3)
    const address = base58.encode(ed25519.getPublicKey(seed))
    const signature = signWithNoble(seed, 'Hello')
    expect(verify(address, 'Hello', hex(signature))).toBe(true)
    const s = BigInt(`0x${hex(Buffer.from(signature.subarray(32)).reverse())}`) + ed25519.Point.Fn.ORDER
    const above = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()
    expect(verify(address, 'Hello', hex(Buffer.concat([signature.subarray(0, 32), above])))).toBe(false)
  })

  it('refuses keys of small order, for which one signature fits every message', () => {
    // The point (0, 1), of order 1: with R the same point and s = 0, the equation holds whatever was signed.
    const identity = Buffer.alloc(32)
    identity[0] = 1
    const signature = Buffer.concat([identity, Buffer.alloc(32)])
    expect(ed25519.verify(signature, Buffer.from('Hello'), identity, { zip215: true })).toBe(true)
    expect(verify(base58.encode(identity), 'Hello', hex(signature))).toBe(false)
    // The same point, written as p + 1.
    const again = Buffer.alloc(32, 0xff)
    again[0] = 0xee
    again[31] = 0x7f
    expect(ed25519.verify(signature, Buffer.from('Hello'), again, { zip215: true })).toBe(true)
    expect(verify(base58.encode(again), 'Hello', hex(signature))).toBe(false)
  })
})

describe('ton, signed with @ton/crypto', () => {
  const verify = (address: string, message: string, signature: string, public_key?: string) =>
    verifyProof('ton', address, { message, signature, ...(public_key !== undefined && { public_key }) })

  it('accepts every spelling of the address of a wallet v4R2, and nothing that was changed', () => {
    fc.assert(
      fc.property(seeds, messages, bits, (seed, message, bit) => {
        const { publicKey, secretKey } = keyPairFromSeed(Buffer.from(seed))
        const { address } = WalletContractV4.create({ workchain: 0, publicKey })
        const signature = signTon(Buffer.from(message), secretKey).toString('base64')
        const key = hex(publicKey)
        const spellings = [
          address.toRawString(),
          address.toString({ bounceable: true }),
          address.toString({ bounceable: false }),
          address.toString({ bounceable: false, urlSafe: false }),
        ]
        for (const spelling of spellings) expect(verify(spelling, message, signature, key)).toBe(true)
        const usual = address.toString()
        expect(verify(usual, `${message} `, signature, key)).toBe(false)
        expect(verify(usual, message, signature, hex(flipped(publicKey, bit)))).toBe(false)
        const changed = flipped(Buffer.from(signature, 'base64'), bit).toString('base64')
        expect(verify(usual, message, changed, key)).toBe(false)
        expect(verify(new Address(0, flipped(address.hash, bit)).toString(), message, signature, key)).toBe(
          false,
        )
      }),
      { numRuns: runs(8) },
    )
  })

  const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 4))
  const signature = signTon(Buffer.from('Hello'), secretKey).toString('base64')
  const { address } = WalletContractV4.create({ workchain: 0, publicKey })

  it('needs the key', () => {
    expect(verify(address.toString(), 'Hello', signature)).toBe(false)
    expect(verify(address.toString(), 'Hello', signature, '')).toBe(false)
  })

  it('refuses other contracts, workchains and networks of the same key', () => {
    const others = [
      WalletContractV3R2.create({ workchain: 0, publicKey }).address.toString(),
      WalletContractV4.create({ workchain: -1, publicKey }).address.toString(),
      new Address(-1, address.hash).toString(),
      address.toString({ testOnly: true }),
    ]
    for (const other of others) expect(verify(other, 'Hello', signature, hex(publicKey))).toBe(false)
  })
})
