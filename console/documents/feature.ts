import type { Feature } from '../shared/feature.ts'

/** Documents are shown on a tab of their organization. */
export const documents: Feature = {
  liveUpdates: { documents: ['document'] },
}
