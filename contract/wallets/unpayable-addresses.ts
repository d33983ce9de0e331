import { base58, base64url, bech32m } from '@scure/base'
import { type Fault, fault } from '../api/faults.ts'
import { tokensOn } from '../money/assets.ts'
import type { Network } from '../money/networks.ts'
import { accountOf, base58check, checkAddress } from './addresses.ts'
import { isPublicKeyOfEd25519 } from './ed25519-points.ts'

/** What an address is whose coins nobody, or anybody, could take. The sentences follow "is". */
export const unpayableKinds = {
  zero: 'the zero address, which nobody has a key for',
  burn: 'a burn address, from which nothing comes back',
  token_contract: 'the contract of a token, which gives nothing back',
  reserved: 'reserved by the network for its own programs',
  system: 'a program or a contract of the network itself',
  off_curve:
    'no address of a wallet: no key fits it. It is that of a program or a token account, or it is mistyped',
  anyone_can_spend: 'an address from which anybody can take the coins',
} as const
export type UnpayableKind = keyof typeof unpayableKinds
export const unpayableKindNames = Object.keys(unpayableKinds) as UnpayableKind[]

type Table = Readonly<Partial<Record<UnpayableKind, readonly string[]>>>

/**
 * One table per network, in the usual spelling. Sources, by network:
 * - bitcoin: en.bitcoin.it/wiki/Address and docs.counterparty.io ("proof of burn"); BIP-141 for what anybody can spend
 * - ethereum: eips.ethereum.org: 1352 (the range of precompiles), 4788, 2935, 7002, 7251 (system contracts), 7528 (ETH as
 *   if it were a token); ethereum.org/staking/deposit-contract; tether.to, circle.com and etherscan.io (tokens)
 * - tron: `config.conf` (genesis) and `PrecompiledContracts.java` of github.com/tronprotocol/java-tron; tether.to, circle.com
 * - solana: docs.anza.xyz ("Native programs", "Sysvars") and spl.solana.com; tether.to, circle.com (mints)
 * - ton: docs.ton.org ("System contracts": parameters 0 and 1 of the configuration); tether.to
 */
export const unpayableAddresses: Readonly<Record<Network, Table>> = {
  bitcoin: {
    burn: ['1BitcoinEaterAddressDontSendf59kuE', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr'],
    // Pay to anchor (BIP-433).
    anyone_can_spend: ['bc1pfeessrawgf'],
  },
  ethereum: {
    burn: [
      '0x000000000000000000000000000000000000dEaD',
      '0xdEad000000000000000000000000000000000000',
      '0xdEAD000000000000000042069420694206942069',
      '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
    ],
    token_contract: [
      ...contractsOn('ethereum'),
      // DAI, WETH, WBTC.
      '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    ],
    system: [
      '0x00000000219ab540356cBB839Cbe05303d7705Fa',
      '0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02',
      '0x0000F90827F1C53a10cb7A02335B175320002935',
      '0x00000961Ef480Eb55e80D19ad83579A64c007002',
      '0x0000BBdDc7CE488642fb579F8B00f3a590007251',
      // Who calls the system contracts.
      '0xffffFFFfFFffffffffffffffFfFFFfffFFFfFFfE',
    ],
  },
  tron: {
    // Where the network takes burnt TRX to.
    burn: ['TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
    // USDC is the second.
    token_contract: [...contractsOn('tron'), 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
  },
  solana: {
    burn: ['1nc1nerator11111111111111111111111111111111'],
    // Wrapped SOL is the last. Some are points of the curve, so that the curve alone does not tell.
    token_contract: [...contractsOn('solana'), 'So11111111111111111111111111111111111111112'],
    system: [
      '11111111111111111111111111111111',
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
      'SysvarRecentB1ockHashes11111111111111111111',
      'SysvarRent111111111111111111111111111111111',
      'SysvarRewards111111111111111111111111111111',
      'SysvarS1otHashes111111111111111111111111111',
      'SysvarS1otHistory11111111111111111111111111',
      'SysvarStakeHistory1111111111111111111111111',
      'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    ],
  },
  ton: {
    token_contract: contractsOn('ton'),
    // The configuration and the elector, in the masterchain.
    system: [
      'Uf9VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVeGi',
      'Uf8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMxYA',
    ],
  },
}

function contractsOn(network: Network): string[] {
  return tokensOn(network).map(({ contract }) => accountOf(network, contract))
}

const listed: Readonly<Record<Network, ReadonlyMap<string, UnpayableKind>>> = {
  bitcoin: kindsOf(unpayableAddresses.bitcoin),
  ethereum: kindsOf(unpayableAddresses.ethereum),
  tron: kindsOf(unpayableAddresses.tron),
  solana: kindsOf(unpayableAddresses.solana),
  ton: kindsOf(unpayableAddresses.ton),
}

/** What no list can name one by one. */
const patterns: Readonly<Record<Network, (account: string) => UnpayableKind | undefined>> = {
  bitcoin: bitcoinKind,
  ethereum: (address) => accountKind(address.slice(2).toLowerCase(), 4),
  // The precompiles of tron go up to 0x01000016.
  tron: (address) => accountKind(hexOf(base58check.decode(address).subarray(1)), 8),
  // Addresses of Solana have no checksum: of mistyped ones, 15 of 16 are found here. Tokens are paid to the address of their
  // owner, from which the token account follows.
  solana: (address) => (isPublicKeyOfEd25519(base58.decode(address)) ? undefined : 'off_curve'),
  ton: (address) => uniformKind(base64url.decode(address).subarray(2, 34)),
}

/** What the address is if coins must not be sent there. `address` is a valid one of the network, in any spelling. */
export function unpayableKind(network: Network, address: string): UnpayableKind | undefined {
  const account = accountOf(network, address)
  return listed[network].get(account) ?? patterns[network](account)
}

/** What is wrong with an address that coins shall be sent to. */
export function addressFault(loc: Fault['loc'], network: Network, address: string): Fault | undefined {
  if (!checkAddress(network, address).valid) return fault(loc, 'address_invalid')
  const kind = unpayableKind(network, address)
  if (kind === undefined) return undefined
  const found = fault(loc, 'address_not_payable', { what: unpayableKinds[kind] })
  return { ...found, ctx: { ...found.ctx, kind } }
}

function kindsOf(table: Table): ReadonlyMap<string, UnpayableKind> {
  const entries = Object.entries(table) as [UnpayableKind, readonly string[]][]
  return new Map(entries.flatMap(([kind, addresses]) => addresses.map((address) => [address, kind] as const)))
}

/** Nobody finds a key whose hash is all zeros or all ones. */
function uniformKind(bytes: Uint8Array): UnpayableKind | undefined {
  if (bytes.every((byte) => byte === 0)) return 'zero'
  return bytes.every((byte) => byte === 0xff) ? 'burn' : undefined
}

/** Hash of the empty key; hashes of the script that is always true. */
const emptyHash160 = 'b472a266d0bd89c13706a4132ccfb16f7c3b9fcb'
const openScripts = new Set([
  'da1745e9b549bd0bfa1a569971c77eba30cd5a4b',
  '4ae81572f06e1b88fd5ced7a1a000945432e83e1551e6f721ee9c00b8cc33260',
])

function bitcoinKind(address: string): UnpayableKind | undefined {
  const { version, program } = bitcoinProgram(address)
  const uniform = uniformKind(program)
  if (uniform) return uniform
  const hash = hexOf(program)
  if (version === 'p2pkh' && hash === emptyHash160) return 'burn'
  const isScript = version === 'p2sh' || program.length === 32
  if (isScript && openScripts.has(hash)) return 'anyone_can_spend'
  // Until the network gives a meaning to a version or a length, whoever makes a block may take the coins (BIP-141).
  if (version === 1 && program.length === 32) return isPublicKey(hash) ? undefined : 'off_curve'
  const isKnown = typeof version === 'string' || version === 0
  return isKnown ? undefined : 'anyone_can_spend'
}

function bitcoinProgram(address: string): { version: number | 'p2pkh' | 'p2sh'; program: Uint8Array } {
  if (!address.startsWith('bc1')) {
    const payload = base58check.decode(address)
    return { version: payload[0] === 0x05 ? 'p2sh' : 'p2pkh', program: payload.subarray(1) }
  }
  // The words are the same with either checksum, and the checksum is known to be right.
  const [version = 0, ...words] = [...address.slice(3, -6)].map((letter) => bech32Letters.indexOf(letter))
  return { version, program: bech32m.fromWords(words) }
}

/** BIP-340: whether 32 bytes are the x coordinate of a point of secp256k1. Half of all are not. */
function isPublicKey(hex: string): boolean {
  const x = BigInt(`0x${hex}`)
  if (x >= fieldOrder) return false
  const square = (x ** 3n + 7n) % fieldOrder
  let [power, base, exponent] = [1n, square, (fieldOrder - 1n) / 2n]
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) power = (power * base) % fieldOrder
    base = (base * base) % fieldOrder
  }
  return power === 1n
}

const fieldOrder = 2n ** 256n - 2n ** 32n - 977n
const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** `hex`: the 20 bytes of an account. `digits`: how many of its last digits the network reserves for its programs. */
function accountKind(hex: string, digits: number): UnpayableKind | undefined {
  if (/^0+$/.test(hex)) return 'zero'
  if (/^0{36}dead$/.test(hex)) return 'burn'
  if (hex.startsWith('0'.repeat(40 - digits))) return 'reserved'
  // Such as 0x1111…: nobody finds a key for it.
  return /^(.)\1{39}$/.test(hex) ? 'burn' : undefined
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
