import { expect, test } from 'vitest'
import { lists as declared, type ListName } from '../../contract/lists/all.ts'
import { namedSchemas, operations } from '../../contract/operations/features.ts'

/** Operations beside a declared list that read its rows, with `limit` and `offset` or of one object. */
const files: Record<string, ListName> = {
  listOrganizations: 'organizations',
  listPurchaseRequests: 'purchase-requests',
  listDocuments: 'documents',
  listPayments: 'payments',
  listLinesOfStatement: 'statement-lines',
  listAddresses: 'addresses',
  listAdministrators: 'administrators',
  listAuditEvents: 'audit-events',
  listWebhookDeliveries: 'webhook-deliveries',
}

/** Why the others have none. docs/exports.md says the same to users. */
const without: Record<string, readonly string[]> = {
  'The books have their own export': [
    'listBalances',
    'listBankAccounts',
    'readTrialBalance',
    'readLedger',
    'readClose',
    'readRevaluation',
  ],
  'A queue is a part of a list that has a file': [
    'listCertainMatches',
    'listExpiringDocuments',
    'listExpiringQuotes',
    'listNewOrganizations',
    'listWaitingApprovals',
    'listWaitingChainLines',
    'listWaitingCredits',
    'listWaitingDocuments',
    'listWaitingExceptions',
    'listWaitingPayers',
    'listWaitingHits',
    'listWaitingKyb',
    'listWaitingPayments',
    'listWaitingStatements',
    'listWaitingRequests',
    'readWork',
  ],
  'Parts of one record, which its page shows as a whole': [
    'listCreditRefunds',
    'listDeliveries',
    'listDocumentComments',
    'listDocumentVersions',
    'listOrganizationComments',
    'listPapers',
    'listPurchaseRequestComments',
    'listPurchaseRequestHistory',
    'listQuotes',
    'listRefunds',
    'listWalletGenerations',
    'listWalletMovements',
    'listWallets',
    'readKybChecklist',
    'readSetup',
  ],
  'Personal data, read where it is needed': ['listOrganizationPeople'],
  'Keys are shown, never written to a file': ['readSecretKeys'],
  'A node says it at the moment': ['listDeliverySources', 'listIncomingPayments', 'listWalletBalances'],
  'Settings and small lists': [
    'listAdministratorNames',
    'listApiKeys',
    'listDeskCompanies',
    'listPasskeys',
    'listPostingRules',
    'listRefundsToPay',
    'listReports',
    'listSessions',
    'listStatements',
    'listViews',
    'listWebhooks',
  ],
  'What one person is shown': ['readInbox', 'search', 'searchParties'],
  'For programs': ['listChanges'],
  'Figures, which are printed': [
    'readDocumentsAgeing',
    'readFunnel',
    'readKybAgeing',
    'readTimeInStatus',
    'readVolumes',
    'readDaily',
    'readResults',
    'readPosition',
    'readChainStatements',
    'readPositionHistory',
  ],
}

interface Shape {
  $id?: string
  $ref?: string
  type?: unknown
  properties?: Record<string, Shape>
}
const named = new Map(Object.values(namedSchemas).map((schema) => [schema.$id, schema as Shape]))

/** A list is an array, or has `items`. */
function isList(response: Shape): boolean {
  const shape = named.get(response.$ref ?? '') ?? response
  return shape.type === 'array' || shape.properties?.items?.type === 'array'
}

const lists = operations
  .filter(({ method, response }) => method === 'GET' && response !== undefined && isList(response as Shape))
  .map(({ id }) => id)

const read = declared.flatMap(({ read }) => read?.id ?? [])

test('every list has a file, or a reason for having none', () => {
  const known = [...read, ...Object.keys(files), ...Object.values(without).flat()]
  expect(known.toSorted()).toEqual(lists.toSorted())
})

test('every declared list is read by an operation', () => {
  const readOtherwise = new Set(Object.values(files))
  const unread = declared.filter((list) => list.read === undefined && !readOtherwise.has(list.name))
  expect(unread).toEqual([])
})
