import { base58, base64url, bech32, bech32m } from '@scure/base'
import type { Network } from '../../contract/money/networks.ts'
import { base58check, tonFriendly } from '../../contract/wallets/addresses.ts'
import type { Random } from '../support/cases/random.ts'

const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const bech32Digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

const bytes = (random: Random, count: number) => Uint8Array.from({ length: count }, () => random.below(256))

const kinds: Record<Network, ((random: Random) => string)[]> = {
  bitcoin: [
    (random) => base58check.encode(Uint8Array.of(0x00, ...bytes(random, 20))),
    (random) => base58check.encode(Uint8Array.of(0x05, ...bytes(random, 20))),
    (random) => bech32.encode('bc', [0, ...bech32.toWords(bytes(random, 20))]),
    (random) => bech32m.encode('bc', [1, ...bech32m.toWords(bytes(random, 32))]),
  ],
  ethereum: [(random) => `0x${Buffer.from(bytes(random, 20)).toString('hex')}`],
  tron: [(random) => base58check.encode(Uint8Array.of(0x41, ...bytes(random, 20)))],
  solana: [(random) => base58.encode(bytes(random, 32))],
  ton: [
    (random) => tonFriendly(0, bytes(random, 32)),
    (random) => tonFriendly(0, bytes(random, 32), true),
    (random) => tonFriendly(-1, bytes(random, 32)),
  ],
}

/** A valid address of a network, of any kind. */
export function randomAddress(network: Network, random: Random): string {
  return random.pick(kinds[network])(random)
}

interface EqualEnds {
  leading: number
  trailing: number
}

/**
 * Another address that has at least these ends of a trusted one, as somebody makes it who wants it to be taken for that. Where
 * a checksum is among the last characters, it is the text only: to make a valid one takes too long for a test.
 */
export function poisonOf(network: Network, address: string, ends: EqualEnds, random: Random): string {
  if (network === 'ton') return poisonOfTon(address, ends, random)
  const [, prefix = '', core = ''] = patterns[network].exec(address) ?? []
  const digits =
    network === 'ethereum' ? '0123456789abcdef' : prefix.startsWith('bc1') ? bech32Digits : base58Digits
  const middle = [...core.slice(ends.leading, core.length - ends.trailing)].map(() =>
    random.pick([...digits]),
  )
  const text = core.slice(0, ends.leading) + middle.join('') + core.slice(core.length - ends.trailing)
  return random.pick(prefixes[network](prefix)) + (network === 'ethereum' ? text.toLowerCase() : text)
}

const patterns: Record<Exclude<Network, 'ton'>, RegExp> = {
  bitcoin: /^(bc1[a-z0-9]|[13])(.*)$/,
  ethereum: /^(0x)(.*)$/,
  tron: /^(T)(.*)$/,
  solana: /^()(.*)$/,
}

/** Who makes it can also choose another kind of address. */
const prefixes: Record<Exclude<Network, 'ton'>, (own: string) => string[]> = {
  bitcoin: (own) => (own.startsWith('bc1') ? ['bc1q', 'bc1p'] : ['1', '3']),
  ethereum: () => ['0x'],
  tron: () => ['T'],
  solana: () => [''],
}

/** Valid, in either spelling: the checksum of TON is linear, so that two bytes in the middle make it what it should be. */
function poisonOfTon(address: string, { leading, trailing }: EqualEnds, random: Random): string {
  const trusted = base64url.decode(address)
  const workchain = trusted[1] === 0xff ? -1 : 0
  const isBounceable = random.chance(0.5)
  const hash = bytes(random, 32)
  for (let bit = 0; bit < 256; bit++) {
    // The first 16 bits of the text are the tag and the workchain, the first two characters are the prefix.
    const character = Math.floor((bit + 16) / 6)
    if (character >= leading + 2 && character < 48 - trailing) continue
    const mask = 0x80 >> (bit % 8)
    const at = Math.floor(bit / 8)
    hash[at] = ((hash[at] as number) & ~mask) | ((trusted[at + 2] as number) & mask)
  }
  const checksumOf = (of: Uint8Array) => {
    const encoded = base64url.decode(tonFriendly(workchain, of, isBounceable))
    return ((encoded[34] as number) << 8) | (encoded[35] as number)
  }
  hash.fill(0, middle, middle + 2)
  const wanted = ((trusted[34] as number) << 8) | (trusted[35] as number)
  const correction = corrections().get(wanted ^ checksumOf(hash)) as number
  hash.set([correction >> 8, correction & 0xff], middle)
  return tonFriendly(workchain, hash, isBounceable)
}

const middle = 16
let solved: Map<number, number> | undefined

/** What two bytes in the middle of a hash change in the checksum → these bytes. */
function corrections(): Map<number, number> {
  if (solved) return solved
  const checksumWith = (value: number) => {
    const hash = new Uint8Array(32)
    hash.set([value >> 8, value & 0xff], middle)
    const encoded = base64url.decode(tonFriendly(0, hash))
    return ((encoded[34] as number) << 8) | (encoded[35] as number)
  }
  const none = checksumWith(0)
  const ofBits = Array.from({ length: 16 }, (_, bit) => checksumWith(1 << bit) ^ none)
  solved = new Map()
  for (let value = 0; value < 65_536; value++) {
    const changed = ofBits.reduce((sum, one, bit) => (value & (1 << bit) ? sum ^ one : sum), 0)
    solved.set(changed, value)
  }
  return solved
}
