import ReportsIcon from '@mui/icons-material/BarChart'
import type { Feature } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const reports: Feature = {
  routes: { '/reports': lazyPage(() => import('./reports-page.tsx')) },
  menu: [{ to: '/reports', name: 'reports', icon: ReportsIcon, group: 'books', permission: 'requests:read' }],
}
