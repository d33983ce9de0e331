import type { Feature } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const account: Feature = {
  routes: { '/account': lazyPage(() => import('./account-page.tsx')) },
}
