import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/** The first four bytes of keccak-256 of `transfer(address,uint256)`. */
const selector = hexToBytes('a9059cbb')

/** What a token's contract is called with: the account as 20 bytes and the amount, each in a word of 32 bytes. */
export function encodeTokenTransfer(account: Uint8Array, amount: bigint): Uint8Array {
  const paddedAccount = new Uint8Array(32)
  paddedAccount.set(account, 12)
  return concatBytes(selector, paddedAccount, hexToBytes(amount.toString(16).padStart(64, '0')))
}

/** Reads what a token's contract is called with; undefined if it is anything but a transfer. */
export function readTokenTransfer(call: Uint8Array): { account: string; amount: bigint } | undefined {
  const match = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(bytesToHex(call))
  return match?.[1] && match[2] ? { account: match[1], amount: BigInt(`0x${match[2]}`) } : undefined
}
