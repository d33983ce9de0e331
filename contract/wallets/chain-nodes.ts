import { type Static, Type } from 'typebox'
import { field, Id, Instant, nullable, oneOf } from '../api/common.ts'
import { assetsOn, type PurchaseAsset, purchaseAssets, tokensOn } from '../money/assets.ts'
import { type Network, networks } from '../money/networks.ts'

/** Of which assets a node can list the payments to an address. A plain node of tron cannot, nor one of ethereum for ETH. */
export const incomingAssets: Readonly<Record<Network, readonly PurchaseAsset[]>> = {
  bitcoin: ['BTC'],
  ethereum: tokensOn('ethereum').map(({ asset }) => asset),
  tron: [],
  solana: assetsOn('solana'),
  ton: assetsOn('ton'),
}

/** Of which assets a node can list all transactions of an address. */
export const historyAssets = incomingAssets

const Units = Type.String({ pattern: '^[0-9]+$' })
const problems = ['node_unavailable'] as const

const place = {
  wallet_id: field(Id, 'The id of the wallet'),
  network: field(oneOf(networks), 'The network of the wallet', 'ethereum'),
  address: field(Type.String(), 'The address of the wallet', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'),
  generation: field(Type.Integer(), 'The generation of the wallet', 1),
}
const asked = {
  problem: field(nullable(oneOf(problems)), 'Why nothing is known; null if the node answered', null),
  checked_at: field(Instant, 'When the node was asked; it is asked again after half a minute'),
}

const WalletBalance = Type.Object({
  ...place,
  asset: field(oneOf(purchaseAssets), 'The coin, or a token of the network', 'USDT'),
  amount: field(
    nullable(Units),
    'What the node says is there, in base units (satoshi, wei, sun, lamport, nanoton; millionths of USDT or USDC)',
    '1500000',
  ),
  ...asked,
})

export const WalletBalanceListResponse = Type.Object(
  {
    items: field(
      Type.Array(WalletBalance),
      'The wallets on networks with a node, those of the current generation first',
    ),
  },
  { $id: 'WalletBalanceListResponse', description: 'What is on the wallets of an organization.' },
)
export type WalletBalanceListResponse = Static<typeof WalletBalanceListResponse>

const IncomingPayment = Type.Object({
  tx_id: field(Type.String(), 'The id of the transaction', 'ab'.repeat(32)),
  asset: field(oneOf(purchaseAssets), 'The coin, or a token of the network', 'USDT'),
  amount: field(Units, 'The amount in base units', '1500000'),
  from: field(
    nullable(Type.String()),
    'Who paid; null if the network does not say',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ),
  confirmations: field(Type.Integer(), 'How deep it is in the chain', 12),
  at: field(nullable(Instant), 'When it was included in the chain; null if it is not, or is not known'),
})

const IncomingOfWallet = Type.Object({
  ...place,
  assets: field(
    Type.Array(oneOf(purchaseAssets)),
    'The assets whose payments a node can list. Payments of others are missing.',
    ['USDT'],
  ),
  payments: field(Type.Array(IncomingPayment), 'The newest payments, newest first'),
  ...asked,
})

export const IncomingPaymentListResponse = Type.Object(
  {
    items: field(
      Type.Array(IncomingOfWallet),
      'The wallets on networks with a node, those of the current generation first',
    ),
  },
  { $id: 'IncomingPaymentListResponse', description: 'What was paid to the wallets of an organization.' },
)
export type IncomingPaymentListResponse = Static<typeof IncomingPaymentListResponse>
