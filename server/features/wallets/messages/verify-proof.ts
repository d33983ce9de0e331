import type { Network } from '../../../../contract/money/networks.ts'
import type { AddressProof } from '../../../../contract/wallets/address-book.ts'
import { verifyBip322 } from './bip322.ts'
import { verifySolana, verifyTon } from './ed25519.ts'
import { verifyEip191 } from './eip191.ts'

type Verifier = (address: string, message: string, signature: string, publicKey?: string) => boolean

const verifiers: Record<Network, Verifier> = {
  bitcoin: verifyBip322,
  ethereum: verifyEip191,
  solana: verifySolana,
  ton: verifyTon,
  // It has no standard for messages that wallets agree on. Such addresses are declared.
  tron: () => false,
}

/** No signature that is accepted is longer: a whole transaction of BIP-322 with one key is shorter than 400 bytes. */
const longest = 1_000

/** Whether the holder of the key of this address signed this message. What cannot be read proves nothing. */
export function verifyProof(network: Network, address: string, proof: AddressProof): boolean {
  try {
    const { message, signature, public_key } = proof
    // Two texts with broken characters would be the same bytes.
    if (!message.isWellFormed() || signature.length > longest) return false
    return Object.hasOwn(verifiers, network) && verifiers[network](address, message, signature, public_key)
  } catch {
    // The libraries throw at keys and signatures that are none.
    return false
  }
}
