import OverviewIcon from '@mui/icons-material/SpaceDashboardOutlined'
import type { Feature } from '../shared/feature.ts'

/** The page itself is the dashboard of react-admin (app.tsx). */
export const overview: Feature = {
  menu: [{ to: '/', name: 'overview', icon: OverviewIcon, group: 'work', permission: 'requests:read' }],
  liveUpdates: {
    overview: ['organization', 'document', 'purchase_request'],
    setup: ['administrator', 'desk_company', 'organization', 'policy', 'screening'],
  },
}
