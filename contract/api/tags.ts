import type { Tag } from './operation.ts'

// The tags of operations that are declared in more than one file.

export const listsTag: Tag = {
  name: 'Lists',
  isPreview: true,
  description: 'Lists with more filters, read from one page to the next.',
}

export const walletsTag: Tag = {
  name: 'Wallets',
  description: 'Custodial wallets of an organization, and its secrets.',
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

export const screeningTag: Tag = {
  name: 'Screening',
  isPreview: true,
  description: 'Sanctions lists, and the parties that they may name.',
}

export const approvalsTag: Tag = {
  name: 'Approvals',
  isPreview: true,
  description: 'Sensitive acts that other people must approve.',
}

export const entriesTag: Tag = {
  name: 'Book entries',
  isPreview: true,
  description: 'Postings that people make themselves: opening balances, and what no document brings.',
}

export const ratesTag: Tag = {
  name: 'Rates',
  isPreview: true,
  description: 'Rates of exchange by day, in roubles.',
}

export const treasuryTag: Tag = {
  name: 'Treasury',
  isPreview: true,
  description: 'Coins of the desk itself: what was bought, what is held, and what it earned.',
}
