import type { Feature } from './feature.ts'

/** The ledger. */
export const books = {
  actions: ['books.exported'],
} as const satisfies Feature
