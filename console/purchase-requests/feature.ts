import RequestsIcon from '@mui/icons-material/RequestQuoteOutlined'
import { lazy } from 'react'
import * as operations from '../../contract/operations/purchase-requests.ts'
import { type Feature, resource } from '../shared/feature.ts'

const RequestList = lazy(() => import('./request-list.tsx'))

export const purchaseRequests: Feature = {
  resources: {
    'purchase-requests': resource({
      param: 'request_id',
      list: operations.listPurchaseRequests,
      read: operations.readPurchaseRequest,
      create: operations.createPurchaseRequest,
      pages: {
        list: RequestList,
        create: lazy(() => import('./request-create.tsx')),
        show: lazy(() => import('./request-show.tsx')),
      },
    }),
  },
  routes: { '/purchase-requests/board': RequestList },
  menu: [{ to: '/purchase-requests', name: 'requests', icon: RequestsIcon, permission: 'requests:read' }],
  liveUpdates: {
    'purchase-requests': ['purchase_request'],
    'next-steps': ['purchase_request', 'organization', 'document', 'wallets'],
  },
}
