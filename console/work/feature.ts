import WorkIcon from '@mui/icons-material/InboxOutlined'
import { queueNames, queueRules } from '../../contract/work/work.ts'
import type { Feature } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import { useOverdueCount } from './work-queries.ts'

export const work: Feature = {
  routes: {
    '/work': lazyPage(() => import('./work-page.tsx')),
    '/work/:queue': lazyPage(() => import('./queue-page.tsx')),
    '/documents/:organization_id/:kind': lazyPage(() => import('./document-page.tsx')),
    '/work/documents/review': lazyPage(() => import('./review-page.tsx')),
  },
  menu: [
    {
      to: '/work',
      name: 'work',
      icon: WorkIcon,
      group: 'work',
      permission: 'requests:read',
      useCount: useOverdueCount,
    },
  ],
  actions: queueNames.map((queue) => ({
    to: `/work/${queue}`,
    name: `work_${queue}`,
    permission: queueRules[queue].see,
  })),
  liveUpdates: { work: 'every event' },
}
