import OverviewIcon from '@mui/icons-material/SpaceDashboardOutlined'
import type { Feature } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const overview: Feature = {
  dashboard: lazyPage(() => import('./overview-page.tsx')),
  menu: [{ to: '/', name: 'overview', icon: OverviewIcon, group: 'work', permission: 'requests:read' }],
  liveUpdates: {
    overview: ['organization', 'document', 'purchase_request'],
    setup: ['administrator', 'desk_company', 'organization', 'policy', 'screening'],
  },
}
