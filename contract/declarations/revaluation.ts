import type { Feature } from './feature.ts'

/** Exchange differences of accounts in foreign currency. */
export const revaluation = {
  acts: {
    'books.revalue': {
      meaning: 'post exchange differences in the books',
      permission: 'books:post',
      maxAge: null,
    },
  },
  events: {
    'books.revalued': {
      permission: 'requests:read',
      meaning: 'Exchange differences were posted in the books',
    },
  },
  faults: {
    no_rate: {
      sentence: 'needs a rate of %{currency} on %{day}, and none counts',
      cure: 'Import the rates of this day (`POST /v1/rates/import`, `kontor rates import`), or type the rate (`PUT /v1/rates`).',
    },
  },
} as const satisfies Feature
