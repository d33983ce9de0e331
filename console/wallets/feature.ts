import SecretsIcon from '@mui/icons-material/LockOpenOutlined'
import { listSecretApprovals } from '../../contract/operations/wallets.ts'
import { type Feature, resource } from '../shared/feature.ts'
import { lazyPage } from '../shared/lazy-page.ts'

/** Wallets are shown on a tab of their organization. */
export const wallets: Feature = {
  resources: {
    'secret-approvals': resource({
      param: 'approval_id',
      list: listSecretApprovals,
      pages: { list: lazyPage(() => import('./approval-list.tsx')) },
    }),
  },
  menu: [{ to: '/secret-approvals', name: 'approvals', icon: SecretsIcon, permission: 'secrets:read' }],
  liveUpdates: { wallets: ['wallets', 'secret'], 'secret-approvals': ['secret_approval', 'secret'] },
}
