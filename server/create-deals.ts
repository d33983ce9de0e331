import { documentRequirement } from '../contract/organizations/kyb-checklist.ts'
import type { Config } from './config.ts'
import type { Access } from './create-access.ts'
import type { Clients } from './create-clients.ts'
import type { Platform } from './create-platform.ts'
import type { Feature } from './feature.ts'
import { createBookEntriesFeature } from './features/book-entries/book-entries-feature.ts'
import { createBooksFeature } from './features/books/books-feature.ts'
import { createCloseFeature } from './features/close/close-feature.ts'
import { createCommentsFeature } from './features/comments/comments-feature.ts'
import { createCommentedOrganization } from './features/organizations/commented-organization.ts'
import { accountsOfStrangers } from './features/papers/own-accounts.ts'
import { createPapersFeature } from './features/papers/papers-feature.ts'
import { createSellers } from './features/papers/sellers.ts'
import { createPaymentFilesFeature } from './features/payment-files/payment-files-feature.ts'
import { createPlanFeature } from './features/plan/plan-feature.ts'
import { createPurchaseRequestsFeature } from './features/purchase-requests/purchase-requests-feature.ts'
import { createRequestParts } from './features/purchase-requests/request-parts.ts'
import { createRatesFeature } from './features/rates/rates-feature.ts'
import { createRevaluationFeature } from './features/revaluation/revaluation-feature.ts'
import { acquisitionPayments } from './features/statements/posting/acquisition-payments.ts'
import { createStatementsFeature } from './features/statements/statements-feature.ts'
import { createEffectCheck } from './features/transfers/effect-check.ts'
import { createDeliveredEffects } from './features/transfers/stock/delivered-effects.ts'
import { createOwnCoins } from './features/transfers/stock/own-coins.ts'
import { deliveriesOnTheWay } from './features/transfers/stock/paid-request.ts'
import { createGenuineTransfers } from './features/transfers/transfer/genuine-transfer.ts'
import type { TransferFollower } from './features/transfers/transfer/transfer-follower.ts'
import { createTransfersFeature } from './features/transfers/transfers-feature.ts'
import { createTreasuryFeature } from './features/treasury/treasury-feature.ts'
import type { ReleaseGate } from './platform/audit/release-gate.ts'
import { createFollowers } from './platform/followers.ts'
import { createResponseRenewal } from './platform/stored-responses/response-renewal.ts'

/** What is done for them: requests, money, coins, papers, and what is said about all of it. */
export function createDeals(
  platform: Platform,
  access: Access,
  clients: Clients,
  { config, releaseGate }: { config: Config; releaseGate: ReleaseGate },
) {
  const { authorization } = access.control
  const {
    records,
    ownOrganizations,
    organizations,
    wallets,
    chainNodes,
    addressBook,
    signing,
    documents,
    partyScreening,
  } = clients
  const books = createBooksFeature(platform, { sellers: createSellers() })
  const ofRequests = {
    organizations: records,
    wallets: wallets.service,
    authorization,
    books: books.books,
    screening: partyScreening.screening,
    destinations: addressBook.destinations,
    documents: documentRequirement(config.kybRequires),
  }
  const requests = createRequestParts(platform, ofRequests)
  const ownCoins = createOwnCoins({ books: books.books, ownOrganizations })
  const genuine = createGenuineTransfers(platform, { ownOrganizations, deliveries: requests.sentDeliveries })
  const transferFollowers = createFollowers<TransferFollower>()
  const effects = createEffectCheck({
    ...platform,
    nodes: chainNodes.nodes,
    deliveries: requests.sentDeliveries,
    ownCoins,
    genuine,
    followers: transferFollowers,
  })
  const purchaseRequests = createPurchaseRequestsFeature(platform, {
    ...ofRequests,
    requests,
    administrators: access.administrators.service,
    effects: createDeliveredEffects({ ...platform, nodes: chainNodes.nodes, check: effects.check }),
    ownOrganizations,
    outgoing: deliveriesOnTheWay(requests.records.accountedTransactions, genuine.check),
    ownAccounts: { strangersOf: accountsOfStrangers },
  })
  const transfers = createTransfersFeature(platform, {
    genuine,
    followers: transferFollowers,
    isEnabled: config.transfersEnabled,
    organizations: records,
    wallets: wallets.signer,
    destinations: addressBook.destinations,
    requests: requests.records,
    deliveries: requests.sentDeliveries,
    ownCoins,
    ownOrganizations,
    ownWallets: wallets.service,
    signing: signing.signingSwitch,
    nodes: chainNodes.nodes,
    effects,
    authorization,
    approvalsOf: access.control.approvalsOf,
    releaseGate,
  })
  const statements = createStatementsFeature(platform, {
    dataDir: config.dataDir,
    organizations: records,
    payments: purchaseRequests.payments,
    books: books.books,
    authorization,
  })
  const paymentFiles = createPaymentFilesFeature(platform, {
    organizations: records,
    closings: books.closings,
    lines: statements.lines,
    authorization,
  })
  const papers = createPapersFeature(platform, {
    books: books.books,
    organizations: records,
    ownOrganizations,
    requests: requests.records,
    stores: documents.stores,
  })
  const bookEntries = createBookEntriesFeature(platform, {
    books: books.books,
    organizations: records,
    authorization,
  })
  const rates = createRatesFeature(platform, { closings: books.closings, authorization })
  const revaluation = createRevaluationFeature(platform, {
    books: books.books,
    closings: books.closings,
    authorization,
  })
  const treasury = createTreasuryFeature(platform, {
    books: books.books,
    closings: books.closings,
    organizations: records,
    requests: requests.records,
    wallets: wallets.service,
    payments: { of: acquisitionPayments },
    nodes: chainNodes.nodes,
    networks: chainNodes.networks,
    authorization,
    sheets: papers.sheets,
  })
  const plan = createPlanFeature(platform, { sheets: papers.sheets })
  const close = createCloseFeature(platform, {
    closings: books.closings,
    costs: treasury.costs,
    authorization,
    sheets: papers.sheets,
  })
  const comments = createCommentsFeature(platform, {
    subjects: {
      request: purchaseRequests.commented,
      organization: createCommentedOrganization(records),
      document: documents.commented,
    },
    stores: documents.stores,
    intake: documents.intake,
    organizations: records,
  })
  const responseRenewal = createResponseRenewal({
    ...platform,
    lists: [organizations.list.stored, purchaseRequests.list.stored],
  })
  platform.jobs.every(responseRenewal.job)
  const features: Feature[] = [
    books,
    purchaseRequests,
    transfers,
    statements,
    paymentFiles,
    papers,
    bookEntries,
    rates,
    revaluation,
    treasury,
    plan,
    close,
    comments,
  ]
  const followers = {
    requests: purchaseRequests.followers,
    transfers: transferFollowers,
    statements: statements.followers,
  }
  return {
    books,
    purchaseRequests,
    transfers,
    statements,
    paymentFiles,
    papers,
    responseRenewal,
    features,
    followers,
  }
}

export type Deals = ReturnType<typeof createDeals>
