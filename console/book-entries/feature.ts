import type { Feature } from '../shared/feature.ts'

export const bookEntries: Feature = {
  liveUpdates: {},
}
