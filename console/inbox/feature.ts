import type { Feature } from '../shared/feature.ts'
import { lazyPage } from '../shared/lazy-page.ts'

export const inbox: Feature = {
  routes: { '/inbox': lazyPage(() => import('./inbox-page.tsx')) },
  liveUpdates: { inbox: ['inbox'] },
}
