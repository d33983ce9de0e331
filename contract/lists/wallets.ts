import { Type } from 'typebox'
import { field, oneOf } from '../api/common.ts'
import type { Tag } from '../api/operation.ts'
import { networks } from '../money/networks.ts'
import {
  FilteredWalletsResponse,
  generationStatuses,
  ListedWallet,
  walletHoldings,
} from '../wallets/wallets.ts'
import { list, listSorts, organization_id } from './list.ts'

export const walletsTag: Tag = {
  name: 'Wallets',
  description: 'Custodial wallets of an organization, and its secrets.',
}

export const walletList = list({
  name: 'wallets',
  title: { en: 'Wallets', ru: 'Кошельки' },
  heads: {
    generation: { en: 'Generation', ru: 'Поколение' },
    coin: { en: 'Coin', ru: 'Монета' },
    coin_on_chain: { en: 'Coin, by the node', ru: 'Монета, по данным узла' },
    usdt_on_chain: { en: 'USDT, by the node', ru: 'USDT, по данным узла' },
    usdc_on_chain: { en: 'USDC, by the node', ru: 'USDC, по данным узла' },
    on_chain: { en: 'By the node', ru: 'По данным узла' },
    checked_at: { en: 'Node asked', ru: 'Проверено узлом' },
    exposed_at: { en: 'Secret first shown', ru: 'Секрет впервые показан' },
  },
  access: 'wallets:read',
  filters: {
    q: field(
      Type.Optional(Type.String({ maxLength: 128 })),
      'Only wallets with this in their address: any part, in whichever case; three characters or more are found by an index',
      'zp1ec',
    ),
    organization_id,
    network: field(Type.Optional(oneOf(networks)), 'Only wallets on this network', 'tron'),
    status: field(
      Type.Optional(oneOf(generationStatuses)),
      'Only current wallets, or only those that were replaced',
      'current',
    ),
    holding: field(
      Type.Optional(oneOf(walletHoldings)),
      'By what the node said last: `some` holds coins, `none` holds nothing, `unknown` was not asked about',
      'some',
    ),
  },
  sorts: listSorts,
  sums: { on_chain: 'asset' },
  read: {
    id: 'filterWallets',
    path: '/v1/wallets',
    tag: walletsTag,
    summary: 'List the wallets of all organizations',
    description:
      'Of all generations. Nothing secret is in it. Balances by the node are those that it last gave: it is asked in the background.',
    page: FilteredWalletsResponse,
  },
  file: { id: 'exportWallets', what: 'the wallets' },
  schemas: [ListedWallet],
})
