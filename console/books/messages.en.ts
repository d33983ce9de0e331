import type { CreditStatus } from '../../contract/deals.ts'
import type { BalanceSide } from './balance.ts'

export const en = {
  menu: {
    credits: 'Unallocated money',
    balances: 'Balances',
  },
  menu_waiting: {
    credits: '%{count} to allocate',
  },
  credits: {
    title: 'Unallocated money',
    empty_title: 'No unallocated money',
    empty_help: 'Money that comes for no request, or for a request that takes none, waits here.',
    none: 'No unallocated money.',
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
    for_request: 'came for this request',
    allocate: 'Allocate',
    refund: 'Refund',
    request: 'Request',
    missing: '%{amount} missing',
    nothing_missing: 'paid in full',
    no_requests:
      'The organization has no request in this currency that takes money. Approve one first, or pay the money back.',
    left: 'Left: %{amount}',
    done: {
      allocated: 'The money was allocated to the request.',
      refunded: 'The refund was recorded.',
    },
  },
  balances: {
    title: 'Balances',
    empty_title: 'All balances are zero',
    empty_help: 'What clients have paid and not received yet, and what they owe, appears here.',
    none: 'No money has moved yet.',
    of_organization: 'Balance',
    columns: {
      organization: 'Organization',
      commodity: 'Currency',
      balance: 'Balance',
    },
    has: 'The client has %{amount}',
    owes: 'The client owes %{amount}',
    even: 'Even: %{amount}',
    export: 'Export',
    export_title: 'Export the books',
    format: {
      title: 'Format',
      hledger: 'hledger journal',
      csv: 'CSV table',
    },
    from: 'From',
    from_help: 'What was before comes as opening balances. Empty: from the beginning.',
    to: 'To',
  } satisfies Record<BalanceSide, string> & Record<string, unknown>,
}
