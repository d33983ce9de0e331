import type { FaultCode } from '../../contract/api/error-codes.ts'
import type { RevaluedKind } from '../../contract/books/revaluation.ts'

export const en = {
  menu: { revaluation: 'Exchange differences' },
  revaluation: {
    title: 'Exchange differences',
    help: 'Money and debts in foreign currency are worth what the rate of the closing day says. Advances are not revalued.',
    through: 'Closing day',
    at_the_end_of: 'At the end of %{day}',
    post: 'Post the differences',
    posted: 'The differences are posted.',
    all_posted: 'Everything is posted.',
    closed: 'The books are closed for this day.',
    empty: 'No account has a balance in foreign currency that is revalued.',
    missing: 'Rates are missing, and nothing can be posted without them: %{rates}',
    to_rates: 'Exchange rates',
    total: 'To be posted for %{currency}: %{difference}',
    of_day: 'of %{day}',
    columns: {
      account: 'Account',
      kind: 'Kind',
      balance: 'Balance',
      rate: 'Rate',
      value: 'Value',
      carried: 'In the books',
      difference: 'Difference',
    },
    kind: { money: 'Money', debt: 'Debt', advance: 'Advance' } satisfies Record<RevaluedKind, string>,
  },
  faults: {
    no_rate: 'There is no rate of %{currency} on %{day}. Import the rates of this day, or type the rate',
  } satisfies Partial<Record<FaultCode, string>>,
  action_name: { books: { revalued: 'Posted exchange differences' } },
  sentence: { books: { revalued: '%{who} posted exchange differences' } },
  act_name: { books: { revalue: 'Post exchange differences' } },
  act_noun: { books: { revalue: 'Posting exchange differences' } },
}
