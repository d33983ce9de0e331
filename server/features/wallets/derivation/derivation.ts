import { pbkdf2Sync } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, bech32 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Network } from '../../../../contract/money/networks.ts'
import { base58check, ethereumChecksum } from '../../../../contract/wallets/addresses.ts'
import { deriveEd25519 } from './slip10.ts'
import { tonWalletAddress } from './ton-wallet.ts'

/** How a wallet is derived from the mnemonic. Stored with it, because some networks use more than one way. */
export type Derivation = { path: string; scheme: string; contractVersion: string | null; format: string }

export type DerivedWallet = Derivation & { network: Network; address: string; secretKey: string }

export const derivations: Record<Network, Derivation> = {
  bitcoin: { path: "m/84'/0'/0'/0/0", scheme: 'bip32-secp256k1', contractVersion: null, format: 'wif' },
  ethereum: { path: "m/44'/60'/0'/0/0", scheme: 'bip32-secp256k1', contractVersion: null, format: '0x-hex' },
  tron: { path: "m/44'/195'/0'/0/0", scheme: 'bip32-secp256k1', contractVersion: null, format: 'hex' },
  solana: { path: "m/44'/501'/0'/0'", scheme: 'slip10-ed25519', contractVersion: null, format: 'base58' },
  ton: { path: "m/44'/607'/0'", scheme: 'slip10-ed25519', contractVersion: 'v4R2', format: 'hex' },
}

/** BIP-39: the entropy and its checksum as English words. */
export function mnemonicOf(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist)
}

/** BIP-39: PBKDF2-HMAC-SHA512 of the words, salt "mnemonic" (no passphrase), 2048 rounds, 64 bytes. */
export function seedOf(mnemonic: string): Buffer {
  const words = Buffer.from(mnemonic.normalize('NFKD'), 'utf8')
  try {
    return pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512')
  } finally {
    words.fill(0)
  }
}

/** A network and, if a stored wallet uses another path than new ones, that path. */
export type Wanted = { network: Network; path?: string }

export function deriveWallets(seed: Uint8Array, wanted: readonly Wanted[]): DerivedWallet[] {
  return wanted.map(({ network, path = derivations[network].path }) =>
    withKey(network, seed, path, (key) => ({
      network,
      ...derivations[network],
      path,
      address: key.address,
      secretKey: exported[network](key),
    })),
  )
}

/** For ed25519, `privateKey` is the seed of the key pair. Both have 32 bytes. */
export type WalletKey = { privateKey: Uint8Array; publicKey: Uint8Array; address: string }

/** Calls `use` with the key of a wallet, which is zeroed afterwards. */
export function withKey<T>(network: Network, seed: Uint8Array, path: string, use: (key: WalletKey) => T): T {
  return (isEd25519(network) ? withEd25519 : withBip32)(seed, path, (privateKey, publicKey) =>
    use({ privateKey, publicKey, address: addressOf[network](publicKey) }),
  )
}

function isEd25519(network: Network): boolean {
  return derivations[network].scheme === 'slip10-ed25519'
}

const addressOf: Record<Network, (publicKey: Uint8Array) => string> = {
  /** BIP-84: bech32 of witness version 0 and hash160 of the compressed key. */
  bitcoin: (publicKey) => bech32.encode('bc', [0, ...bech32.toWords(ripemd160(sha256(publicKey)))]),
  ethereum: (publicKey) => ethereumChecksum(hex(keccakAddress(publicKey))),
  /** The same 20 bytes as Ethereum's, after 0x41, in Base58Check. */
  tron: (publicKey) => base58check.encode(Buffer.concat([Buffer.of(0x41), keccakAddress(publicKey)])),
  solana: (publicKey) => base58.encode(publicKey),
  ton: tonWalletAddress,
}

/** The secret key as each network exports it. */
const exported: Record<Network, (key: WalletKey) => string> = {
  bitcoin: ({ privateKey }) => wif(privateKey),
  ethereum: ({ privateKey }) => `0x${hex(privateKey)}`,
  tron: ({ privateKey }) => hex(privateKey),
  solana: (key) => withKeyPair(key, (bytes) => base58.encode(bytes)),
  ton: (key) => withKeyPair(key, hex),
}

type UseOfKey<T> = (privateKey: Uint8Array, publicKey: Uint8Array) => T

function withBip32<T>(seed: Uint8Array, path: string, use: UseOfKey<T>): T {
  const master = HDKey.fromMasterSeed(seed)
  const node = master.derive(path)
  try {
    const { privateKey, publicKey } = node
    if (!privateKey || !publicKey) throw new Error('The derived node has no key.')
    return use(privateKey, publicKey)
  } finally {
    node.wipePrivateData()
    master.wipePrivateData()
  }
}

function withEd25519<T>(seed: Uint8Array, path: string, use: UseOfKey<T>): T {
  const secret = deriveEd25519(seed, path)
  try {
    return use(secret, ed25519.getPublicKey(secret))
  } finally {
    secret.fill(0)
  }
}

/** The seed of the key pair followed by the public key, 64 bytes. */
function withKeyPair<T>({ privateKey, publicKey }: WalletKey, use: (keyPair: Uint8Array) => T): T {
  const keyPair = Buffer.concat([privateKey, publicKey])
  try {
    return use(keyPair)
  } finally {
    keyPair.fill(0)
  }
}

/** Wallet import format: 0x80, the key, 0x01 for a compressed public key, in Base58Check. */
function wif(privateKey: Uint8Array): string {
  const payload = Buffer.concat([Buffer.of(0x80), privateKey, Buffer.of(0x01)])
  try {
    return base58check.encode(payload)
  } finally {
    payload.fill(0)
  }
}

/** The last 20 bytes of keccak-256 of the uncompressed public key without its leading 0x04. */
function keccakAddress(publicKey: Uint8Array): Uint8Array {
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return keccak_256(uncompressed.subarray(1)).subarray(12)
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}
