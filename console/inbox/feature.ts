import type { Feature } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const inbox: Feature = {
  routes: { '/inbox': lazyPage(() => import('./inbox-page.tsx')) },
  liveUpdates: { inbox: ['inbox'] },
}
