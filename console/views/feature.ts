import type { Feature } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const views: Feature = {
  routes: { '/views/:id': lazyPage(() => import('./open-view.tsx')) },
  liveUpdates: { views: ['view'] },
}
