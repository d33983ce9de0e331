import SecretsIcon from '@mui/icons-material/LockOpenOutlined'
import { lazy } from 'react'
import { listSecretApprovals } from '../../contract/operations/wallets.ts'
import { type Feature, resource } from '../shared/feature.ts'

/** Wallets are shown on a tab of their organization. */
export const wallets: Feature = {
  resources: {
    'secret-approvals': resource({
      param: 'approval_id',
      list: listSecretApprovals,
      pages: { list: lazy(() => import('./approval-list.tsx')) },
    }),
  },
  menu: [{ to: '/secret-approvals', name: 'approvals', icon: SecretsIcon, permission: 'secrets:read' }],
  liveUpdates: { wallets: ['wallets', 'secret'], 'secret-approvals': ['secret_approval', 'secret'] },
}
