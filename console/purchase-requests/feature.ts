import RequestsIcon from '@mui/icons-material/RequestQuoteOutlined'
import { filterPurchaseRequests } from '../../contract/operations/lists.ts'
import * as operations from '../../contract/operations/purchase-requests.ts'
import { type Feature, resource } from '../shared/feature.ts'
import { lazyPage } from '../shared/lazy-page.ts'

const RequestList = lazyPage(() => import('./request-list.tsx'))

export const purchaseRequests: Feature = {
  resources: {
    'purchase-requests': resource({
      param: 'request_id',
      list: operations.listPurchaseRequests,
      filtered: filterPurchaseRequests,
      read: operations.readPurchaseRequest,
      create: operations.createPurchaseRequest,
      pages: {
        list: RequestList,
        create: lazyPage(() => import('./request-create.tsx')),
        show: lazyPage(() => import('./request-show.tsx')),
      },
    }),
  },
  routes: {
    '/purchase-requests/board': RequestList,
    '/purchase-requests/number/:number': lazyPage(() => import('./request-by-number.tsx')),
  },
  menu: [
    {
      to: '/purchase-requests',
      name: 'requests',
      icon: RequestsIcon,
      group: 'work',
      permission: 'requests:read',
    },
  ],
  actions: [{ to: '/purchase-requests/create', name: 'new_request', permission: 'requests:write' }],
  liveUpdates: {
    'purchase-requests': ['purchase_request'],
    'next-steps': ['purchase_request', 'organization', 'document', 'wallets', 'screening'],
  },
}
