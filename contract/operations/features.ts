import type { TSchema } from 'typebox'
import * as account from '../administrators/account.ts'
import * as administrators from '../administrators/administrators.ts'
import * as auth from '../administrators/auth.ts'
import * as passkeys from '../administrators/passkeys.ts'
import * as singleSignOn from '../administrators/single-sign-on.ts'
import * as actor from '../api/actor.ts'
import * as common from '../api/common.ts'
import type { Operation } from '../api/operation.ts'
import * as announcedLines from '../books/announced-lines.ts'
import * as banks from '../books/banks.ts'
import * as bookEntries from '../books/book-entries.ts'
import * as books from '../books/books.ts'
import * as chainLines from '../books/chain-lines.ts'
import * as close from '../books/close.ts'
import * as linePostings from '../books/line-postings.ts'
import * as paymentFiles from '../books/payment-files.ts'
import * as plan from '../books/plan.ts'
import * as rates from '../books/rates.ts'
import * as revaluation from '../books/revaluation.ts'
import * as statements from '../books/statements.ts'
import * as treasury from '../books/treasury.ts'
import * as approvals from '../control/approvals.ts'
import * as founding from '../control/founding.ts'
import * as policy from '../control/policy.ts'
import * as vault from '../control/vault.ts'
import * as audit from '../events/audit.ts'
import * as changes from '../events/changes.ts'
import * as events from '../events/events.ts'
import * as webhooks from '../events/webhooks.ts'
import { lists } from '../lists/all.ts'
import { ListTotals } from '../lists/list.ts'
import * as views from '../lists/views.ts'
import * as deskCompanies from '../organizations/desk-companies.ts'
import * as documents from '../organizations/documents.ts'
import * as kybChecklist from '../organizations/kyb-checklist.ts'
import * as organizationPeople from '../organizations/organization-people.ts'
import * as organizations from '../organizations/organizations.ts'
import * as parties from '../organizations/parties.ts'
import * as partyRegister from '../organizations/party-register.ts'
import * as screening from '../organizations/screening.ts'
import * as clientContracts from '../purchase-requests/client-contracts.ts'
import * as deals from '../purchase-requests/deals.ts'
import * as papers from '../purchase-requests/papers.ts'
import * as purchaseRequests from '../purchase-requests/purchase-requests.ts'
import * as addressBook from '../wallets/address-book.ts'
import * as addressCheck from '../wallets/address-check.ts'
import * as chainNodes from '../wallets/chain-nodes.ts'
import * as transferBatches from '../wallets/transfer-batches.ts'
import * as transfers from '../wallets/transfers.ts'
import * as wallets from '../wallets/wallets.ts'
import * as bulk from '../work/bulk.ts'
import * as comments from '../work/comments.ts'
import * as inbox from '../work/inbox.ts'
import * as overview from '../work/overview.ts'
import * as reports from '../work/reports.ts'
import * as search from '../work/search.ts'
import * as setup from '../work/setup.ts'
import * as work from '../work/work.ts'
import * as accountOperations from './administrators/account.ts'
import * as administratorOperations from './administrators/administrators.ts'
import * as authOperations from './administrators/auth.ts'
import * as passkeyOperations from './administrators/passkeys.ts'
import * as singleSignOnOperations from './administrators/single-sign-on.ts'
import * as bankOperations from './books/banks.ts'
import * as bookEntryOperations from './books/book-entries.ts'
import * as bookOperations from './books/books.ts'
import * as chainLineOperations from './books/chain-lines.ts'
import * as closeOperations from './books/close.ts'
import * as paymentFileOperations from './books/payment-files.ts'
import * as planOperations from './books/plan.ts'
import * as rateOperations from './books/rates.ts'
import * as revaluationOperations from './books/revaluation.ts'
import * as statementOperations from './books/statements.ts'
import * as treasuryOperations from './books/treasury.ts'
import * as approvalOperations from './control/approvals.ts'
import * as foundingOperations from './control/founding.ts'
import * as policyOperations from './control/policy.ts'
import * as signingOperations from './control/signing.ts'
import * as vaultOperations from './control/vault.ts'
import * as eventData from './event-data.ts'
import * as auditOperations from './events/audit.ts'
import * as changeOperations from './events/changes.ts'
import * as eventOperations from './events/events.ts'
import * as webhookOperations from './events/webhooks.ts'
import * as documentOperations from './organizations/documents.ts'
import * as organizationPeopleOperations from './organizations/organization-people.ts'
import * as organizationOperations from './organizations/organizations.ts'
import * as partyRegisterOperations from './organizations/party-register.ts'
import * as screeningOperations from './organizations/screening.ts'
import * as dealOperations from './purchase-requests/deals.ts'
import * as paperOperations from './purchase-requests/papers.ts'
import * as purchaseRequestOperations from './purchase-requests/purchase-requests.ts'
import * as addressBookOperations from './wallets/address-book.ts'
import * as chainNodeOperations from './wallets/chain-nodes.ts'
import * as transferBatchOperations from './wallets/transfer-batches.ts'
import * as transferOperations from './wallets/transfers.ts'
import * as walletOperations from './wallets/wallets.ts'
import * as bulkOperations from './work/bulk.ts'
import * as commentOperations from './work/comments.ts'
import * as inboxOperations from './work/inbox.ts'
import * as overviewOperations from './work/overview.ts'
import * as reportOperations from './work/reports.ts'
import * as searchOperations from './work/search.ts'
import * as setupOperations from './work/setup.ts'
import * as viewOperations from './work/views.ts'
import * as workOperations from './work/work.ts'

export type NamedSchema = TSchema & { $id: string }

const { documentSlots, ...otherDocumentOperations } = documentOperations

/** The operations of each feature, and the files with its schemas. A new feature adds one entry. */
const features: { operations: readonly Operation[]; schemas: Record<string, unknown>[] }[] = [
  { operations: Object.values(authOperations), schemas: [common, actor, auth] },
  { operations: Object.values(organizationOperations), schemas: [organizations, kybChecklist, parties] },
  { operations: Object.values(partyRegisterOperations), schemas: [partyRegister] },
  { operations: Object.values(organizationPeopleOperations), schemas: [organizationPeople] },
  { operations: Object.values(walletOperations), schemas: [wallets, addressCheck] },
  { operations: Object.values(chainNodeOperations), schemas: [chainNodes] },
  { operations: Object.values(addressBookOperations), schemas: [addressBook] },
  { operations: Object.values(transferOperations), schemas: [transfers] },
  { operations: Object.values(transferBatchOperations), schemas: [transferBatches] },
  { operations: Object.values(treasuryOperations), schemas: [treasury] },
  { operations: Object.values(paymentFileOperations), schemas: [paymentFiles] },
  { operations: Object.values(chainLineOperations), schemas: [chainLines] },
  { operations: Object.values(signingOperations), schemas: [] },
  { operations: Object.values(vaultOperations), schemas: [vault] },
  {
    operations: [
      ...documentSlots.flatMap(({ put, get }) => [put, get]),
      ...Object.values(otherDocumentOperations),
    ],
    schemas: [documents],
  },
  { operations: Object.values(purchaseRequestOperations), schemas: [purchaseRequests] },
  { operations: Object.values(commentOperations), schemas: [comments] },
  { operations: Object.values(dealOperations), schemas: [deals] },
  { operations: Object.values(bookOperations), schemas: [books] },
  { operations: Object.values(bookEntryOperations), schemas: [bookEntries] },
  { operations: Object.values(bankOperations), schemas: [banks] },
  { operations: Object.values(rateOperations), schemas: [rates] },
  { operations: Object.values(revaluationOperations), schemas: [revaluation] },
  { operations: Object.values(planOperations), schemas: [plan] },
  { operations: Object.values(closeOperations), schemas: [close] },
  { operations: Object.values(paperOperations), schemas: [deskCompanies, papers, clientContracts] },
  { operations: Object.values(statementOperations), schemas: [statements, announcedLines, linePostings] },
  { operations: Object.values(screeningOperations), schemas: [screening] },
  { operations: Object.values(searchOperations), schemas: [search] },
  { operations: Object.values(workOperations), schemas: [work] },
  {
    operations: lists.flatMap(({ read, totals, file }) => (read && totals ? [read, totals, file] : [file])),
    schemas: [{ ListTotals }, ...lists.map(({ schemas }) => ({ schemas }))],
  },
  { operations: Object.values(viewOperations), schemas: [views] },
  { operations: Object.values(setupOperations), schemas: [setup] },
  { operations: Object.values(bulkOperations), schemas: [bulk] },
  { operations: Object.values(accountOperations), schemas: [account] },
  { operations: Object.values(inboxOperations), schemas: [inbox] },
  { operations: Object.values(passkeyOperations), schemas: [passkeys] },
  { operations: Object.values(singleSignOnOperations), schemas: [singleSignOn] },
  { operations: Object.values(administratorOperations), schemas: [administrators] },
  { operations: Object.values(approvalOperations), schemas: [approvals] },
  { operations: Object.values(policyOperations), schemas: [policy] },
  { operations: Object.values(foundingOperations), schemas: [founding] },
  { operations: Object.values(auditOperations), schemas: [audit] },
  { operations: Object.values(eventOperations), schemas: [events] },
  { operations: Object.values(changeOperations), schemas: [changes] },
  { operations: Object.values(overviewOperations), schemas: [overview] },
  { operations: Object.values(reportOperations), schemas: [reports] },
  { operations: Object.values(webhookOperations), schemas: [webhooks, eventData] },
]

/** All operations: the 32 of the specification, and the extensions. */
export const operations: readonly Operation[] = features.flatMap(({ operations }) => operations)

/** All named schemas, for `ref()` and for the components of OpenAPI. */
export const namedSchemas: readonly NamedSchema[] = features
  .flatMap(({ schemas }) => schemas.flatMap((file) => Object.values(file).flat()))
  .filter(isNamed)
  .filter((schema, index, all) => all.indexOf(schema) === index)

function isNamed(value: unknown): value is NamedSchema {
  return typeof value === 'object' && value !== null && '$id' in value
}
