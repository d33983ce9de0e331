import type { QueueName } from '../../work/work.ts'
import * as operations from './work.ts'

/** The operation that lists each queue. */
export const queueOperations = {
  approvals: operations.listWaitingApprovals,
  documents: operations.listWaitingDocuments,
  kyb: operations.listWaitingKyb,
  hits: operations.listWaitingHits,
  requests: operations.listWaitingRequests,
  payments: operations.listWaitingPayments,
  statements: operations.listWaitingStatements,
  'chain-lines': operations.listWaitingChainLines,
  credits: operations.listWaitingCredits,
  exceptions: operations.listWaitingExceptions,
  payers: operations.listWaitingPayers,
  quotes: operations.listExpiringQuotes,
  'expiring-documents': operations.listExpiringDocuments,
  'new-organizations': operations.listNewOrganizations,
} as const satisfies Record<QueueName, unknown>
