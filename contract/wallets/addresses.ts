import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, base64, base64url, bech32, bech32m, createBase58check } from '@scure/base'
import type { Network } from '../money/networks.ts'

/** The result of a check: the usual spelling, or why the address is not valid. */
export type AddressCheck =
  | { valid: true; address: string; kind: string; checksum: boolean }
  | { valid: false; reason: 'format' | 'checksum' | 'other_chain' }

export const base58check = createBase58check(sha256)

const longestAddress = 100
const format: AddressCheck = { valid: false, reason: 'format' }
const checksum: AddressCheck = { valid: false, reason: 'checksum' }
const otherChain: AddressCheck = { valid: false, reason: 'other_chain' }

const checks: Record<Network, (text: string) => AddressCheck> = {
  bitcoin: checkBitcoin,
  ethereum: checkEthereum,
  tron: checkTron,
  solana: checkSolana,
  ton: checkTon,
}

/** Checks format and checksum, without querying a blockchain. Base58 takes quadratic time, hence the length limit. */
export function checkAddress(network: Network, text: string): AddressCheck {
  return text.length > longestAddress ? format : checks[network](text)
}

/** One spelling of each account: TON writes the same account in several ways, and its wallets here in this one. */
export function accountOf(network: Network, address: string): string {
  const check = checkAddress(network, address)
  if (!check.valid) return address
  if (network !== 'ton') return check.address
  const bytes = base64url.decode(check.address)
  return tonFriendly(bytes[1] === 0xff ? -1 : 0, bytes.subarray(2, 34))
}

function checkBitcoin(text: string): AddressCheck {
  if (/^(bc|tb|bcrt)1/i.test(text)) return checkSegwit(text)
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,36}$/.test(text)) return format
  const payload = attempt(() => base58check.decode(text))
  if (payload === undefined) return checksum
  if (payload.length !== 21) return format
  if (payload[0] === 0x00) return valid(text, 'p2pkh')
  return payload[0] === 0x05 ? valid(text, 'p2sh') : otherChain
}

/** BIP-173 for witness version 0, BIP-350 for the versions after it. */
function checkSegwit(text: string): AddressCheck {
  const first = attempt(() => bech32.decode(text, 90))
  const decoded = first ?? attempt(() => bech32m.decode(text, 90))
  if (decoded === undefined) return /^[a-z0-9]+$|^[A-Z0-9]+$/.test(text) ? checksum : format
  if (decoded.prefix !== 'bc') return otherChain
  const [version, ...words] = decoded.words
  if (version === undefined || version > 16) return format
  // A checksum of the other kind must be rejected: it is a known way to lose money.
  if ((version === 0) !== (first !== undefined)) return checksum
  const length = attempt(() => bech32.fromWords(words))?.length
  if (length === undefined || length < 2 || length > 40) return format
  const address = text.toLowerCase()
  if (version > 1) return valid(address, 'witness')
  if (version === 1) return length === 32 ? valid(address, 'p2tr') : valid(address, 'witness')
  if (length === 20) return valid(address, 'p2wpkh')
  return length === 32 ? valid(address, 'p2wsh') : format
}

/** EIP-55. An address in one case has no checksum; it is accepted, and the result says so. */
function checkEthereum(text: string): AddressCheck {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return format
  const address = ethereumChecksum(text.slice(2).toLowerCase())
  const oneCase = /^0x([0-9a-f]+|[0-9A-F]+)$/.test(text) && /[a-f]/i.test(text.slice(2))
  if (oneCase) return { valid: true, address, kind: 'account', checksum: false }
  return text === address ? valid(address, 'account') : checksum
}

/** EIP-55: a letter is in upper case if the hash of the lower-case address has a digit of 8 or more there. */
export function ethereumChecksum(smallHex: string): string {
  const hash = keccak_256(new TextEncoder().encode(smallHex))
  const letters = [...smallHex].map((letter, index) => {
    const byte = hash[index >> 1] ?? 0
    return (index % 2 === 0 ? byte >> 4 : byte & 15) >= 8 ? letter.toUpperCase() : letter
  })
  return `0x${letters.join('')}`
}

function checkTron(text: string): AddressCheck {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,36}$/.test(text)) return format
  const payload = attempt(() => base58check.decode(text))
  if (payload === undefined) return checksum
  if (payload.length !== 21) return format
  return payload[0] === 0x41 ? valid(text, 'account') : otherChain
}

/** Any 32 bytes: Solana has no checksum, and addresses of programs are intentionally not on the curve. */
function checkSolana(text: string): AddressCheck {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return format
  const bytes = base58.decode(text)
  return bytes.length === 32 ? { valid: true, address: text, kind: 'account', checksum: false } : format
}

const tonBounceable = 0x11
const tonNotBounceable = 0x51
const tonTestFlag = 0x80

/** TEP-2: raw `workchain:hash`, or 36 bytes in base64 of either alphabet: tag, workchain, hash, CRC-16. */
function checkTon(text: string): AddressCheck {
  const raw = /^(0|-1):([0-9a-fA-F]{64})$/.exec(text)
  if (raw?.[2] !== undefined) {
    const hash = Uint8Array.from(raw[2].match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
    return { valid: true, address: tonFriendly(Number(raw[1]), hash), kind: 'raw', checksum: false }
  }
  if (!/^([A-Za-z0-9_-]{48}|[A-Za-z0-9+/]{48})$/.test(text)) return format
  const bytes = /[+/]/.test(text) ? base64.decode(text) : base64url.decode(text)
  const crc = crc16(bytes.subarray(0, 34))
  if (bytes[34] !== crc >> 8 || bytes[35] !== (crc & 0xff)) return checksum
  const tag = (bytes[0] ?? 0) & ~tonTestFlag
  if (tag !== tonBounceable && tag !== tonNotBounceable) return format
  if (bytes[0] !== tag || (bytes[1] !== 0 && bytes[1] !== 0xff)) return otherChain
  return valid(base64url.encode(bytes), tag === tonBounceable ? 'bounceable' : 'non_bounceable')
}

/**
 * UQ…: the form for wallets. A first transfer to a contract that is not deployed yet is not bounced. EQ…, the bounceable one,
 * is of the same account.
 */
export function tonFriendly(workchain: number, hash: Uint8Array, isBounceable = false): string {
  const bytes = new Uint8Array(36)
  bytes.set([isBounceable ? tonBounceable : tonNotBounceable, workchain & 0xff])
  bytes.set(hash, 2)
  const crc = crc16(bytes.subarray(0, 34))
  bytes.set([crc >> 8, crc & 0xff], 34)
  return base64url.encode(bytes)
}

/** CRC-16/XMODEM: polynomial 0x1021, from zero. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
    crc &= 0xffff
  }
  return crc
}

function valid(address: string, kind: string): AddressCheck {
  return { valid: true, address, kind, checksum: true }
}

function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
