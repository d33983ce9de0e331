import PaymentsIcon from '@mui/icons-material/SendOutlined'
import { paymentFileList } from '../../contract/lists/payment-files.ts'
import { readPaymentFile } from '../../contract/operations/books/payment-files.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const paymentFiles: Feature = {
  resources: {
    'payment-files': resource({
      param: 'file_id',
      list: paymentFileList.read,
      read: readPaymentFile,
      pages: {
        list: lazyPage(() => import('./file-list.tsx')),
        show: lazyPage(() => import('./file-show.tsx')),
      },
    }),
  },
  menu: [
    {
      to: '/payment-files',
      name: 'payment_files',
      icon: PaymentsIcon,
      group: 'money',
      permission: 'requests:read',
    },
  ],
  liveUpdates: { 'payment-files': ['payment_file', 'statement_line', 'purchase_request', 'credit'] },
}
