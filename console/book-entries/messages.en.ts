import type { FailureCode, FaultCode } from '../../contract/error-codes.ts'

export const en = {
  faults: {
    book_account_unknown: 'This is no account that people post on',
    book_commodity: 'This is no currency or asset, or not the one of the account',
    entry_amount_zero: 'The amount should not be zero',
    entry_unbalanced: 'The legs sum to %{sum} %{commodity}, not to zero',
    client_not_named: 'This is the account of a client. Choose the client of the entry',
    entry_organization_not_found: 'There is no such organization',
  } satisfies Partial<Record<FaultCode, string>>,
  errors: {
    entry_not_found: 'There is no such entry.',
    entry_reversed: 'This entry has already been reversed.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_name: { book_entry: { posted: 'Posted an entry', reversed: 'Reversed an entry' } },
  object_name: { book_entry: 'book entry' },
  sentence: {
    book_entry: {
      posted: '%{who} posted an entry in the books',
      reversed: '%{who} reversed an entry in the books',
    },
  },
  act_name: { books: { post: 'Post in the books' } },
  act_noun: { books: { post: 'Posting in the books' } },
}
