import { expect, test } from 'vitest'
import { networks } from '../../contract/money/networks.ts'
import { accountOf, checkAddress } from '../../contract/wallets/addresses.ts'
import { alikeFrom, endsToLookUp, looksAlike } from '../../contract/wallets/alike-addresses.ts'
import { comparedWith } from '../../contract/wallets/compared-addresses.ts'
import { randomFrom } from '../support/cases/random.ts'
import { scaled } from '../support/cases/scale.ts'
import { testRandom } from '../support/cases/seed.ts'
import { poisonOf, randomAddress } from './random-addresses.ts'

/** 10,000 over all networks. */
const trustedOfEach = scaled(100, 1_000)
const poisonsOfEach = 20

test.each(networks)(
  'every poisoning of %s is noticed, and found by the ends that are looked up',
  (network) => {
    const random = testRandom()
    const enough = alikeFrom(network)
    for (let count = 0; count < trustedOfEach; count++) {
      const trusted = randomAddress(network, random)
      const account = accountOf(network, trusted)
      for (let round = 0; round < poisonsOfEach; round++) {
        const equal = enough + random.below(4)
        const leading = random.below(equal + 1)
        const poison = poisonOf(network, trusted, { leading, trailing: equal - leading }, random)
        const other = accountOf(network, poison)
        const pair = `${poison} for ${trusted}`
        expect(looksAlike(network, other, account), pair).toBe(true)
        expect(looksAlike(network, account, other), pair).toBe(true)
        const { starts, endings } = endsToLookUp(network, other)
        const text = account.toLowerCase()
        const isFound =
          starts.some((start) => text.startsWith(start)) || endings.some((ending) => text.endsWith(ending))
        expect(isFound, pair).toBe(true)
      }
    }
  },
)

/** All pairs of so many are 20,100 of each network: 100,500. */
const randomOfEach = scaled(201, 650)

test.each(networks)('random addresses of %s are not alike', (network) => {
  // Of a thousand other seeds, some have two that are alike by chance.
  const random = randomFrom(1)
  const accounts = Array.from({ length: randomOfEach }, () =>
    accountOf(network, randomAddress(network, random)),
  )
  const alike = accounts.flatMap((account, at) =>
    accounts.slice(at + 1).filter((other) => looksAlike(network, account, other)),
  )
  expect(alike).toEqual([])
})

test.each(networks)(
  'one equal character less on %s is not alike, and the same account never is',
  (network) => {
    const random = testRandom()
    const trusted = accountOf(network, randomAddress(network, random))
    const few = alikeFrom(network) - 1
    for (let leading = 0; leading <= few; leading++) {
      const other = unlike(trusted, { leading: leading + coreOf(network, trusted), trailing: few - leading })
      expect(looksAlike(network, other, trusted), `${other} for ${trusted}`).toBe(false)
    }
    expect(looksAlike(network, trusted, trusted)).toBe(false)
  },
)

/** The same ends, and between them at each place another character, but for the prefix. */
function unlike(address: string, { leading, trailing }: { leading: number; trailing: number }): string {
  const digit = (letter: string) => (letter === '2' ? '3' : '2')
  return [...address]
    .map((letter, at) => (at < leading || at >= address.length - trailing ? letter : digit(letter)))
    .join('')
}

function coreOf(network: string, address: string): number {
  if (address.startsWith('bc1')) return 4
  return { bitcoin: 1, ethereum: 2, tron: 1, solana: 0, ton: 2 }[network] as number
}

test('the spellings of one account are the same address', () => {
  const raw = `0:${'3d'.repeat(32)}`
  const friendly = accountOf('ton', raw)
  const random = testRandom()
  const ethereum = randomAddress('ethereum', random)
  for (const [network, one, other] of [
    ['ton', raw, friendly],
    ['ethereum', ethereum, `0x${ethereum.slice(2).toUpperCase()}`],
    ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ] as const) {
    expect(checkAddress(network, one).valid).toBe(true)
    expect(looksAlike(network, accountOf(network, one), accountOf(network, other))).toBe(false)
  }
})

test('what differs is between what both begin and end with', () => {
  const [one, other] = ['0xAAbb11110000CCdd', '0xaaBB2222ccDD']
  expect(comparedWith('ethereum', one, other)).toEqual([
    { text: '0x', isEqual: true },
    { text: 'AAbb', isEqual: true },
    { text: '11110000', isEqual: false },
    { text: 'CCdd', isEqual: true },
  ])
  expect(comparedWith('ethereum', other, one).find(({ isEqual }) => !isEqual)?.text).toBe('2222')
  expect(comparedWith('bitcoin', '1abcd', '3abXd')).toEqual([
    { text: '1', isEqual: false },
    { text: 'ab', isEqual: true },
    { text: 'c', isEqual: false },
    { text: 'd', isEqual: true },
  ])
})
