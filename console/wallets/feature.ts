import WalletIcon from '@mui/icons-material/AccountBalanceWalletOutlined'
import { walletList } from '../../contract/lists/wallets.ts'
import { readWallet } from '../../contract/operations/wallets/wallets.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

/** All wallets have a page; those of an organization are also on a tab of it. */
export const wallets: Feature = {
  resources: {
    wallets: resource({
      param: 'wallet_id',
      list: walletList.read,
      read: readWallet,
      pages: {
        list: lazyPage(() => import('./wallets-page.tsx')),
        show: lazyPage(() => import('./wallet-show.tsx')),
      },
    }),
  },
  menu: [{ to: '/wallets', name: 'wallets', icon: WalletIcon, group: 'custody', permission: 'wallets:read' }],
  liveUpdates: { wallets: ['wallets', 'secret', 'transfer', 'purchase_request'] },
}
