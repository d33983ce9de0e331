import AuditIcon from '@mui/icons-material/HistoryOutlined'
import { lazy } from 'react'
import { listAuditEvents } from '../../contract/operations/audit.ts'
import { type Feature, resource } from '../shared/feature.ts'

export const audit: Feature = {
  resources: {
    'audit-events': resource({
      param: 'seq',
      list: listAuditEvents,
      idOf: ({ seq }) => String(seq),
      pages: { list: lazy(() => import('./audit-list.tsx')) },
    }),
  },
  menu: [{ to: '/audit-events', name: 'audit', icon: AuditIcon, permission: 'audit:read' }],
  liveUpdates: { 'audit-events': 'every event' },
}
