import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'

/**
 * Whose key signed the hash: the last 20 bytes of keccak-256 of the public key, in hexadecimal. Of the two signatures that
 * exist for each, networks accept the one with the low s (EIP-2); the other throws.
 */
export function recoveredAccount(
  hash: Uint8Array,
  { r, s, parity }: { r: Uint8Array; s: Uint8Array; parity: number },
): string {
  if (r.length !== 32 || s.length !== 32 || (parity !== 0 && parity !== 1))
    throw new Error('The signature has another form.')
  const signature = secp256k1.Signature.fromBytes(concatBytes(Uint8Array.of(parity), r, s), 'recovered')
  if (signature.hasHighS()) throw new Error('The signature has a high s.')
  const publicKey = signature.recoverPublicKey(hash).toBytes(false)
  return bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))
}
