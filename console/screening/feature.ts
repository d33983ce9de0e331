import ScreeningIcon from '@mui/icons-material/PersonSearchOutlined'
import { hitList } from '../../contract/lists/hits.ts'
import * as operations from '../../contract/operations/organizations/screening.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import { useBlockingCount } from './hit-queries.ts'

export const screening: Feature = {
  resources: {
    'screening-hits': resource({
      param: 'hit_id',
      list: hitList.read,
      read: operations.readScreeningHit,
      isReadAhead: true,
      pages: {
        list: lazyPage(() => import('./hit-list.tsx')),
        show: lazyPage(() => import('./hit-show.tsx')),
      },
    }),
  },
  routes: {
    '/screening-lists': lazyPage(() => import('./lists-page.tsx')),
    '/screening-check': lazyPage(() => import('./check-page.tsx')),
  },
  menu: [
    {
      to: '/screening-hits',
      name: 'screening',
      icon: ScreeningIcon,
      group: 'work',
      permission: 'organizations:read',
      useCount: useBlockingCount,
    },
  ],
  liveUpdates: {
    'screening-hits': ['screening'],
    // What the lists say changes with the parties, too.
    screening: ['screening', 'organization', 'purchase_request'],
  },
}
