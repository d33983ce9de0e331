import { secp256k1 } from '@noble/curves/secp256k1.js'
import { computeAddress, dataSlice, encodeBase58, getBytes, hexlify, sha256 } from 'ethers'
import type { WalletKey } from '../../../server/features/wallets/derivation/derivation.ts'
import { fc } from '../../support/cases/properties.ts'

type TestKey = WalletKey & { secret: string }

/** Keys of accounts, with their addresses as ethers computes them. */
export const ethereumKeys = privateKeys((account) => account)
export const tronKeys = privateKeys(tronAddress)

/** Of anybody but nobody, who is never paid. */
export const accounts = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((bytes) => bytes.some((byte) => byte > 0))
  .map((bytes) => hexlify(bytes))

/** Base58Check of 0x41 and the 20 bytes that ethereum uses as well. */
export function tronAddress(account: string): string {
  const payload = `0x41${account.slice(2).toLowerCase()}`
  return encodeBase58(payload + dataSlice(sha256(sha256(payload)), 0, 4).slice(2))
}

function privateKeys(addressOf: (account: string) => string): fc.Arbitrary<TestKey> {
  return fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .filter((bytes) => secp256k1.utils.isValidSecretKey(bytes))
    .map((privateKey) => {
      const secret = hexlify(privateKey)
      const publicKey = getBytes(secp256k1.getPublicKey(privateKey))
      return { privateKey, publicKey, secret, address: addressOf(computeAddress(secret)) }
    })
}
