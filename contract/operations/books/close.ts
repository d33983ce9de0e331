import { Type } from 'typebox'
import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import * as close from '../../books/close.ts'

const tag = {
  name: 'Close',
  nouns: ['Close', 'Books'],
  isPreview: true,
  description: 'The close of a period: what is open, bank against books, and which days are final.',
}
const reading = { tag, access: 'requests:read', extension: true } as const
const closing = { tag, access: 'books:close', extension: true } as const

export const readClose = operation({
  ...reading,
  id: 'readClose',
  method: 'GET',
  path: '/v1/books/close',
  summary: 'Read up to which day the books are final, and what is open before the next close',
  query: close.CloseQuery,
  response: ref(close.CloseResponse),
})

export const closeBooks = operation({
  ...closing,
  id: 'closeBooks',
  method: 'POST',
  path: '/v1/books/close',
  summary: 'Make every day up to one final',
  description:
    'From then on nothing is posted on these days, whoever writes. What people record for them is 409 `period_closed`; what ' +
    'the service must record goes to the first open day and keeps its time. Open items need a `reason`.',
  body: ref(close.CloseBooksBody),
  response: ref(close.CloseResponse),
  acts: [{ name: 'books.close' }],
})

export const reopenBooks = operation({
  ...closing,
  id: 'reopenBooks',
  method: 'POST',
  path: '/v1/books/reopen',
  summary: 'Open days again that are final',
  description:
    'Without `through`, the newest close that counts is taken back: each time one more, until no day is final.',
  body: ref(close.ReopenBooksBody),
  response: ref(close.CloseResponse),
  acts: [{ name: 'books.reopen' }],
})

export const readTrialBalance = operation({
  ...reading,
  id: 'readTrialBalance',
  method: 'GET',
  path: '/v1/books/trial-balance',
  summary: 'Read the trial balance at the end of a day',
  description: 'Accounts on which nothing was posted are left out. The balances sum to 0 in each commodity.',
  query: close.TrialBalanceQuery,
  response: ref(close.TrialBalanceResponse),
})

export const exportTrialBalance = operation({
  ...reading,
  id: 'exportTrialBalance',
  method: 'GET',
  path: '/v1/books/trial-balance/file',
  summary: 'Export the trial balance',
  description: 'The rows of `readTrialBalance`, by account. The export is recorded in the audit log.',
  query: close.TrialBalanceFileQuery,
  produces: {
    types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
    schema: Type.String({ format: 'binary', description: 'The trial balance' }),
  },
  releases: true,
  noHead: true,
})

export const readLedger = operation({
  ...reading,
  id: 'readLedger',
  method: 'GET',
  path: '/v1/books/ledger',
  summary: 'Read what was posted on one account, oldest first',
  query: close.LedgerQuery,
  response: ref(close.LedgerResponse),
})

export const reconcileAccount = operation({
  ...reading,
  id: 'reconcileAccount',
  method: 'GET',
  path: '/v1/books/reconciliation',
  summary: 'Compare an own bank account by the statements with the books, day by day',
  query: close.ReconciliationQuery,
  response: ref(close.ReconciliationResponse),
})

export const listBankAccounts = operation({
  ...reading,
  id: 'listBankAccounts',
  method: 'GET',
  path: '/v1/books/bank-accounts',
  summary: 'List the own bank accounts that can be compared',
  response: ref(close.BankAccountListResponse),
})
