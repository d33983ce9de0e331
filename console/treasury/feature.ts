import PositionIcon from '@mui/icons-material/AccountBalanceWalletOutlined'
import ResultsIcon from '@mui/icons-material/QueryStatsOutlined'
import ChainIcon from '@mui/icons-material/ReceiptLongOutlined'
import AcquisitionIcon from '@mui/icons-material/ShoppingCartCheckoutOutlined'
import { acquisitionList } from '../../contract/lists/acquisitions.ts'
import { chainLineList } from '../../contract/lists/chain-lines.ts'
import { readChainLine } from '../../contract/operations/books/chain-lines.ts'
import { readAcquisition } from '../../contract/operations/books/treasury.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const treasury: Feature = {
  resources: {
    acquisitions: resource({
      param: 'acquisition_id',
      list: acquisitionList.read,
      read: readAcquisition,
      hasWholeRows: true,
      pages: {
        list: lazyPage(() => import('./acquisition-list.tsx')),
        show: lazyPage(() => import('./acquisition-show.tsx')),
      },
    }),
    'chain-lines': resource({
      param: 'line_id',
      list: chainLineList.read,
      read: readChainLine,
      pages: {
        list: lazyPage(() => import('./chain-line-list.tsx')),
        show: lazyPage(() => import('./chain-line-show.tsx')),
      },
    }),
  },
  routes: {
    '/position': lazyPage(() => import('./position-page.tsx')),
    '/results': lazyPage(() => import('./results-page.tsx')),
  },
  menu: [
    {
      to: '/position',
      name: 'position',
      icon: PositionIcon,
      group: 'custody',
      permission: 'requests:read',
    },
    {
      to: '/acquisitions',
      name: 'acquisitions',
      icon: AcquisitionIcon,
      group: 'custody',
      permission: 'requests:read',
    },
    {
      to: '/chain-lines',
      name: 'chain_lines',
      icon: ChainIcon,
      group: 'custody',
      permission: 'requests:read',
    },
    {
      to: '/results',
      name: 'results',
      icon: ResultsIcon,
      group: 'books',
      permission: 'requests:read',
    },
  ],
  liveUpdates: {
    acquisitions: ['acquisition'],
    'chain-lines': ['chain_line', 'chain_statement', 'acquisition'],
    'chain-statements': ['chain_line', 'chain_statement'],
    position: ['acquisition', 'transfer', 'purchase_request', 'chain_line', 'chain_statement'],
    results: ['acquisition'],
  },
}
