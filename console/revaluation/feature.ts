import RevaluationIcon from '@mui/icons-material/PriceChangeOutlined'
import type { Feature } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const revaluation: Feature = {
  routes: { '/revaluation': lazyPage(() => import('./revaluation-page.tsx')) },
  menu: [
    {
      to: '/revaluation',
      name: 'revaluation',
      icon: RevaluationIcon,
      group: 'books',
      permission: 'requests:read',
    },
  ],
  liveUpdates: { revaluation: ['rate', 'rates', 'books', 'book_entry'] },
}
