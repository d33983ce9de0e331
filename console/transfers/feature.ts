import TransfersIcon from '@mui/icons-material/SendOutlined'
import { transferBatchList } from '../../contract/lists/transfer-batches.ts'
import { transferList } from '../../contract/lists/transfers.ts'
import { readTransferBatch } from '../../contract/operations/wallets/transfer-batches.ts'
import { createTransfer, readTransfer } from '../../contract/operations/wallets/transfers.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import { useStoppedCount } from './signing/signing-query.ts'
import { StoppedNotice } from './signing/stopped-notice.tsx'

export const transfers: Feature = {
  resources: {
    transfers: resource({
      param: 'transfer_id',
      list: transferList.read,
      read: readTransfer,
      isReadAhead: true,
      create: createTransfer,
      pages: {
        list: lazyPage(() => import('./transfer-list.tsx')),
        create: lazyPage(() => import('./create/transfer-create.tsx')),
        show: lazyPage(() => import('./transfer-show.tsx')),
      },
    }),
    'transfer-batches': resource({
      param: 'batch_id',
      list: transferBatchList.read,
      read: readTransferBatch,
      pages: {
        list: lazyPage(() => import('./batch-list.tsx')),
        show: lazyPage(() => import('./batch-show.tsx')),
      },
    }),
  },
  menu: [
    {
      to: '/transfers',
      name: 'transfers',
      icon: TransfersIcon,
      group: 'custody',
      permission: 'wallets:read',
      useCount: useStoppedCount,
    },
  ],
  actions: [{ to: '/transfers/create', name: 'new_transfer', permission: 'transfers:manage' }],
  notice: StoppedNotice,
  // Whether a transfer waits or is approved follows from its approval.
  liveUpdates: {
    transfers: ['transfer', 'transfer_batch', 'approval'],
    'transfer-batches': ['transfer', 'transfer_batch', 'approval'],
    signing: ['signing'],
    balances: ['transfer', 'wallets'],
    incoming: ['wallets'],
  },
}
