import type { Network } from './networks.ts'

/** The coin of each network: fees are paid in it. */
export const coins = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  tron: 'TRX',
  solana: 'SOL',
  ton: 'TON',
} as const satisfies Record<Network, string>

/**
 * The assets, their networks, and the decimal places of their amounts; of a token also its contract, as its issuer publishes
 * it at the source. Nothing of it ever comes from a node. An asset has the same decimal places on all its networks, because
 * the books count it as one.
 */
export const purchasableAssets = [
  { asset: 'BTC', network: 'bitcoin', decimals: 8 },
  { asset: 'ETH', network: 'ethereum', decimals: 18 },
  {
    asset: 'USDT',
    network: 'ethereum',
    decimals: 6,
    contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    source: 'tether.to/en/supported-protocols',
  },
  {
    asset: 'USDC',
    network: 'ethereum',
    decimals: 6,
    contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    source: 'developers.circle.com/stablecoins/usdc-contract-addresses',
  },
  {
    asset: 'USDT',
    network: 'tron',
    decimals: 6,
    contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    source: 'tether.to/en/supported-protocols',
  },
  { asset: 'TRX', network: 'tron', decimals: 6 },
  { asset: 'SOL', network: 'solana', decimals: 9 },
  {
    asset: 'USDT',
    network: 'solana',
    decimals: 6,
    contract: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    source: 'tether.to/en/supported-protocols',
  },
  {
    asset: 'USDC',
    network: 'solana',
    decimals: 6,
    contract: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    source: 'developers.circle.com/stablecoins/usdc-contract-addresses',
  },
  { asset: 'TON', network: 'ton', decimals: 9 },
  {
    asset: 'USDT',
    network: 'ton',
    decimals: 6,
    contract: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
    source: 'tether.to/en/supported-protocols',
  },
] as const satisfies readonly AssetOnNetwork[]

interface AssetOnNetwork {
  asset: string
  network: Network
  decimals: number
  /** The contract, mint or jetton master of a token. A coin has none. */
  contract?: string
  source?: string
}

type Row = (typeof purchasableAssets)[number]
export type PurchaseAsset = Row['asset']
export type AssetOn<N extends Network> = Extract<Row, { network: N }>['asset']

export const purchaseAssets = [...new Set(purchasableAssets.map((one) => one.asset))]

/** The decimal places of an asset on a network; undefined if the asset is not available there. */
export function assetDecimals(asset: string, network: string): number | undefined {
  return rowOf(asset, network)?.decimals
}

/** The contract of a token; undefined of a coin, and of what is not on the network. */
export function tokenContract(network: string, asset: string): string | undefined {
  return rowOf(asset, network)?.contract
}

/** That of a token which is known to be on the network. */
export function contractOf(network: Network, asset: string): string {
  const contract = tokenContract(network, asset)
  if (contract === undefined) throw new RangeError(`${asset} is no token of ${network}.`)
  return contract
}

/** The tokens of a network, in the order of the table. */
export function tokensOn(network: Network): { asset: PurchaseAsset; contract: string }[] {
  return (purchasableAssets as readonly (AssetOnNetwork & { asset: PurchaseAsset })[]).flatMap((one) =>
    one.network === network && one.contract !== undefined
      ? [{ asset: one.asset, contract: one.contract }]
      : [],
  )
}

export function assetsOn(network: Network): PurchaseAsset[] {
  return purchasableAssets.filter((one) => one.network === network).map(({ asset }) => asset)
}

/** All that are a token on some network. */
export const tokenAssets = [
  ...new Set(purchasableAssets.filter((one) => 'contract' in one).map(({ asset }) => asset)),
]

function rowOf(asset: string, network: string): AssetOnNetwork | undefined {
  return purchasableAssets.find((one) => one.asset === asset && one.network === network)
}
