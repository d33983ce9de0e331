import PaymentsIcon from '@mui/icons-material/PaymentsOutlined'
import RequestsIcon from '@mui/icons-material/RequestQuoteOutlined'
import { paymentList } from '../../contract/lists/payments.ts'
import { purchaseRequestList } from '../../contract/lists/purchase-requests.ts'
import * as operations from '../../contract/operations/purchase-requests/purchase-requests.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { firstPage, lazyPage } from '../shared/pages/lazy-page.ts'

const RequestList = firstPage(() => import('./lists/request-list.tsx'))

export const purchaseRequests: Feature = {
  resources: {
    'purchase-requests': resource({
      param: 'request_id',
      list: purchaseRequestList.read,
      hasRowsAhead: true,
      read: operations.readPurchaseRequest,
      hasWholeRows: true,
      create: operations.createPurchaseRequest,
      pages: {
        list: RequestList,
        create: lazyPage(() => import('./request-create.tsx')),
        show: lazyPage(() => import('./request-show.tsx')),
      },
    }),
    payments: resource({
      param: 'payment_id',
      list: paymentList.read,
      hasRowsAhead: true,
      pages: { list: lazyPage(() => import('./lists/payment-list.tsx')) },
    }),
  },
  routes: {
    '/purchase-requests/board': RequestList,
    '/purchase-requests/number/:number': lazyPage(() => import('./lists/request-by-number.tsx')),
  },
  menu: [
    {
      to: '/purchase-requests',
      name: 'requests',
      icon: RequestsIcon,
      group: 'work',
      permission: 'requests:read',
    },
    {
      to: '/payments',
      name: 'payments',
      icon: PaymentsIcon,
      group: 'money',
      permission: 'requests:read',
    },
  ],
  actions: [{ to: '/purchase-requests/create', name: 'new_request', permission: 'requests:write' }],
  liveUpdates: {
    'purchase-requests': ['purchase_request'],
    payments: ['purchase_request'],
    'next-steps': ['purchase_request', 'organization', 'document', 'wallets', 'screening'],
  },
}
