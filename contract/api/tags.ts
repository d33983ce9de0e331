import type { Tag } from './operation.ts'

// The tags of several lists. A tag of one list is declared beside it.

export const listsTag: Tag = {
  name: 'Lists',
  isPreview: true,
  description: 'Lists with more filters, read from one page to the next.',
}

export const transfersTag: Tag = {
  name: 'Transfers',
  isPreview: true,
  description:
    'Coins that leave the wallets of an organization: prepared, approved, signed by the service, exported or broadcast, and confirmed by their effect.',
}

export const dealsTag: Tag = {
  name: 'Deals',
  isPreview: true,
  description: 'The quotes, corrections, payments, refunds and deliveries of purchase requests, and credits.',
}

export const statementsTag: Tag = {
  name: 'Statements',
  isPreview: true,
  description: 'Bank statements: import, and matching of their lines with purchase requests.',
}

export const treasuryTag: Tag = {
  name: 'Treasury',
  isPreview: true,
  description: 'Coins of the desk itself: what was bought, what is held, and what it earned.',
}
