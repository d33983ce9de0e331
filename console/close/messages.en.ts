import type { CloseItemCode } from '../../contract/close.ts'
import type { FailureCode, FaultCode } from '../../contract/error-codes.ts'

export const en = {
  close: {
    item: {
      unmatched_line: 'Statement lines without a posting',
      line_set_aside: 'Statement lines set aside, without a posting',
      line_of_closed_day: 'Statement lines of closed days',
      balance_differs: 'Bank and books differ',
      money_in_transit: 'Transfers between own accounts with one line only',
      statement_gap: 'Statements that do not follow from each other',
      statement_missing: 'Days without a statement',
      not_revalued: 'Accounts in foreign currency without exchange differences',
      open_exception: 'Requests with an open exception',
      paper_missing: 'Delivered requests without an act',
    } satisfies Record<CloseItemCode, string>,
  },
  faults: {
    day_not_over: 'This day is not over yet. The last day that can be closed is %{last}',
    period_reversed: 'The first day is after the last one',
    period_too_long: 'At most %{days} days before the last day',
    account_unknown: 'Nothing is known of this account',
  } satisfies Partial<Record<FaultCode, string>>,
  errors: {
    period_closed: 'The books are closed for this day. Use a day that is open, or have the period reopened.',
    books_closed_already: 'The books are closed up to this day already.',
    books_not_closed: 'These days are not closed.',
    close_items_open: 'Something is still open. Deal with it, or say why the books are closed all the same.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_name: { books: { closed: 'Closed the books', reopened: 'Reopened the books' } },
  object_name: { books: 'books' },
  sentence: { books: { closed: '%{who} closed the books', reopened: '%{who} reopened days of the books' } },
  act_name: { books: { close: 'Close the books', reopen: 'Reopen days of the books' } },
  act_noun: { books: { close: 'Closing the books', reopen: 'Reopening days of the books' } },
}
