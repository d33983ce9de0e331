import type { Feature } from '../shared/pages/feature.ts'

/** The address book is shown on a tab of its organization, and chosen from where coins are sent. */
export const addressBook: Feature = {
  liveUpdates: { addresses: ['address', 'wallets', 'policy', 'screening'] },
}
