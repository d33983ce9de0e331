import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  cursorPage,
  cursorQuery,
  exampleId,
  field,
  Id,
  Instant,
  nullable,
  oneOf,
} from '../api/common.ts'
import { paperLanguages } from '../purchase-requests/papers.ts'
import { journalFormats } from './plan.ts'

/** What is open before a close. */
export const closeItemCodes = [
  'unmatched_line',
  'line_set_aside',
  'line_of_closed_day',
  'balance_differs',
  'balance_not_stated',
  'money_unreconciled',
  'money_in_transit',
  'exchange_open',
  'statement_gap',
  'statement_missing',
  'not_revalued',
  'open_exception',
  'paper_missing',
  'coins_uncovered',
  'unmatched_chain_line',
  'chain_gap',
] as const
export type CloseItemCode = (typeof closeItemCodes)[number]

/** Of each code, so many items are named; `counts` has all of them. */
export const mostItems = 100

const Day = (meaning: string, example = '2026-01-31') => field(CalendarDate, meaning, example)
const Reason = Type.String({ minLength: 1, maxLength: 1000 })
const Signed = Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$' })
const account = field(Type.String(), 'The own bank account', '40702810900000012345')
const plan_account = field(
  nullable(Type.String()),
  "The account of the company's plan; null if no rule of the plan fits",
  '52',
)

export const CloseBooksBody = Type.Object(
  {
    through: Day('The last day that becomes final. It must be over.'),
    reason: field(
      Type.Optional(Reason),
      'Why the books are closed although items are open; needed if any are',
      'The bank sends the statement of the 31st on Monday',
    ),
  },
  { $id: 'CloseBooksBody', additionalProperties: false, description: 'Up to which day the books are final.' },
)
export type CloseBooksBody = Static<typeof CloseBooksBody>

export const ReopenBooksBody = Type.Object(
  {
    through: field(
      Type.Optional(nullable(CalendarDate)),
      'The last day that stays final; null: none. Without it, the newest close is taken back, each time one more.',
      '2025-12-31',
    ),
    reason: field(Type.Optional(Reason), 'Why', 'The bank has corrected a fee'),
  },
  { $id: 'ReopenBooksBody', additionalProperties: false, description: 'Which days are open again.' },
)
export type ReopenBooksBody = Static<typeof ReopenBooksBody>

const CloseItem = Type.Object({
  code: field(oneOf(closeItemCodes), 'What is open', 'unmatched_line'),
  title: field(
    Type.String(),
    'What it is about, for people: a counterparty, an own account, a number',
    'ООО «Ромашка»',
  ),
  day: field(nullable(CalendarDate), 'The day it is about', '2026-01-30'),
  amount: field(nullable(Signed), 'The amount, or the difference', '600000.00'),
  currency: field(nullable(Type.String()), 'Its currency', 'RUB'),
  object: field(
    Type.Object({
      type: field(
        oneOf([
          'statement_line',
          'statement',
          'bank_account',
          'book_account',
          'purchase_request',
          'organization',
          'chain_line',
          'chain_statement',
        ]),
        'What it is',
        'statement_line',
      ),
      id: field(Type.String(), 'Its id, or the account of the bank or of the books', exampleId),
    }),
    'Where it is dealt with',
  ),
  account: field(
    nullable(
      Type.Object({
        account: field(Type.String(), 'The account of the books', 'assets:bank:40702156900000012345'),
        commodity: field(Type.String(), 'A currency (ISO 4217) or an asset', 'CNY'),
        plan_account,
      }),
    ),
    'The account of the books that it is about; null for items that are about no account',
    null,
  ),
  href: field(Type.String(), 'The page of the console for it', '/statement-lines'),
})
export type CloseItem = Static<typeof CloseItem>

const Closing = Type.Object({
  version: field(Type.Integer(), 'Counts from 1', 3),
  kind: field(oneOf(['close', 'reopen']), 'Whether days became final, or open again', 'close'),
  through: field(nullable(CalendarDate), 'The last final day from then on; null: none', '2026-01-31'),
  reason: field(nullable(Type.String()), 'Why', null),
  open_items: field(
    Type.Record(Type.String(), Type.Integer()),
    'How many items of each code were open then',
    { unmatched_line: 2 },
  ),
  trial_balance: field(
    nullable(Type.String()),
    'SHA-256 of the trial balance at the end of the last final day, in hex',
    'ab'.repeat(32),
  ),
  changed_at: field(Instant, 'When'),
  changed_by: field(
    Type.Object({
      id: field(nullable(Type.String()), 'The id of the administrator', exampleId),
      name: field(Type.String(), 'Their name', 'Anna Petrova'),
    }),
    'Who did it',
  ),
})
export type Closing = Static<typeof Closing>

export const CloseResponse = Type.Object(
  {
    closed_through: field(
      nullable(CalendarDate),
      'The last final day; null: all days are open',
      '2025-12-31',
    ),
    first_open_day: field(nullable(CalendarDate), 'The day after it', '2026-01-01'),
    through: Day('The day up to which the items were computed'),
    is_ready: field(Type.Boolean(), 'Whether nothing is open', false),
    counts: field(
      Type.Record(Type.String(), Type.Integer()),
      'How many items of each code are open; codes without any are left out',
      { unmatched_line: 2 },
    ),
    items: field(Type.Array(CloseItem), `What is open: at most ${mostItems} of each code, oldest first`),
    without_statements: field(
      Type.Array(
        Type.Object({
          account,
          currency: field(Type.String(), 'Its currency', 'RUB'),
          reason: field(Type.String(), 'Why', 'Compared in the bank client'),
        }),
      ),
      'Own accounts of which no statements are imported: nothing is asked of them',
    ),
    closings: field(
      Type.Array(Closing),
      'The last 24 times that the books were closed or opened again, newest first',
    ),
  },
  {
    $id: 'CloseResponse',
    description: 'Up to which day the books are final, and what is open before the next close.',
  },
)
export type CloseResponse = Static<typeof CloseResponse>

export const CloseQuery = Type.Object({
  through: field(
    Type.Optional(CalendarDate),
    'The day to close up to; the last day of the month before unless given',
    '2026-01-31',
  ),
})
export type CloseQuery = Static<typeof CloseQuery>

const TrialBalanceRow = Type.Object({
  account: field(Type.String(), 'The account', 'income:fee:RUB'),
  commodity: field(Type.String(), 'A currency (ISO 4217) or an asset', 'RUB'),
  plan_account,
  opening: field(Signed, 'Its balance before `from`; zero without it', '0.00'),
  debit: field(Signed, 'The sum of its debits', '0.00'),
  credit: field(Signed, 'The sum of its credits, without a sign', '1250.00'),
  balance: field(Signed, 'Its balance at the end of `through`', '-1250.00'),
})

export const TrialBalanceResponse = cursorPage(TrialBalanceRow, 'TrialBalanceResponse')
export type TrialBalanceResponse = Static<typeof TrialBalanceResponse>

const trialBalanceDays = {
  from: field(Type.Optional(CalendarDate), 'Only debits and credits of this day or later', '2026-01-01'),
  through: field(Type.Optional(CalendarDate), 'The last day; today unless given', '2026-01-31'),
}

export const TrialBalanceQuery = Type.Object({
  ...trialBalanceDays,
  ...cursorQuery,
})
export type TrialBalanceQuery = Static<typeof TrialBalanceQuery>

export const TrialBalanceFileQuery = Type.Object({
  format: field(oneOf(journalFormats), 'A workbook, or a table as text', 'xlsx'),
  language: field(
    Type.Optional(oneOf(paperLanguages)),
    'The language of its heads; by default what `Accept-Language` prefers',
    'ru',
  ),
  ...trialBalanceDays,
})
export type TrialBalanceFileQuery = Static<typeof TrialBalanceFileQuery>

const LedgerEntry = Type.Object({
  posting_id: field(Id, 'The id of the posting'),
  day: Day('Its day'),
  kind: field(Type.String(), 'What was posted', 'payment'),
  text: field(
    Type.Object({
      en: field(Type.String(), 'In English', 'Payment No. 42, request PR-2026-000123'),
      ru: field(Type.String(), 'In Russian', 'Поступление оплаты № 42, заявка PR-2026-000123'),
    }),
    'What it is',
  ),
  amount: field(Signed, 'A debit is positive, a credit negative', '1250.00'),
  others: field(Type.Array(Type.String()), 'The other accounts of the posting', ['income:fee:RUB']),
  request_id: field(nullable(Id), 'Its purchase request, if it has one', null),
})
export type LedgerEntry = Static<typeof LedgerEntry>

export const LedgerResponse = cursorPage(LedgerEntry, 'LedgerResponse')
export type LedgerResponse = Static<typeof LedgerResponse>

export const LedgerQuery = Type.Object({
  account: field(Type.String({ minLength: 1, maxLength: 200 }), 'The account of the books', 'income:fee:RUB'),
  commodity: field(Type.String({ pattern: '^[A-Z]{2,10}$' }), 'Its currency (ISO 4217) or asset', 'RUB'),
  ...trialBalanceDays,
  ...cursorQuery,
})
export type LedgerQuery = Static<typeof LedgerQuery>

/** So that a reply has a size. */
export const mostReconciledDays = 366

export const ReconciliationQuery = Type.Object({
  account,
  currency: field(
    Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    'Its currency; needed of an account that holds several',
    'RUB',
  ),
  from: Day('The first day', '2026-01-01'),
  to: Day(`The last day; at most ${mostReconciledDays} days`),
})
export type ReconciliationQuery = Static<typeof ReconciliationQuery>

const ReconciliationDay = Type.Object({
  day: Day('The day'),
  statement_balance: field(
    nullable(Signed),
    'The balance at the end of the day by the statements; null if no statement with balances was imported yet',
    '1500000.00',
  ),
  book_balance: field(Signed, 'The balance at the end of the day by the books', '1400000.00'),
  difference: field(nullable(Signed), 'The first less the second', '100000.00'),
  open_lines: field(Type.Integer(), 'Lines of the day without a posting', 1),
  has_statement: field(Type.Boolean(), 'Whether a statement covers the day', true),
})
export type ReconciliationDay = Static<typeof ReconciliationDay>

export const ReconciliationResponse = Type.Object(
  {
    account,
    currency: field(Type.String(), 'Its currency', 'RUB'),
    from: Day('The first day', '2026-01-01'),
    to: Day('The last day'),
    days: field(Type.Array(ReconciliationDay), 'Each day'),
  },
  {
    $id: 'ReconciliationResponse',
    description: 'What the bank says about an account, and what the books say.',
  },
)
export type ReconciliationResponse = Static<typeof ReconciliationResponse>

const BankAccount = Type.Object({
  account,
  currency: field(Type.String(), 'Its currency', 'RUB'),
  last_statement_day: field(nullable(CalendarDate), 'The last day that a statement covers', '2026-01-31'),
  book_balance: field(Signed, 'The balance by the books, of all days', '1400000.00'),
  other_balances: field(
    Type.Array(
      Type.Object({
        commodity: field(Type.String(), 'A currency', 'USD'),
        balance: field(Signed, 'The balance by the books, of all days', '100.00'),
      }),
    ),
    'What the books have on it in currencies that it does not hold; named once for an account',
    [],
  ),
})
export type BankAccount = Static<typeof BankAccount>

export const BankAccountListResponse = Type.Object(
  { items: field(Type.Array(BankAccount), 'The accounts') },
  {
    $id: 'BankAccountListResponse',
    description:
      'The own bank accounts that a statement was imported of, or that something was posted on: one item for each currency that an account holds.',
  },
)
export type BankAccountListResponse = Static<typeof BankAccountListResponse>
