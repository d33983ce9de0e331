import type { Feature } from '../shared/pages/feature.ts'

/** The people of an organization are a tab of its page. */
export const people: Feature = { liveUpdates: { people: ['person', 'organization'] } }
