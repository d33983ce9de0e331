import { verify as verifySignature } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { checkAddress } from '../../../../contract/wallets/addresses.ts'
import { tonWalletAddress } from '../derivation/ton-wallet.ts'
import { equal, fromBase64, fromHex } from './bytes.ts'

/** The address of an account is its public key. One that is given beside it must be the same. */
export function verifySolana(
  address: string,
  message: string,
  signature: string,
  publicKey?: string,
): boolean {
  if (!checkAddress('solana', address).valid) return false
  const key = base58.decode(address)
  if (publicKey !== undefined && !equal(fromHex(publicKey, 32) ?? new Uint8Array(), key)) return false
  return verify(message, signature, key)
}

/** The address is a hash over the contract and the key, so the key is given, and a wallet v4R2 of it has the address. */
export function verifyTon(address: string, message: string, signature: string, publicKey?: string): boolean {
  const key = fromHex(publicKey ?? '', 32)
  const owned = tonAccount(address)
  if (key === undefined || owned === undefined) return false
  return tonAccount(tonWalletAddress(key)) === owned && verify(message, signature, key)
}

/** Workchain and hash, which all spellings of an address share. */
function tonAccount(text: string): string | undefined {
  const check = checkAddress('ton', text)
  return check.valid ? Buffer.from(check.address, 'base64url').subarray(1, 34).toString('hex') : undefined
}

/** RFC 8410: what precedes the 32 bytes of a key. */
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Strict: s below the order, R byte for byte as it is computed, the key in its one encoding and not of small order.
 * OpenSSL verifies, because the first verification in JavaScript would hold the event loop for too long.
 */
function verify(message: string, signature: string, key: Uint8Array): boolean {
  const bytes = signatureOf(signature)
  if (bytes === undefined || ed25519.Point.fromBytes(key, false).isSmallOrder()) return false
  const der = Buffer.concat([keyPrefix, key])
  return verifySignature(null, Buffer.from(message), { key: der, format: 'der', type: 'spki' }, bytes)
}

/** 64 bytes in hexadecimal, Base64 or Base58: each has a length of its own, so that no text has two meanings. */
function signatureOf(text: string): Uint8Array | undefined {
  if (text.length === 88 && text.endsWith('==')) return fromBase64(text)
  if (text.length > 88) return fromHex(text, 64)
  const isBase58 = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)
  const bytes = isBase58 ? base58.decode(text) : undefined
  return bytes?.length === 64 ? bytes : undefined
}
