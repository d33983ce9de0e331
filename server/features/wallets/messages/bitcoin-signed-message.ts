import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { CompactSize } from '@scure/btc-signer/script.js'
import { equal } from './bytes.ts'

const magic = Buffer.from('\x18Bitcoin Signed Message:\n')

/**
 * The format of `signmessage` of Bitcoin Core, for p2pkh alone: a first byte from 27, to which 4 is added for a compressed
 * key, then r and s. The first bytes from 35, with which some wallets sign for segwit, are not of this format.
 */
export function verifySignedMessage(keyHash: Uint8Array, message: string, signature: Uint8Array): boolean {
  const header = (signature[0] ?? 0) - 27
  if (header < 0 || header > 7) return false
  const isCompressed = header >= 4
  const parsed = secp256k1.Signature.fromBytes(signature.subarray(1), 'compact').addRecoveryBit(header & 3)
  if (parsed.hasHighS()) return false
  const key = parsed.recoverPublicKey(signedMessageHash(message)).toBytes(isCompressed)
  return equal(ripemd160(sha256(key)), keyHash)
}

function signedMessageHash(message: string): Uint8Array {
  const text = Buffer.from(message)
  return sha256(sha256(Buffer.concat([magic, CompactSize.encode(BigInt(text.length)), text])))
}
