import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const tokenAccountProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/** What an account of a token must have: (165 bytes + 128) × 3480 × 2 years. Whoever makes it pays that. */
export const tokenAccountRent = 2_039_280n

/**
 * Where the tokens of an owner are: an address that no key has, computed from owner, token program and mint. It is the first
 * one that is no point of the curve.
 */
export function tokenAccountOf(owner: string, mint: string): string {
  const seeds = [owner, tokenProgram, mint].map((address) => base58.decode(address))
  const program = base58.decode(tokenAccountProgram)
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256(
      concatBytes(...seeds, Uint8Array.of(bump), program, utf8ToBytes('ProgramDerivedAddress')),
    )
    if (!isPoint(hash)) return base58.encode(hash)
  }
  throw new RangeError('There is no token account of this owner.')
}

/** As the network sees it: also what no key can be, such as a point of small order. */
function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true)
    return true
  } catch {
    return false
  }
}
