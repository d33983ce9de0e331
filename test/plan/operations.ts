import type { Changes, Requests } from '../fuzz/makers.ts'

let plans = 0

export const requests: Requests = {
  // All accounts of the books keep a rule, so that a journal can be written at any time.
  setPlan: async () => ({
    path: '/v1/books/plan',
    body: {
      rules: ['assets', 'liabilities', 'equity', 'income', 'expenses'].map((kind) => ({
        pattern: `${kind}:*`,
        commodity: 'any',
        account: `76.${++plans}`,
      })),
    },
  }),
  exportJournal: async () => ({ path: '/v1/books/journal?format=csv&from=2001-01-01&to=2001-01-31' }),
}

export const changes: Changes = {
  setPlan: ['plan.set'],
}
