import { secp256k1 } from '@noble/curves/secp256k1.js'
import { crypto, payments } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { verifyProof } from '../../server/features/wallets/messages/verify-proof.ts'
import { fc, runs } from '../support/cases/properties.ts'

const keys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((key) => secp256k1.utils.isValidSecretKey(key))

/** As `signmessage` of Bitcoin Core writes it; the hashes are those of bitcoinjs-lib. */
function signMessage(key: Uint8Array, message: string, first: 27 | 31 | 35 | 39) {
  const text = Buffer.from(message)
  const length =
    text.length < 253 ? Buffer.of(text.length) : Buffer.of(253, text.length & 255, text.length >> 8)
  const hash = crypto.hash256(Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), length, text]))
  const [recovery = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  return Buffer.of(first + recovery, ...rest)
}

const addressOf = (key: Uint8Array, isCompressed: boolean) =>
  payments.p2pkh({ hash: crypto.hash160(secp256k1.getPublicKey(key, isCompressed)) }).address as string

function verify(address: string, message: string, signature: Uint8Array): boolean {
  return verifyProof('bitcoin', address, { message, signature: Buffer.from(signature).toString('base64') })
}

describe('signed messages of p2pkh', () => {
  it('accepts a message that Bitcoin Core signs in its own tests', () => {
    // test/functional/rpc_signmessagewithprivkey.py of Bitcoin Core, whose addresses there are those of the test network.
    const signature =
      'INbVnW4e6PeRmsv2Qgu8NuopvrVjkcxob+sX8OcZG0SALhWybUjzMLPdAsXI46YZGb0KQTRii+wWIQzRpG/U+S0='
    const hash = payments.p2pkh({
      pubkey: secp256k1.getPublicKey(wif('cUeKHd5orzT3mz8P9pxyREHfsWtVfgsfDjiZZBcjUBAaGk1BTj7N')),
    }).hash as Uint8Array
    const address = payments.p2pkh({ hash }).address as string
    const message = 'This is just a test message'
    expect(verifyProof('bitcoin', address, { message, signature })).toBe(true)
    expect(verifyProof('bitcoin', address, { message: `${message}!`, signature })).toBe(false)
  })

  it('accepts compressed and uncompressed keys, and nothing that was changed', () => {
    const messages = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 260, maxLength: 400 }))
    fc.assert(
      fc.property(keys, messages, fc.boolean(), fc.nat(65 * 8 - 1), (key, message, isCompressed, bit) => {
        const address = addressOf(key, isCompressed)
        const signature = signMessage(key, message, isCompressed ? 31 : 27)
        expect(verify(address, message, signature)).toBe(true)
        expect(verify(address, `${message} `, signature)).toBe(false)
        expect(verify(addressOf(key, !isCompressed), message, signature)).toBe(false)
        signature[bit >> 3] = (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(verify(address, message, signature)).toBe(false)
      }),
      { numRuns: runs(10) },
    )
  })

  it('refuses them for every other kind of address', () => {
    const key = Buffer.alloc(32, 9)
    const pubkey = secp256k1.getPublicKey(key)
    const segwit = payments.p2wpkh({ pubkey })
    const wrapped = payments.p2sh({ redeem: segwit })
    for (const first of [27, 31, 35, 39] as const) {
      const signature = signMessage(key, 'Hello', first)
      expect(verify(segwit.address as string, 'Hello', signature)).toBe(false)
      expect(verify(wrapped.address as string, 'Hello', signature)).toBe(false)
      expect(verify(addressOf(key, true), 'Hello', signature)).toBe(first === 31)
    }
  })

  it('refuses the other s', () => {
    const key = Buffer.alloc(32, 9)
    const signature = signMessage(key, 'Hello', 31)
    const low = secp256k1.Signature.fromBytes(signature.subarray(1), 'compact')
    const high = new secp256k1.Signature(low.r, secp256k1.Point.Fn.neg(low.s)).toBytes('compact')
    const first = 31 + (((signature[0] as number) - 31) ^ 1)
    expect(verify(addressOf(key, true), 'Hello', Buffer.concat([Buffer.of(first), high]))).toBe(false)
  })
})

/** The key of a wallet import format: a version, 32 bytes, a mark of compression and a checksum, in Base58. */
function wif(text: string): Uint8Array {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const number = [...text].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
  return Buffer.from(number.toString(16).padStart(76, '0'), 'hex').subarray(1, 33)
}
