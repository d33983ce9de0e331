import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { AddressProof } from '../../../../contract/address-book.ts'
import { ethereumChecksum } from '../../../../contract/addresses.ts'
import type { Network } from '../../../../contract/networks.ts'

/** Whether the owner of the address has signed the message. Throws nothing, whatever is given. */
export function verifyProof(
  network: Network,
  address: string,
  { message, signature }: AddressProof,
): boolean {
  try {
    return network === 'ethereum' && signerOf(message, signature) === address
  } catch {
    return false
  }
}

/** EIP-191: the address whose key has signed. */
function signerOf(message: string, signature: string): string | undefined {
  if (!/^(0x)?[0-9a-fA-F]{130}$/.test(signature)) return undefined
  const bytes = Buffer.from(signature.replace(/^0x/, ''), 'hex')
  const recovery = (bytes[64] as number) - ((bytes[64] as number) >= 27 ? 27 : 0)
  const text = Buffer.from(message, 'utf8')
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`, 'utf8')
  const hash = keccak_256(Buffer.concat([prefix, text]))
  const recoverable = Uint8Array.from([recovery, ...bytes.subarray(0, 64)])
  const key = secp256k1.recoverPublicKey(recoverable, hash, { prehash: false })
  const publicKey = secp256k1.Point.fromBytes(key).toBytes(false).subarray(1)
  return ethereumChecksum(Buffer.from(keccak_256(publicKey).subarray(12)).toString('hex'))
}
