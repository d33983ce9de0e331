import type { FastifyInstance } from 'fastify'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { createFollowers } from '../../platform/followers.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { AdministratorService } from '../administrators/administrator-service.ts'
import type { Books } from '../books/books.ts'
import type { OwnOrganizations } from '../organizations/own-organizations.ts'
import { createCloseException } from './close-exception.ts'
import { commentedRequest } from './commented-request.ts'
import { createCorrectionService } from './corrections/correction-service.ts'
import { creditRows } from './credit-rows.ts'
import { createCreditService } from './credit-use/credit-service.ts'
import { dealRoutes } from './deal-routes.ts'
import { createDeliveryService } from './deliveries/delivery-service.ts'
import { createReverseDelivery } from './deliveries/reverse-delivery.ts'
import { moneySearches } from './money-search.ts'
import { paymentRows } from './payment-rows.ts'
import { createIncomingPayments } from './payments/incoming-payments.ts'
import { createPaymentService } from './payments/payment-service.ts'
import { createReversePayment } from './payments/reverse-payment.ts'
import { createPurchaseRequestList } from './purchase-request-list.ts'
import {
  creditQueue,
  exceptionQueue,
  payerQueue,
  quoteQueue,
  requestQueue,
} from './purchase-request-queue.ts'
import { purchaseRequestRoutes } from './purchase-request-routes.ts'
import { purchaseRequestRows } from './purchase-request-rows.ts'
import { purchaseRequestSearch } from './purchase-request-search.ts'
import { createPurchaseRequestService } from './purchase-request-service.ts'
import { createQuoteExpiry } from './quote-expiry.ts'
import { createQuoteExpiryStore } from './quote-expiry-store.ts'
import { createQuoteService } from './quotes/quote-service.ts'
import { createRefundService } from './refunds/refund-service.ts'
import { createReverseRefund } from './refunds/reverse-refund.ts'
import type { OutgoingDeliveries, OwnAccounts } from './request/deal-parts.ts'
import type { DeliveredEffects } from './request/delivered-effects.ts'
import type { RequestFollower } from './request/followers.ts'
import type { GateSources } from './request/move-gate.ts'
import type { RequestParts } from './request-parts.ts'
import { createStatusChange } from './status-change.ts'
import { createMoveSurplus } from './surplus/move-surplus.ts'

export function createPurchaseRequestsFeature(
  platform: { db: Db; now: () => Date; days: Days; jobs: Jobs; provenTables: ProvenTables },
  options: GateSources & {
    administrators: Pick<AdministratorService, 'isActive'>
    authorization: Authorization
    books: Books
    effects: DeliveredEffects
    ownAccounts: OwnAccounts
    ownOrganizations: Pick<OwnOrganizations, 'isNamed'>
    outgoing: OutgoingDeliveries
    requests: Pick<RequestParts, 'decisions'>
  },
) {
  const followers = createFollowers<RequestFollower>()
  const { decisions } = options.requests
  const parts = { ...platform, ...options, gate: options, followers, decisions }
  const list = createPurchaseRequestList(platform)
  const quoteExpiry = createQuoteExpiry({ store: createQuoteExpiryStore(platform.db), now: platform.now })
  platform.jobs.every(quoteExpiry.job)
  const requests = {
    list,
    service: createPurchaseRequestService(parts),
    changeStatus: createStatusChange(parts),
  }
  const deals = {
    quotes: createQuoteService(parts),
    corrections: createCorrectionService(parts),
    payments: createPaymentService(parts),
    reversePayment: createReversePayment(parts),
    refunds: createRefundService(parts),
    reverseRefund: createReverseRefund(parts),
    deliveries: createDeliveryService(parts),
    reverseDelivery: createReverseDelivery(parts),
    closeException: createCloseException(parts),
    moveSurplus: createMoveSurplus(parts),
    credits: createCreditService(parts),
  }
  return {
    list,
    /** For bulk operations. */
    assign: requests.service.assign,
    changeStatus: requests.changeStatus,
    quoteExpiry,
    /** For what other features do in the same transaction. */
    followers,
    commented: commentedRequest,
    /** For bank statements. */
    payments: createIncomingPayments(parts),
    lists: [purchaseRequestRows, paymentRows, creditRows],
    searches: [purchaseRequestSearch, ...moneySearches],
    queues: {
      requests: requestQueue,
      credits: creditQueue,
      exceptions: exceptionQueue,
      payers: payerQueue,
      quotes: quoteQueue,
    },
    routes(app: FastifyInstance) {
      purchaseRequestRoutes(app, requests)
      dealRoutes(app, deals)
    },
  }
}
