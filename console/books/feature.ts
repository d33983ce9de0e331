import BalancesIcon from '@mui/icons-material/AccountBalanceOutlined'
import CreditsIcon from '@mui/icons-material/MoveToInboxOutlined'
import { creditList } from '../../contract/lists/credits.ts'
import { listBalances } from '../../contract/operations/books/books.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import { useOpenCreditCount } from './credit-queries.ts'

export const books: Feature = {
  resources: {
    credits: resource({
      param: 'credit_id',
      list: creditList.read,
      pages: { list: lazyPage(() => import('./credit-list.tsx')) },
    }),
    balances: resource({
      param: 'organization_id',
      list: listBalances,
      // A balance has no id of its own.
      idOf: ({ organization_id, commodity }) => `${organization_id}-${commodity}`,
      pages: { list: lazyPage(() => import('./balance-list.tsx')) },
    }),
  },
  menu: [
    {
      to: '/credits',
      name: 'credits',
      icon: CreditsIcon,
      group: 'money',
      permission: 'requests:read',
      useCount: useOpenCreditCount,
    },
    { to: '/balances', name: 'balances', icon: BalancesIcon, group: 'money', permission: 'requests:read' },
  ],
  liveUpdates: {
    credits: ['credit', 'purchase_request'],
    balances: ['credit', 'purchase_request'],
  },
}
