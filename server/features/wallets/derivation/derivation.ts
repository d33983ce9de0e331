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
import { base58check, ethereumChecksum } from '../../../../contract/addresses.ts'
import type { Network } from '../../../../contract/networks.ts'
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
  return wanted.map(({ network, path = derivations[network].path }) => ({
    network,
    ...derivations[network],
    path,
    ...deriveKeys[network](seed, path),
  }))
}

type Keys = { address: string; secretKey: string }

const deriveKeys: Record<Network, (seed: Uint8Array, path: string) => Keys> = {
  /** BIP-84: bech32 of witness version 0 and hash160 of the compressed key. */
  bitcoin: (seed, path) =>
    withBip32(seed, path, (privateKey, publicKey) => ({
      address: bech32.encode('bc', [0, ...bech32.toWords(ripemd160(sha256(publicKey)))]),
      secretKey: wif(privateKey),
    })),
  ethereum: (seed, path) =>
    withBip32(seed, path, (privateKey, publicKey) => ({
      address: ethereumChecksum(hex(keccakAddress(publicKey))),
      secretKey: `0x${hex(privateKey)}`,
    })),
  /** The same 20 bytes as Ethereum's, after 0x41, in Base58Check. */
  tron: (seed, path) =>
    withBip32(seed, path, (privateKey, publicKey) => ({
      address: base58check.encode(Buffer.concat([Buffer.of(0x41), keccakAddress(publicKey)])),
      secretKey: hex(privateKey),
    })),
  solana: (seed, path) =>
    withEd25519(seed, path, (keyPair, publicKey) => ({
      address: base58.encode(publicKey),
      secretKey: base58.encode(keyPair),
    })),
  ton: (seed, path) =>
    withEd25519(seed, path, (keyPair, publicKey) => ({
      address: tonWalletAddress(publicKey),
      secretKey: hex(keyPair),
    })),
}

function withBip32(
  seed: Uint8Array,
  path: string,
  use: (privateKey: Uint8Array, publicKey: Uint8Array) => Keys,
): Keys {
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

/** `keyPair` is the seed followed by the public key, 64 bytes, as these networks export it. */
function withEd25519(
  seed: Uint8Array,
  path: string,
  use: (keyPair: Uint8Array, publicKey: Uint8Array) => Keys,
): Keys {
  const secret = deriveEd25519(seed, path)
  const publicKey = ed25519.getPublicKey(secret)
  const keyPair = Buffer.concat([secret, publicKey])
  try {
    return use(keyPair, publicKey)
  } finally {
    secret.fill(0)
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
