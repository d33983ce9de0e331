import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { type QueueName, queueRules, WorkListResponse, WorkResponse, workQueries } from '../../work/work.ts'

const tag = {
  name: 'Work',
  isPreview: true,
  description: 'What waits for people, with the time when it is due.',
}

export const readWork = operation({
  id: 'readWork',
  method: 'GET',
  path: '/v1/work',
  tag,
  summary: 'Read how much waits in each queue',
  description:
    'The queues that the caller may see. Counting stops at 1,000 of a queue: `total_is_exact` is false then.',
  access: 'signed_in',
  response: ref(WorkResponse),
  extension: true,
})

function queueOf<Queue extends QueueName>(queue: Queue, id: string, what: string) {
  return operation({
    id,
    method: 'GET',
    path: `/v1/work/${queue}`,
    tag,
    summary: `List ${what}`,
    description: 'What is due first comes first, so what is overdue is at the top.',
    access: queueRules[queue].see,
    query: workQueries[queue],
    response: ref(WorkListResponse),
    extension: true,
  })
}

export const listWaitingApprovals = queueOf(
  'approvals',
  'listWaitingApprovals',
  'approvals that wait for the vote of the caller',
)
export const listWaitingDocuments = queueOf('documents', 'listWaitingDocuments', 'documents to review')
export const listWaitingKyb = queueOf('kyb', 'listWaitingKyb', 'organizations whose KYB is to be decided')
export const listWaitingHits = queueOf('hits', 'listWaitingHits', 'screening hits to decide')
export const listWaitingRequests = queueOf(
  'requests',
  'listWaitingRequests',
  'purchase requests in which somebody has to do something next',
)
export const listWaitingPayments = queueOf(
  'payments',
  'listWaitingPayments',
  'lines of bank statements that fit nothing yet',
)
export const listWaitingStatements = queueOf(
  'statements',
  'listWaitingStatements',
  'bank statements that do not follow from the others of their account',
)
export const listWaitingChainLines = queueOf(
  'chain-lines',
  'listWaitingChainLines',
  'transactions of own wallets that belong to nothing yet',
)
export const listWaitingCredits = queueOf(
  'credits',
  'listWaitingCredits',
  'money of organizations that belongs to no request yet',
)
export const listWaitingExceptions = queueOf(
  'exceptions',
  'listWaitingExceptions',
  'purchase requests of which a payment, refund or delivery was reversed after they were completed',
)
export const listWaitingPayers = queueOf(
  'payers',
  'listWaitingPayers',
  'paid purchase requests with a payment that names no payer',
)
export const listExpiringQuotes = queueOf(
  'quotes',
  'listExpiringQuotes',
  'approved purchase requests whose quote is about to expire',
)
export const listExpiringDocuments = queueOf(
  'expiring-documents',
  'listExpiringDocuments',
  'documents that have expired or are about to',
)
export const listNewOrganizations = queueOf(
  'new-organizations',
  'listNewOrganizations',
  'organizations that nobody has taken into review',
)
