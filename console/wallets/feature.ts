import type { Feature } from '../shared/feature.ts'

/** Wallets are shown on a tab of their organization. */
export const wallets: Feature = {
  liveUpdates: { wallets: ['wallets', 'secret'] },
}
