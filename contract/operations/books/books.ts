import { Type } from 'typebox'
import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { BalanceListResponse, BalanceQuery, BookExportQuery } from '../../books/books.ts'

const common = {
  tag: {
    name: 'Books',
    isPreview: true,
    description: 'Every payment, refund and delivery in double entry, and what is owed to whom.',
  },
  access: 'requests:read',
  extension: true,
} as const

export const listBalances = operation({
  ...common,
  id: 'listBalances',
  method: 'GET',
  path: '/v1/balances',
  summary: 'List what the desk owes organizations, by organization and commodity',
  query: BalanceQuery,
  response: ref(BalanceListResponse),
})

export const exportBooks = operation({
  ...common,
  id: 'exportBooks',
  method: 'GET',
  path: '/v1/books/export',
  summary: 'Export the books as a journal of hledger or as CSV',
  description:
    'All postings up to one moment, in the order of their days. The export is recorded in the audit log.',
  query: BookExportQuery,
  produces: {
    types: ['text/plain', 'text/csv'],
    schema: Type.String({
      description: 'The journal, or a row per entry',
      examples: [
        '2026-01-31 (payment) PR-2026-000123\n    assets:bank:unreconciled  1250.00 RUB\n    liabilities:client:0199f0a4-6d2f-7c4b-8e53-7f9012b3c4d5:RUB  -1250.00 RUB\n',
      ],
    }),
  },
  releases: true,
  noHead: true,
})
