import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/purchase-requests/deals.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { expectedVersions } from '../../platform/http/responses/preconditions.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { CloseException } from './close-exception.ts'
import type { CorrectionService } from './corrections/correction-service.ts'
import type { CreditService } from './credit-use/credit-service.ts'
import type { DeliveryService } from './deliveries/delivery-service.ts'
import type { ReverseDelivery } from './deliveries/reverse-delivery.ts'
import type { PaymentService } from './payments/payment-service.ts'
import type { ReversePayment } from './payments/reverse-payment.ts'
import type { QuoteService } from './quotes/quote-service.ts'
import type { RefundService } from './refunds/refund-service.ts'
import type { ReverseRefund } from './refunds/reverse-refund.ts'
import type { MoveSurplus } from './surplus/move-surplus.ts'

export interface DealServices {
  quotes: QuoteService
  corrections: CorrectionService
  payments: PaymentService
  reversePayment: ReversePayment
  refunds: RefundService
  reverseRefund: ReverseRefund
  deliveries: DeliveryService
  reverseDelivery: ReverseDelivery
  closeException: CloseException
  moveSurplus: MoveSurplus
  credits: CreditService
}

export function dealRoutes(app: FastifyInstance, services: DealServices): void {
  const { quotes, corrections, payments, refunds, deliveries, credits } = services
  const { reversePayment, reverseRefund, reverseDelivery, closeException, moveSurplus } = services
  route(app, operations.listQuotes, async ({ params, query }) => quotes.list(params.request_id, query))
  route(app, operations.readQuote, ({ params }) => quotes.read(params.request_id, params.quote_id))
  route(app, operations.createQuote, async (request) =>
    quotes.create(
      request.params.request_id,
      request.body,
      request.actor,
      expectedVersions(request),
      idempotencyKey(request),
    ),
  )
  route(app, operations.correctPurchaseRequest, async (request) =>
    corrections.correct(request.params.request_id, request.body, request.actor, expectedVersions(request)),
  )
  route(app, operations.listPayments, async ({ params, query }) => payments.list(params.request_id, query))
  route(app, operations.readPayment, ({ params }) => payments.read(params.request_id, params.payment_id))
  route(app, operations.createPayment, async (request) =>
    payments.create(request.params.request_id, request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.acceptPayer, async ({ params, body, actor }) =>
    payments.acceptPayer(params.request_id, params.payment_id, body, actor),
  )
  route(app, operations.reversePayment, async ({ params, body, actor }) =>
    reversePayment(params.request_id, params.payment_id, body, actor),
  )
  route(app, operations.listRefunds, async ({ params, query }) => refunds.list(params.request_id, query))
  route(app, operations.readRefund, ({ params }) => refunds.read(params.request_id, params.refund_id))
  route(app, operations.createRefund, async (request) =>
    refunds.create(request.params.request_id, request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.reverseRefund, async ({ params, body, actor }) =>
    reverseRefund(params.request_id, params.refund_id, body, actor),
  )
  route(app, operations.listDeliveries, async ({ params, query }) =>
    deliveries.list(params.request_id, query),
  )
  route(app, operations.readDelivery, ({ params }) => deliveries.read(params.request_id, params.delivery_id))
  route(app, operations.createDelivery, async (request) =>
    deliveries.create(request.params.request_id, request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.reverseDelivery, async ({ params, body, actor }) =>
    reverseDelivery(params.request_id, params.delivery_id, body, actor),
  )
  route(app, operations.closeException, async (request) =>
    closeException(request.params.request_id, request.body, request.actor, expectedVersions(request)),
  )
  route(app, operations.moveSurplus, async (request) =>
    moveSurplus(request.params.request_id, request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.readCredit, ({ params }) => credits.read(params.credit_id))
  route(app, operations.readCreditRefund, ({ params }) =>
    credits.readRefund(params.credit_id, params.refund_id),
  )
  route(app, operations.allocateCredit, async ({ params, body, actor }) =>
    credits.allocate(params.credit_id, body, actor),
  )
  route(app, operations.listCreditRefunds, async ({ params, query }) =>
    credits.refunds(params.credit_id, query),
  )
  route(app, operations.reverseCreditRefund, async ({ params, body, actor }) =>
    credits.reverseRefund(params.credit_id, params.refund_id, body, actor),
  )
  route(app, operations.refundCredit, async ({ params, body, actor }) =>
    credits.refund(params.credit_id, body, actor),
  )
}
