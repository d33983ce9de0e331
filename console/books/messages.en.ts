import type { CreditStatus } from '../../contract/purchase-requests/deals.ts'
import type { BalanceSide } from './balance.ts'

export const en = {
  menu: {
    credits: 'Client advances',
    balances: 'Balances',
  },
  menu_waiting: {
    credits: '%{count} to allocate',
  },
  credits: {
    title: 'Client advances',
    empty_title: 'No client advances',
    empty_help: 'Payments without a request, or for a request that accepts no payments, wait here.',
    none: 'No client advances.',
    filter_status: 'Status',
    status: {
      open: 'To allocate',
      used: 'Allocated or refunded',
    } satisfies Record<CreditStatus, string>,
    columns: {
      organization: 'Organization',
      received: 'Received',
      payer: 'Payer',
      amount: 'Amount',
      left: 'Left',
      actions: 'Actions',
    },
    for_request: 'paid for this request',
    allocate: 'Allocate',
    refund: 'Refund',
    request: 'Request',
    missing: '%{amount} outstanding',
    nothing_missing: 'paid in full',
    no_requests:
      'The organization has no request in this currency that accepts payments. Approve one first, or refund the payment.',
    left: 'Left: %{amount}',
    done: {
      allocated: 'The payment was allocated to the request.',
      refunded: 'The refund was recorded.',
    },
  },
  balances: {
    title: 'Balances',
    empty_title: 'All balances are zero',
    empty_help: 'What we owe clients, and what clients owe us, appears here.',
    none: 'No transactions yet.',
    of_organization: 'Balance',
    columns: {
      organization: 'Organization',
      commodity: 'Currency',
      balance: 'Balance',
    },
    has: 'Owed to the client: %{amount}',
    owes: 'Owed by the client: %{amount}',
    even: 'Settled: %{amount}',
    export: 'Export',
    export_title: 'Export the ledger',
    format: {
      title: 'Format',
      hledger: 'hledger journal',
      csv: 'CSV table',
    },
    from: 'From',
    from_help: 'Earlier entries become opening balances. If empty, from the beginning.',
    to: 'To',
  } satisfies Record<BalanceSide, string> & Record<string, unknown>,
}
