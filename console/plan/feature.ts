import PlanIcon from '@mui/icons-material/AccountTreeOutlined'
import type { Feature } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const plan: Feature = {
  routes: { '/plan': lazyPage(() => import('./plan-page.tsx')) },
  menu: [{ to: '/plan', name: 'plan', icon: PlanIcon, group: 'books', permission: 'requests:read' }],
  liveUpdates: { plan: ['plan'] },
}
