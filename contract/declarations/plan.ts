import type { Feature } from './feature.ts'

/** The plan of accounts of the company, and the journal by it. */
export const plan = {
  objects: {
    plan: '/v1/books/plan',
  },
  events: {
    'plan.set': { permission: 'requests:read', meaning: 'The plan of accounts was changed' },
  },
  failures: {
    plan_not_found: {
      kind: 'not_found',
      cause: 'The plan of accounts has no such version.',
      cure: 'Read `GET /v1/books/plan` without a version: `version` is the last one.',
      of: ['Plan of accounts'],
    },
    accounts_unmapped: {
      kind: 'conflict',
      cause:
        'No rule of the plan of accounts fits these accounts of the books, so that the journal would not be whole.',
      cure: 'Add rules for the accounts in `context.accounts` (`PUT /v1/books/plan`, or the page “Plan of accounts” of the console).',
      of: ['Plan of accounts'],
      context: { accounts: ['assets:bank:40702810900000012345 RUB'] },
    },
  },
  faults: {
    plan_rule_repeated: {
      sentence: 'another rule has the same pattern and commodity',
      cure: 'Leave one of the two out.',
    },
  },
} as const satisfies Feature
