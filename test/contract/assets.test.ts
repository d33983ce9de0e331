import { describe, expect, test } from 'vitest'
import { columnHead } from '../../contract/lists/file-words.ts'
import { walletList } from '../../contract/lists/wallets.ts'
import {
  assetDecimals,
  assetsOn,
  coins,
  contractOf,
  purchasableAssets,
  purchaseAssets,
  tokenContract,
  tokensOn,
} from '../../contract/money/assets.ts'
import { networks } from '../../contract/money/networks.ts'
import { checkAddress } from '../../contract/wallets/addresses.ts'
import { unpayableKind } from '../../contract/wallets/unpayable-addresses.ts'
import { languages } from '../../contract/words/languages.ts'

const tokens = purchasableAssets.filter((one) => 'contract' in one)

test('each asset is on a network once', () => {
  const places = purchasableAssets.map(({ asset, network }) => `${asset} on ${network}`)
  expect(new Set(places).size).toBe(places.length)
})

test.each(purchaseAssets)('%s has the same decimal places on all its networks', (asset) => {
  const places = networks.flatMap((network) => assetDecimals(asset, network) ?? [])
  expect(new Set(places).size).toBe(1)
})

test.each(networks)('%s has one coin without a contract', (network) => {
  const without = assetsOn(network).filter((asset) => tokenContract(network, asset) === undefined)
  expect(without).toEqual([coins[network]])
})

describe.each(tokens)('$asset on $network', ({ asset, network, contract, source }) => {
  test('has a contract of its own, in the usual spelling, and a source', () => {
    expect(checkAddress(network, contract)).toMatchObject({ valid: true, address: contract })
    expect(tokensOn(network).filter((one) => one.contract === contract)).toEqual([{ asset, contract }])
    expect(source).toMatch(/^[a-z.]+\/./)
  })

  test('is never paid to its own contract', () => {
    expect(unpayableKind(network, contract)).toBe('token_contract')
  })

  test('has a column in the file of wallets, in both languages', () => {
    for (const language of languages)
      expect(columnHead(walletList, `${asset.toLowerCase()}_on_chain`, language)).toContain(asset)
  })
})

test('what is no token of a network has no contract', () => {
  expect(() => contractOf('bitcoin', 'USDT')).toThrow(RangeError)
  expect(() => contractOf('ethereum', 'ETH')).toThrow(RangeError)
})
