import type { Feature } from '../shared/pages/feature.ts'

/** Comments are shown on the pages of what they are about. */
export const comments: Feature = {
  liveUpdates: { comments: ['purchase_request', 'organization', 'document'] },
}
