import PositionIcon from '@mui/icons-material/AccountBalanceWalletOutlined'
import AcquisitionIcon from '@mui/icons-material/ShoppingCartCheckoutOutlined'
import { acquisitionList } from '../../contract/lists/acquisitions.ts'
import { readAcquisition } from '../../contract/operations/treasury.ts'
import { type Feature, resource } from '../shared/feature.ts'
import { lazyPage } from '../shared/lazy-page.ts'

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
  },
  routes: { '/position': lazyPage(() => import('./position-page.tsx')) },
  menu: [
    {
      to: '/position',
      name: 'position',
      icon: PositionIcon,
      group: 'work',
      permission: 'requests:read',
    },
    {
      to: '/acquisitions',
      name: 'acquisitions',
      icon: AcquisitionIcon,
      group: 'work',
      permission: 'requests:read',
    },
  ],
  liveUpdates: { acquisitions: ['acquisition'], position: ['acquisition', 'transfer', 'purchase_request'] },
}
