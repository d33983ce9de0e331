import type { Feature } from '../shared/feature.ts'

export const close: Feature = {
  liveUpdates: {},
}
