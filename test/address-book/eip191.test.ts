import { secp256k1 } from '@noble/curves/secp256k1.js'
import { computeAddress, hashMessage, Signature, Wallet } from 'ethers'
import { describe, expect, it } from 'vitest'
import { verifyProof } from '../../server/features/wallets/messages/verify-proof.ts'
import { fc, runs } from '../support/cases/properties.ts'

const keys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((key) => secp256k1.utils.isValidSecretKey(key))
const messages = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ minLength: 90, maxLength: 200 }),
  fc.constantFrom('Адрес принадлежит ООО «Ромашка»', 'Перевод 💸 разрешён', '👩‍👩‍👧‍👦'),
)
const walletOf = (key: Uint8Array) => new Wallet(`0x${Buffer.from(key).toString('hex')}`)
const verify = (address: string, message: string, signature: string) =>
  verifyProof('ethereum', address, { message, signature })

describe('EIP-191, signed with ethers', () => {
  it('accepts a signature, and refuses it with a changed message, address or bit', async () => {
    await fc.assert(
      fc.asyncProperty(keys, keys, messages, fc.nat(64 * 8 - 1), async (key, other, message, bit) => {
        const wallet = walletOf(key)
        const signature = wallet.signMessageSync(message)
        expect(verify(wallet.address, message, signature)).toBe(true)
        expect(verify(wallet.address.toLowerCase(), message, signature)).toBe(true)
        expect(verify(wallet.address, `${message} `, signature)).toBe(false)
        if (Buffer.compare(key, other) !== 0) {
          expect(verify(walletOf(other).address, message, signature)).toBe(false)
        }
        const bytes = Buffer.from(signature.slice(2), 'hex')
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(verify(wallet.address, message, `0x${bytes.toString('hex')}`)).toBe(false)
      }),
      { numRuns: runs(10) },
    )
  })

  const wallet = walletOf(Buffer.alloc(32, 5))
  const signature = wallet.signMessageSync('Hello')

  it('takes the last byte as 27 and 28, or as 0 and 1', () => {
    for (const last of Array.from({ length: 256 }, (_, index) => index)) {
      const written = signature.slice(0, -2) + last.toString(16).padStart(2, '0')
      const { v, yParity } = Signature.from(signature)
      const expected = last === v || last === yParity
      expect(verify(wallet.address, 'Hello', written)).toBe(expected)
    }
  })

  it('may lack the mark of hexadecimal', () => {
    expect(verify(wallet.address, 'Hello', signature.slice(2))).toBe(true)
  })

  it('refuses the other s, with which anybody could write the signature again', () => {
    const { r, s, yParity } = Signature.from(signature)
    const other = (secp256k1.Point.Fn.ORDER - BigInt(s)).toString(16).padStart(64, '0')
    const high = `${r}${other}${yParity === 0 ? '1c' : '1b'}`
    const hash = hashMessage('Hello')
    const point = secp256k1.Signature.fromHex(high.slice(2, -2), 'compact').addRecoveryBit(1 - yParity)
    expect(computeAddress(`0x${point.recoverPublicKey(Buffer.from(hash.slice(2), 'hex')).toHex()}`)).toBe(
      wallet.address,
    )
    expect(verify(wallet.address, 'Hello', high)).toBe(false)
  })

  it('refuses an address whose letters are wrong, and signatures of other lengths', () => {
    const wrong = wallet.address.replace(/[a-f]/, (letter) => letter.toUpperCase())
    expect(wrong).not.toBe(wallet.address)
    expect(verify(wrong, 'Hello', signature)).toBe(false)
    for (const other of [signature.slice(0, -2), `${signature}00`, `0x${signature}`, ''])
      expect(verify(wallet.address, 'Hello', other)).toBe(false)
  })
})
