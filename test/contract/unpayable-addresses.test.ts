import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m } from '@scure/base'
import { Wallet } from 'ethers'
import { describe, expect, test } from 'vitest'
import { networks } from '../../contract/money/networks.ts'
import { accountOf, base58check, checkAddress, tonFriendly } from '../../contract/wallets/addresses.ts'
import {
  addressFault,
  type UnpayableKind,
  unpayableAddresses,
  unpayableKind,
} from '../../contract/wallets/unpayable-addresses.ts'

const listed = networks.flatMap((network) =>
  Object.entries(unpayableAddresses[network]).flatMap(([kind, addresses]) =>
    addresses.map((address) => [network, address, kind] as const),
  ),
)

/** Checksums tell of slips in the tables; solana has none. */
test.each(listed)('%s: %s is %s', (network, address, kind) => {
  expect(checkAddress(network, address)).toMatchObject({ valid: true })
  expect(accountOf(network, address)).toBe(address)
  expect(unpayableKind(network, address)).toBe(kind)
})

const account = (end: string) => `0x${end.padStart(40, '0')}`
const tronAccount = (end: string) =>
  base58check.encode(Uint8Array.of(0x41, ...Buffer.from(end.padStart(40, '0'), 'hex')))
const legacy = (version: number, hash: Uint8Array) => base58check.encode(Uint8Array.of(version, ...hash))
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const witness = (version: number, program: Uint8Array) =>
  (version === 0 ? bech32 : bech32m).encode('bc', [version, ...bech32.toWords(program)])

describe('what no list names', () => {
  test.each<[string, 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton', string, UnpayableKind]>([
    ['the hash of nothing', 'bitcoin', '1111111111111111111114oLvT2', 'zero'],
    ['a hash of ones', 'bitcoin', legacy(0, new Uint8Array(20).fill(255)), 'burn'],
    ['an empty key', 'bitcoin', legacy(0, hash160(new Uint8Array())), 'burn'],
    ['a script that is always true', 'bitcoin', legacy(5, hash160(Uint8Array.of(0x51))), 'anyone_can_spend'],
    ['the same as a witness', 'bitcoin', witness(0, sha256(Uint8Array.of(0x51))), 'anyone_can_spend'],
    ['a later witness version', 'bitcoin', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'anyone_can_spend'],
    [
      'a taproot key of another length',
      'bitcoin',
      witness(1, new Uint8Array(20).fill(7)),
      'anyone_can_spend',
    ],
    ['a witness of zeros', 'bitcoin', witness(0, new Uint8Array(20)), 'zero'],
    // 5 is not the x coordinate of a point: 5³ + 7 is no square.
    [
      'a taproot key that is none',
      'bitcoin',
      witness(1, Uint8Array.of(...new Uint8Array(31), 5)),
      'off_curve',
    ],
    ['nobody', 'ethereum', account(''), 'zero'],
    ['nobody, in another spelling', 'ethereum', account('DEAD'), 'burn'],
    ['the first precompile', 'ethereum', account('01'), 'reserved'],
    ['the precompiles of 2025', 'ethereum', account('11'), 'reserved'],
    ['the precompile of P-256', 'ethereum', account('0100'), 'reserved'],
    ['one digit', 'ethereum', `0x${'1'.repeat(40)}`, 'burn'],
    ['nobody', 'tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'zero'],
    ['a dead one', 'tron', tronAccount('dead'), 'burn'],
    ['a precompile', 'tron', tronAccount('01000003'), 'reserved'],
    ['what is no point of the curve', 'solana', base58.encode(new Uint8Array(32).fill(2)), 'off_curve'],
    ['nobody', 'ton', `0:${'0'.repeat(64)}`, 'zero'],
    ['nobody of the masterchain', 'ton', `-1:${'0'.repeat(64)}`, 'zero'],
    ['ones', 'ton', `0:${'F'.repeat(64)}`, 'burn'],
    [
      'the elector, as explorers write it',
      'ton',
      'Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF',
      'system',
    ],
    [
      'USDT, as its issuer writes it',
      'ton',
      'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
      'token_contract',
    ],
  ])('%s on %s: %s', (_what, network, address, kind) => {
    expect(checkAddress(network, address)).toMatchObject({ valid: true })
    expect(unpayableKind(network, address)).toBe(kind)
    expect(addressFault(['body', 'address'], network, address)).toMatchObject({
      ctx: { code: 'address_not_payable', kind },
    })
  })
})

test.each([
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['bitcoin', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['ethereum', Wallet.createRandom().address],
  ['tron', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  [
    'solana',
    base58.encode(Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')),
  ],
  ['ton', tonFriendly(0, new Uint8Array(32).fill(7))],
] as const)('%s: a wallet can be paid: %s', (network, address) => {
  expect(addressFault(['body', 'address'], network, address)).toBeUndefined()
})
