import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

export const systemProgram = '11111111111111111111111111111111'
export const recentBlockhashesSysvar = 'SysvarRecentB1ockHashes11111111111111111111'

/**
 * Programs, their sysvars and what burns coins, as the documentation of Solana and of its program library lists them. Some
 * of them are points of the curve, so that the curve alone does not tell.
 */
export const notWallets: ReadonlySet<string> = new Set([
  systemProgram,
  'AddressLookupTab1e1111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'Feature111111111111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'NativeLoader1111111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'StakeConfig11111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'ZkE1Gama1Proof11111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
  'SysvarC1ock11111111111111111111111111111111',
  'SysvarEpochRewards1111111111111111111111111',
  'SysvarEpochSchedu1e111111111111111111111111',
  'SysvarFees111111111111111111111111111111111',
  'Sysvar1nstructions1111111111111111111111111',
  'SysvarLastRestartS1ot1111111111111111111111',
  recentBlockhashesSysvar,
  'SysvarRent111111111111111111111111111111111',
  'SysvarRewards111111111111111111111111111111',
  'SysvarS1otHashes111111111111111111111111111',
  'SysvarS1otHistory11111111111111111111111111',
  'SysvarStakeHistory1111111111111111111111111',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'So11111111111111111111111111111111111111112',
  '1nc1nerator11111111111111111111111111111111',
])

/** The 32 bytes of an address, a block hash or a nonce, or undefined. */
export function bytesOf(text: string): Uint8Array | undefined {
  // Base58 takes quadratic time.
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return undefined
  const bytes = base58.decode(text)
  return bytes.length === 32 ? bytes : undefined
}

/**
 * Whether a wallet may have this address: a point of the curve that is a multiple of its base point, as every public key
 * is, and no known program. Token accounts and vaults of programs are off the curve by construction. Addresses of Solana
 * have no checksum: of mistyped ones, 15 of 16 are found here.
 */
export function canBeWallet(address: string): boolean {
  const bytes = bytesOf(address)
  if (bytes === undefined || notWallets.has(address)) return false
  try {
    const point = ed25519.Point.fromBytes(bytes)
    return !point.isSmallOrder() && point.isTorsionFree()
  } catch {
    return false
  }
}
