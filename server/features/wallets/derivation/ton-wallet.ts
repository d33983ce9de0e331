import { createHash } from 'node:crypto'
import { tonFriendly } from '../../../../contract/wallets/addresses.ts'

/** Wallet v4R2 as published in github.com/ton-blockchain/wallet-contract: its code cell, by hash and depth. */
const code = {
  hash: Buffer.from('feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0', 'hex'),
  depth: 7,
}
const walletId = 698983191

/**
 * The address is the hash of the contract's initial state (TVM whitepaper 3.1.4, representation of a cell):
 * sha256(descriptors | data bits padded with 1 and zeros | depths of the references | their hashes).
 */
export function tonWalletAddress(publicKey: Uint8Array): string {
  // seqno 0 (32 bits), wallet id (32), public key (256), no plugins (1): 321 bits, so the last byte is 0|1|000000.
  const data = Buffer.alloc(2 + 41)
  data.set([0, 81])
  data.writeUInt32BE(walletId, 2 + 4)
  data.set(publicKey, 2 + 8)
  data.set([0x40], 2 + 40)

  // No split depth, nothing special, code, data, no libraries: 00110, padded to 00110|100.
  const state = Buffer.alloc(3 + 4 + 64)
  state.set([2, 1, 0x34])
  state.writeUInt16BE(code.depth, 3)
  state.set(code.hash, 7)
  state.set(sha256(data), 39)
  return tonFriendly(0, sha256(state))
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
