import { lazy } from 'react'
import type { Feature } from '../shared/feature.ts'

export const account: Feature = {
  routes: { '/account': lazy(() => import('./account-page.tsx')) },
}
