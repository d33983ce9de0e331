import type { Feature } from '../shared/feature.ts'
import { lazyPage } from '../shared/lazy-page.ts'

export const account: Feature = {
  routes: { '/account': lazyPage(() => import('./account-page.tsx')) },
}
