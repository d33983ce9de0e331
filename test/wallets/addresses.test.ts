import { describe, expect, test } from 'vitest'
import { type Network, networks } from '../../contract/money/networks.ts'
import { checkAddress } from '../../contract/wallets/addresses.ts'
import { fc } from '../support/cases/properties.ts'
import vectors from '../vectors/wallets.json' with { type: 'json' }

const friendly = 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF'
const raw = '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e'

// Sources: BIP-173 and BIP-350 test vectors, EIP-55 test cases, TEP-2, addresses of well-known contracts.
test.each([
  ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'p2wpkh'],
  ['bitcoin', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'p2wsh'],
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'p2tr'],
  ['bitcoin', 'BC1SW50QGDZ25J', 'witness'],
  ['bitcoin', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'witness'],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'p2pkh'],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'p2sh'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'account'],
  ['ethereum', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'account'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'account'],
  ['solana', '11111111111111111111111111111111', 'account'],
  ['solana', 'So11111111111111111111111111111111111111112', 'account'],
  ['ton', friendly, 'bounceable'],
  ['ton', raw, 'raw'],
] as const)('%s: %s is valid (%s)', (network, address, kind) => {
  expect(checkAddress(network, address)).toMatchObject({ valid: true, kind })
})

test.each([
  // BIP-350: bech32 where bech32m is due and the reverse; witness version 17; odd lengths; mixed case.
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'checksum'],
  ['bitcoin', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'checksum'],
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'checksum'],
  ['bitcoin', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'format'],
  ['bitcoin', 'bc1pw5dgrnzv', 'format'],
  ['bitcoin', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'format'],
  ['bitcoin', 'bc1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'format'],
  ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'other_chain'],
  ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'other_chain'],
  ['bitcoin', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'other_chain'],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'checksum'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', 'checksum'],
  ['ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'format'],
  ['tron', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'other_chain'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'checksum'],
  ['solana', '1111111111111111111111111111111', 'format'],
  ['solana', '111111111111111111111111111111111', 'format'],
  ['ton', friendly.replace('K', 'L'), 'checksum'],
  ['ton', `2:${raw.slice(2)}`, 'format'],
  // The same contract, marked for test networks.
  ['ton', 'kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP', 'other_chain'],
] as const)('%s: %s is refused (%s)', (network, address, reason) => {
  expect(checkAddress(network, address)).toEqual({ valid: false, reason })
})

test('an Ethereum address in one case is accepted, returned with its checksum, and reported as without one', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  for (const text of [address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]) {
    expect(checkAddress('ethereum', text)).toEqual({ valid: true, address, kind: 'account', checksum: false })
  }
})

test('all forms of a TON address name the same account', () => {
  const fromRaw = checkAddress('ton', raw)
  expect(fromRaw).toMatchObject({ valid: true, address: expect.stringMatching(/^UQDKbjIcfM6ezt8KjKJJLsh/) })
  const plus = friendly.replaceAll('-', '+').replaceAll('_', '/')
  expect(checkAddress('ton', plus)).toMatchObject({ valid: true, address: friendly })
})

describe.each(vectors.filter(({ network }) => network !== 'solana' && network !== 'ethereum'))(
  '$network $address',
  ({ network, address }) => {
    test('no single wrong character is accepted', () => {
      for (let at = 0; at < address.length; at++) {
        const other = address[at] === '2' ? '3' : '2'
        const wrong = address.slice(0, at) + other + address.slice(at + 1)
        expect(checkAddress(network as Network, wrong)).toMatchObject({ valid: false })
      }
    })
  },
)

test('no text makes a check throw', () => {
  fc.assert(
    fc.property(fc.constantFrom(...networks), fc.string({ maxLength: 120 }), (network, text) => {
      expect(checkAddress(network, text)).toHaveProperty('valid')
    }),
  )
  for (const network of networks) {
    for (const text of ['', '\0', 'кошелёк', '0:'.padEnd(66, 'я'), '\ud800'.repeat(48)]) {
      expect(checkAddress(network, text)).toEqual({ valid: false, reason: 'format' })
    }
    expect(checkAddress(network, '1'.repeat(1_000_000))).toEqual({ valid: false, reason: 'format' })
  }
})
