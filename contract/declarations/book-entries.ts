import type { Feature } from './feature.ts'
import { checkId } from './phrases.ts'

/** What people post in the books themselves. */
export const bookEntries = {
  objects: {
    book_entry: '/v1/books/entries/{id}',
  },
  permissions: {
    'books:post': ['officer', 'operator'],
  },
  acts: {
    'books.post': {
      meaning: 'post in the books',
      permission: 'books:post',
      maxAge: null,
      hasAmount: true,
      hasOrganization: true,
    },
  },
  events: {
    'book_entry.posted': {
      permission: 'requests:read',
      meaning: 'Somebody has posted an entry in the books',
    },
    'book_entry.reversed': {
      permission: 'requests:read',
      meaning: 'An entry that somebody had posted was reversed',
    },
  },
  failures: {
    entry_not_found: {
      kind: 'not_found',
      cause: 'There is no entry with this id.',
      cure: checkId,
      of: ['Book entries'],
    },
    entry_reversed: {
      kind: 'conflict',
      cause: 'The entry was reversed before.',
      cure: 'Nothing. It counts no more.',
      of: ['Book entries'],
      context: { reversed_at: '2026-01-31T12:00:00Z' },
    },
  },
  faults: {
    book_account_unknown: {
      sentence: 'is no account that people post on',
      cure: 'Use one of the accounts that the description of `legs` lists, with its currency or asset at the end.',
    },
    book_commodity: {
      sentence: 'is no currency or asset, or not the one of the account',
      cure: 'Send the currency or asset that the name of the account ends with; for a bank account, its currency as its company has it.',
    },
    entry_amount_zero: { sentence: 'should not be zero', cure: 'Leave the leg out.' },
    entry_unbalanced: {
      sentence: 'the legs sum to %{sum} %{commodity}, not to zero',
      cure: 'Correct the amounts, or add the leg that is missing.',
    },
    client_not_named: {
      sentence: 'is the account of a client, who is not named in organization_id',
      cure: 'Send the id of the client as `organization_id`. An entry concerns one client.',
    },
    entry_organization_not_found: { sentence: 'there is no such organization', cure: checkId },
  },
} as const satisfies Feature
