import AuditIcon from '@mui/icons-material/HistoryOutlined'
import { listAuditEvents } from '../../contract/operations/events/audit.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const audit: Feature = {
  resources: {
    'audit-events': resource({
      param: 'seq',
      list: listAuditEvents,
      idOf: ({ seq }) => String(seq),
      pages: { list: lazyPage(() => import('./audit-list.tsx')) },
    }),
  },
  menu: [{ to: '/audit-events', name: 'audit', icon: AuditIcon, group: 'custody', permission: 'audit:read' }],
  liveUpdates: { 'audit-events': 'every event' },
}
