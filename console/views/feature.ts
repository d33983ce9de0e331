import type { Feature } from '../shared/feature.ts'
import { lazyPage } from '../shared/lazy-page.ts'

export const views: Feature = {
  routes: { '/views/:id': lazyPage(() => import('./open-view.tsx')) },
  liveUpdates: { views: ['view'] },
}
