import type { TSchema } from 'typebox'
import * as account from '../account.ts'
import * as addressBook from '../address-book.ts'
import * as addressCheck from '../address-check.ts'
import * as administrators from '../administrators.ts'
import * as announcedLines from '../announced-lines.ts'
import * as approvals from '../approvals.ts'
import * as audit from '../audit.ts'
import * as auth from '../auth.ts'
import * as banks from '../banks.ts'
import * as bookEntries from '../book-entries.ts'
import * as books from '../books.ts'
import * as bulk from '../bulk.ts'
import * as chainLines from '../chain-lines.ts'
import * as chainNodes from '../chain-nodes.ts'
import * as changes from '../changes.ts'
import * as clientContracts from '../client-contracts.ts'
import * as close from '../close.ts'
import * as comments from '../comments.ts'
import * as common from '../common.ts'
import * as deals from '../deals.ts'
import * as deskCompanies from '../desk-companies.ts'
import * as documents from '../documents.ts'
import * as events from '../events.ts'
import * as founding from '../founding.ts'
import * as inbox from '../inbox.ts'
import * as kybChecklist from '../kyb-checklist.ts'
import * as linePostings from '../line-postings.ts'
import { lists } from '../lists/all.ts'
import { ListTotals } from '../lists/list.ts'
import * as views from '../lists/views.ts'
import type { Operation } from '../operation.ts'
import * as organizationPeople from '../organization-people.ts'
import * as organizations from '../organizations.ts'
import * as overview from '../overview.ts'
import * as papers from '../papers.ts'
import * as parties from '../parties.ts'
import * as partyRegister from '../party-register.ts'
import * as passkeys from '../passkeys.ts'
import * as paymentFiles from '../payment-files.ts'
import * as plan from '../plan.ts'
import * as policy from '../policy.ts'
import * as purchaseRequests from '../purchase-requests.ts'
import * as rates from '../rates.ts'
import * as reports from '../reports.ts'
import * as revaluation from '../revaluation.ts'
import * as screening from '../screening.ts'
import * as search from '../search.ts'
import * as setup from '../setup.ts'
import * as singleSignOn from '../single-sign-on.ts'
import * as statements from '../statements.ts'
import * as transferBatches from '../transfer-batches.ts'
import * as transfers from '../transfers.ts'
import * as treasury from '../treasury.ts'
import * as vault from '../vault.ts'
import * as wallets from '../wallets.ts'
import * as webhooks from '../webhooks.ts'
import * as work from '../work.ts'
import * as accountOperations from './account.ts'
import * as addressBookOperations from './address-book.ts'
import * as administratorOperations from './administrators.ts'
import * as approvalOperations from './approvals.ts'
import * as auditOperations from './audit.ts'
import * as authOperations from './auth.ts'
import * as bankOperations from './banks.ts'
import * as bookEntryOperations from './book-entries.ts'
import * as bookOperations from './books.ts'
import * as bulkOperations from './bulk.ts'
import * as chainLineOperations from './chain-lines.ts'
import * as chainNodeOperations from './chain-nodes.ts'
import * as changeOperations from './changes.ts'
import * as closeOperations from './close.ts'
import * as commentOperations from './comments.ts'
import * as dealOperations from './deals.ts'
import * as documentOperations from './documents.ts'
import * as eventData from './event-data.ts'
import * as eventOperations from './events.ts'
import * as foundingOperations from './founding.ts'
import * as inboxOperations from './inbox.ts'
import * as organizationPeopleOperations from './organization-people.ts'
import * as organizationOperations from './organizations.ts'
import * as overviewOperations from './overview.ts'
import * as paperOperations from './papers.ts'
import * as partyRegisterOperations from './party-register.ts'
import * as passkeyOperations from './passkeys.ts'
import * as paymentFileOperations from './payment-files.ts'
import * as planOperations from './plan.ts'
import * as policyOperations from './policy.ts'
import * as purchaseRequestOperations from './purchase-requests.ts'
import * as rateOperations from './rates.ts'
import * as reportOperations from './reports.ts'
import * as revaluationOperations from './revaluation.ts'
import * as screeningOperations from './screening.ts'
import * as searchOperations from './search.ts'
import * as setupOperations from './setup.ts'
import * as signingOperations from './signing.ts'
import * as singleSignOnOperations from './single-sign-on.ts'
import * as statementOperations from './statements.ts'
import * as transferBatchOperations from './transfer-batches.ts'
import * as transferOperations from './transfers.ts'
import * as treasuryOperations from './treasury.ts'
import * as vaultOperations from './vault.ts'
import * as viewOperations from './views.ts'
import * as walletOperations from './wallets.ts'
import * as webhookOperations from './webhooks.ts'
import * as workOperations from './work.ts'

export type NamedSchema = TSchema & { $id: string }

const { documentSlots, ...otherDocumentOperations } = documentOperations

/** The operations of each feature, and the files with its schemas. A new feature adds one entry. */
const features: { operations: readonly Operation[]; schemas: Record<string, unknown>[] }[] = [
  { operations: Object.values(authOperations), schemas: [common, auth] },
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
