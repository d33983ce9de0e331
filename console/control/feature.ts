import SecurityIcon from '@mui/icons-material/GppMaybeOutlined'
import ApprovalsIcon from '@mui/icons-material/HowToRegOutlined'
import PolicyIcon from '@mui/icons-material/PolicyOutlined'
import { approvalList } from '../../contract/lists/approvals.ts'
import { readApproval } from '../../contract/operations/control/approvals.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import { useToDecideCount } from './approval-queries.ts'
import { ControlNotices } from './control-notices.tsx'

export const control: Feature = {
  resources: {
    approvals: resource({
      param: 'approval_id',
      list: approvalList.read,
      read: readApproval,
      hasWholeRows: true,
      pages: {
        list: lazyPage(() => import('./approval-list.tsx')),
        show: lazyPage(() => import('./approval-show.tsx')),
      },
    }),
  },
  routes: {
    '/policy': lazyPage(() => import('./policy-page.tsx')),
    '/security': lazyPage(() => import('./security-page.tsx')),
  },
  menu: [
    {
      to: '/approvals',
      name: 'approvals',
      icon: ApprovalsIcon,
      group: 'custody',
      permission: 'approvals:read',
      useCount: useToDecideCount,
    },
    { to: '/policy', name: 'policy', icon: PolicyIcon, group: 'custody', permission: 'approvals:read' },
    {
      to: '/security',
      name: 'security',
      icon: SecurityIcon,
      group: 'administration',
      permission: 'administrators:manage',
    },
  ],
  notice: ControlNotices,
  liveUpdates: {
    approvals: ['approval'],
    policy: ['policy'],
    founding: ['founding', 'administrator', 'policy'],
  },
}
