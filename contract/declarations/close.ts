import type { Feature } from './feature.ts'

/** The close of the books. */
export const close = {
  objects: {
    books: '/v1/books/close',
  },
  permissions: {
    'books:close': ['officer'],
  },
  acts: {
    'books.close': {
      meaning: 'close the books up to a day',
      permission: 'books:close',
    },
    'books.reopen': {
      meaning: 'open days of the books again that were closed',
      permission: 'books:close',
      isClosure: true,
    },
  },
  events: {
    'books.closed': { permission: 'requests:read', meaning: 'The books were closed up to a day' },
    'books.reopened': { permission: 'requests:read', meaning: 'Days of the books are open again' },
  },
  failures: {
    period_closed: {
      kind: 'conflict',
      cause:
        'The books are closed up to `context.closed_through`, and this would be posted on `context.day`, which is final.',
      cure: 'Record it with a day from `context.first_open_day` on. If it belongs to the closed day, somebody with the permission `books:close` opens the books again (`POST /v1/books/reopen`).',
      context: { day: '2026-01-30', closed_through: '2026-01-31', first_open_day: '2026-02-01' },
    },
    books_closed_already: {
      kind: 'conflict',
      cause: 'The books are closed up to this day or a later one.',
      cure: 'Read `GET /v1/books/close`. Nothing has to be done.',
      of: ['Close'],
      context: { closed_through: '2026-01-31' },
    },
    books_not_closed: {
      kind: 'conflict',
      cause: 'The days that should be open again are not closed.',
      cure: 'Read `GET /v1/books/close`: `closed_through` is the last final day.',
      of: ['Close'],
      context: { closed_through: null },
    },
    close_items_open: {
      kind: 'conflict',
      cause: 'Something is still open before this close, and no reason was given.',
      cure: 'Deal with what `GET /v1/books/close` lists, or send a `reason` why the books are closed all the same.',
      of: ['Close'],
      context: { counts: { unmatched_line: 2 } },
    },
  },
  faults: {
    day_not_over: {
      sentence: 'is not over yet: the last day that can be closed is %{last}',
      cure: 'Close up to a day that is over, in the time zone of the installation.',
    },
    period_reversed: { sentence: 'is after the last day', cure: 'Swap the two days.' },
    period_too_long: {
      sentence: 'is more than %{days} days before the last day',
      cure: 'Ask for a shorter period.',
    },
    account_unknown: {
      sentence:
        'nothing is known of this account: no statement of it was imported and nothing was posted on it',
      cure: '`GET /v1/books/bank-accounts` lists the accounts.',
    },
    currency_needed: {
      sentence: 'is needed: the account holds %{currencies}, and they are never added up',
      cure: 'Ask for each currency. `GET /v1/books/bank-accounts` has an item for each.',
    },
  },
} as const satisfies Feature
