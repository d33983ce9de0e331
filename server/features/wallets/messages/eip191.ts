import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { checkAddress, ethereumChecksum } from '../../../../contract/wallets/addresses.ts'
import { fromHex } from './bytes.ts'

/**
 * `personal_sign`: the signature of the key of an account over its message with a prefix that no transaction has. Wallets
 * write the last byte as 27 or 28, some as 0 or 1. Accounts that are contracts need a node to verify and are refused.
 */
export function verifyEip191(address: string, message: string, signature: string): boolean {
  const check = checkAddress('ethereum', address)
  const bytes = fromHex(signature, 65)
  if (!check.valid || bytes === undefined) return false
  const last = bytes[64] ?? 0
  const recovery = last >= 27 ? last - 27 : last
  if (recovery > 1) return false
  const parsed = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact').addRecoveryBit(recovery)
  // With the other s, anybody could write the same signature a second time.
  if (parsed.hasHighS()) return false
  const key = parsed.recoverPublicKey(personalMessageHash(message)).toBytes(false)
  return (
    ethereumChecksum(Buffer.from(keccak_256(key.subarray(1)).subarray(12)).toString('hex')) === check.address
  )
}

function personalMessageHash(message: string): Uint8Array {
  const text = Buffer.from(message)
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
}
