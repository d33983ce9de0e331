import ReconciliationIcon from '@mui/icons-material/BalanceOutlined'
import CloseIcon from '@mui/icons-material/LockClockOutlined'
import TrialBalanceIcon from '@mui/icons-material/TableViewOutlined'
import type { Feature } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const close: Feature = {
  routes: {
    '/close': lazyPage(() => import('./close-page.tsx')),
    '/trial-balance': lazyPage(() => import('./trial-balance-page.tsx')),
    '/ledger': lazyPage(() => import('./ledger-page.tsx')),
    '/reconciliation': lazyPage(() => import('./reconciliation-page.tsx')),
  },
  menu: [
    {
      to: '/reconciliation',
      name: 'reconciliation',
      icon: ReconciliationIcon,
      group: 'books',
      permission: 'requests:read',
    },
    {
      to: '/trial-balance',
      name: 'trial_balance',
      icon: TrialBalanceIcon,
      group: 'books',
      permission: 'requests:read',
    },
    { to: '/close', name: 'close', icon: CloseIcon, group: 'books', permission: 'requests:read' },
  ],
  liveUpdates: {
    close: [
      'books',
      'book_entry',
      'statement',
      'statement_line',
      'purchase_request',
      'chain_line',
      'chain_statement',
    ],
  },
}
