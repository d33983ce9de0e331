import { base58 } from '@scure/base'

export const systemProgram = '11111111111111111111111111111111'
export const recentBlockhashesSysvar = 'SysvarRecentB1ockHashes11111111111111111111'

/** The 32 bytes of an address, a block hash or a nonce, or undefined. */
export function bytesOf(text: string): Uint8Array | undefined {
  // Base58 takes quadratic time.
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return undefined
  const bytes = base58.decode(text)
  return bytes.length === 32 ? bytes : undefined
}
