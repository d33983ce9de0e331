import { Type } from 'typebox'
import { cursorQuery, field, Id, ref } from '../../api/common.ts'
import { operation, requestParams } from '../../api/operation.ts'
import { dealsTag } from '../../api/tags.ts'
import {
  amountFaults,
  correctionFaults,
  quoteFaults,
  refundFaults,
} from '../../purchase-requests/deal-faults.ts'
import {
  AcceptPayerBody,
  AllocateCreditBody,
  CloseExceptionBody,
  CorrectPurchaseRequestBody,
  CreateDeliveryBody,
  CreatePaymentBody,
  CreateQuoteBody,
  CreateRefundBody,
  CreditResponse,
  DeliveryListResponse,
  DeliveryResponse,
  MoveSurplusBody,
  PaymentListResponse,
  PaymentResponse,
  QuoteListResponse,
  QuoteResponse,
  RefundCreditBody,
  RefundListResponse,
  RefundResponse,
  ReverseDeliveryBody,
  ReversePaymentBody,
  ReverseRefundBody,
} from '../../purchase-requests/deals.ts'
import { PurchaseRequestResponse } from '../../purchase-requests/purchase-requests.ts'

const read = { tag: dealsTag, access: 'requests:read', extension: true } as const
const process = { tag: dealsTag, access: 'requests:process', extension: true } as const
const money = { tag: dealsTag, access: 'payments:write', extension: true } as const
const decide = { tag: dealsTag, access: 'requests:approve', extension: true } as const
const base = '/v1/purchase-requests/{request_id}'
const listQuery = Type.Object(cursorQuery)
const paymentParams = Type.Object({
  request_id: field(Id, 'The id of the purchase request'),
  payment_id: field(Id, 'The id of the payment'),
})
const refundParams = Type.Object({
  request_id: field(Id, 'The id of the purchase request'),
  refund_id: field(Id, 'The id of the refund'),
})
const deliveryParams = Type.Object({
  request_id: field(Id, 'The id of the purchase request'),
  delivery_id: field(Id, 'The id of the delivery'),
})
const quoteParams = Type.Object({
  request_id: field(Id, 'The id of the purchase request'),
  quote_id: field(Id, 'The id of the quote'),
})
const creditParams = Type.Object({ credit_id: field(Id, 'The id of the credit') })
const creditRefundParams = Type.Object({
  ...creditParams.properties,
  refund_id: field(Id, 'The id of the refund'),
})

export const listQuotes = operation({
  ...read,
  id: 'listQuotes',
  method: 'GET',
  path: `${base}/quotes`,
  summary: 'List the quotes of a purchase request, newest first',
  description: 'The price that a request is created with is its first quote. The newest one counts.',
  params: requestParams,
  query: listQuery,
  response: ref(QuoteListResponse),
})

export const readQuote = operation({
  ...read,
  id: 'readQuote',
  method: 'GET',
  path: `${base}/quotes/{quote_id}`,
  summary: 'Read a quote',
  params: quoteParams,
  response: ref(QuoteResponse),
})

export const createQuote = operation({
  ...process,
  id: 'createQuote',
  method: 'POST',
  path: `${base}/quotes`,
  summary: 'Quote a new price for a purchase request',
  description:
    'Possible until money has come. An `approved` or `expired` request goes back to `in_review`. Supports `Idempotency-Key`.',
  params: requestParams,
  body: ref(CreateQuoteBody),
  rules: quoteFaults,
  success: 201,
  response: ref(QuoteResponse),
})

export const correctPurchaseRequest = operation({
  ...process,
  id: 'correctPurchaseRequest',
  method: 'PATCH',
  path: base,
  summary: 'Correct a purchase request',
  description:
    'Possible until money has come. An `approved` or `expired` request goes back to `in_review`. The history says what was changed.',
  params: requestParams,
  body: ref(CorrectPurchaseRequestBody),
  rules: correctionFaults,
  response: ref(PurchaseRequestResponse),
  ifMatch: true,
})

export const listPayments = operation({
  ...read,
  id: 'listPayments',
  method: 'GET',
  path: `${base}/payments`,
  summary: 'List the payments of a purchase request, newest first',
  description: 'Also those that were reversed. Money that was kept as a credit is in `listCredits`.',
  params: requestParams,
  query: listQuery,
  response: ref(PaymentListResponse),
})

export const readPayment = operation({
  ...read,
  id: 'readPayment',
  method: 'GET',
  path: `${base}/payments/{payment_id}`,
  summary: 'Read a payment',
  params: paymentParams,
  response: ref(PaymentResponse),
})

export const createPayment = operation({
  ...money,
  id: 'createPayment',
  method: 'POST',
  path: `${base}/payments`,
  summary: 'Record money that came for a purchase request',
  description:
    'The first payment makes an `approved` or `expired` request `paid`. If the request takes no money, it is kept as a credit of the organization: `kind` says which. The same reference, amount and day again is 409 `duplicate_payment`. Supports `Idempotency-Key`.',
  params: requestParams,
  body: ref(CreatePaymentBody),
  rules: amountFaults,
  success: 201,
  response: ref(PaymentResponse),
  acts: [
    { name: 'request.accept_deviation', when: { key: 'accept_overpayment', value: true } },
    { name: 'payment.record' },
  ],
})

export const acceptPayer = operation({
  ...decide,
  id: 'acceptPayer',
  method: 'POST',
  path: `${base}/payments/{payment_id}/accept-payer`,
  summary: 'Accept that somebody else has paid for the organization',
  description: 'Accepting once more changes nothing.',
  params: paymentParams,
  body: ref(AcceptPayerBody),
  response: ref(PaymentResponse),
  acts: [{ name: 'request.accept_deviation' }],
})

export const reversePayment = operation({
  ...decide,
  id: 'reversePayment',
  method: 'POST',
  path: `${base}/payments/{payment_id}/reverse`,
  summary: 'Reverse a payment that was recorded by mistake or called back',
  description:
    'It stays in the list and no longer counts. A `paid` request for which nothing else has happened goes back to `approved`, or to `expired` if its quote has run out. Money of a credit goes back to the credit.',
  params: paymentParams,
  body: ref(ReversePaymentBody),
  response: ref(PaymentResponse),
  acts: [{ name: 'payment.reverse' }],
})

export const listRefunds = operation({
  ...read,
  id: 'listRefunds',
  method: 'GET',
  path: `${base}/refunds`,
  summary: 'List the refunds of a purchase request, newest first',
  params: requestParams,
  query: listQuery,
  response: ref(RefundListResponse),
})

export const readRefund = operation({
  ...read,
  id: 'readRefund',
  method: 'GET',
  path: `${base}/refunds/{refund_id}`,
  summary: 'Read a refund',
  params: refundParams,
  response: ref(RefundResponse),
})

export const createRefund = operation({
  ...decide,
  id: 'createRefund',
  method: 'POST',
  path: `${base}/refunds`,
  summary: 'Record money that was paid back',
  description:
    'At most `totals.refundable_amount`. When nothing is left, a `paid` or `failed` request becomes `refunded`. Supports `Idempotency-Key`.',
  params: requestParams,
  body: ref(CreateRefundBody),
  rules: refundFaults,
  success: 201,
  response: ref(RefundResponse),
  acts: [{ name: 'request.refund' }],
})

export const reverseRefund = operation({
  ...decide,
  id: 'reverseRefund',
  method: 'POST',
  path: `${base}/refunds/{refund_id}/reverse`,
  summary: 'Reverse a refund that was recorded by mistake, or whose money came back',
  description:
    'It stays in the list and no longer counts. A `refunded` request of which money is left again goes back to `paid`.',
  params: refundParams,
  body: ref(ReverseRefundBody),
  response: ref(RefundResponse),
  acts: [{ name: 'refund.reverse' }],
})

export const listDeliveries = operation({
  ...read,
  id: 'listDeliveries',
  method: 'GET',
  path: `${base}/deliveries`,
  summary: 'List the deliveries of a purchase request, newest first',
  params: requestParams,
  query: listQuery,
  response: ref(DeliveryListResponse),
})

export const readDelivery = operation({
  ...read,
  id: 'readDelivery',
  method: 'GET',
  path: `${base}/deliveries/{delivery_id}`,
  summary: 'Read a delivery',
  params: deliveryParams,
  response: ref(DeliveryResponse),
})

export const createDelivery = operation({
  ...process,
  id: 'createDelivery',
  method: 'POST',
  path: `${base}/deliveries`,
  summary: 'Record coins that were sent for a purchase request',
  description:
    'Has the blockers of `completed`. The delivery that completes the amount makes the request `completed`. Supports `Idempotency-Key`.',
  params: requestParams,
  body: ref(CreateDeliveryBody),
  rules: amountFaults,
  success: 201,
  response: ref(DeliveryResponse),
  acts: [
    { name: 'request.accept_deviation', when: { key: 'accept_underpayment', value: true } },
    { name: 'request.complete' },
  ],
})

export const reverseDelivery = operation({
  ...decide,
  id: 'reverseDelivery',
  method: 'POST',
  path: `${base}/deliveries/{delivery_id}/reverse`,
  summary: 'Reverse a delivery that was recorded by mistake, or whose coins came back',
  description:
    'It stays in the list and no longer counts. A `completed` request goes back to `paid`, and is in the work queue `exceptions` until it is settled. Send `returned` if the coins were sent and came back.',
  params: deliveryParams,
  body: ref(ReverseDeliveryBody),
  response: ref(DeliveryResponse),
  acts: [{ name: 'delivery.reverse' }],
})

export const closeException = operation({
  ...decide,
  id: 'closeException',
  method: 'POST',
  path: `${base}/close-exception`,
  summary:
    'Say why nothing more is to be done about a request whose facts were reversed after it was completed',
  description:
    'Takes it out of the work queue `exceptions`. What the organization owes stays what it is. 409 `no_exception` if there is none.',
  params: requestParams,
  body: ref(CloseExceptionBody),
  response: ref(PurchaseRequestResponse),
  ifMatch: true,
})

export const moveSurplus = operation({
  ...process,
  id: 'moveSurplus',
  method: 'POST',
  path: `${base}/move-surplus`,
  summary: 'Make a credit of money above the total of a purchase request',
  description:
    'For a `paid`, `failed` or `completed` request: at most what was received above the total and neither paid back nor moved. Supports `Idempotency-Key`.',
  params: requestParams,
  body: ref(MoveSurplusBody),
  rules: amountFaults,
  success: 201,
  response: ref(CreditResponse),
})

export const readCredit = operation({
  ...read,
  id: 'readCredit',
  method: 'GET',
  path: '/v1/credits/{credit_id}',
  summary: 'Read a credit',
  params: creditParams,
  response: ref(CreditResponse),
})

export const allocateCredit = operation({
  ...money,
  id: 'allocateCredit',
  method: 'POST',
  path: '/v1/credits/{credit_id}/allocate',
  summary: 'Use money of a credit for a purchase request',
  description:
    'It becomes a payment of the request, with the reference, the payer and the time of the credit. The request must take money: `approved`, `expired`, `paid` or `failed`.',
  params: creditParams,
  body: ref(AllocateCreditBody),
  rules: amountFaults,
  response: ref(CreditResponse),
  acts: [{ name: 'credit.allocate' }],
})

export const listCreditRefunds = operation({
  ...read,
  id: 'listCreditRefunds',
  method: 'GET',
  path: '/v1/credits/{credit_id}/refunds',
  summary: 'List the refunds of a credit, newest first',
  description: 'Also those that were reversed.',
  params: creditParams,
  query: listQuery,
  response: ref(RefundListResponse),
})

export const readCreditRefund = operation({
  ...read,
  id: 'readCreditRefund',
  method: 'GET',
  path: '/v1/credits/{credit_id}/refunds/{refund_id}',
  summary: 'Read a refund of a credit',
  params: creditRefundParams,
  response: ref(RefundResponse),
})

export const reverseCreditRefund = operation({
  ...decide,
  id: 'reverseCreditRefund',
  method: 'POST',
  path: '/v1/credits/{credit_id}/refunds/{refund_id}/reverse',
  summary: 'Reverse a refund of a credit that was recorded by mistake, or whose money came back',
  description: 'It stays in the list and no longer counts: the money is left of the credit again.',
  params: creditRefundParams,
  body: ref(ReverseRefundBody),
  response: ref(RefundResponse),
  acts: [{ name: 'refund.reverse' }],
})

export const refundCredit = operation({
  ...decide,
  id: 'refundCredit',
  method: 'POST',
  path: '/v1/credits/{credit_id}/refund',
  summary: 'Record that money of a credit was paid back',
  params: creditParams,
  body: ref(RefundCreditBody),
  rules: refundFaults,
  response: ref(CreditResponse),
  acts: [{ name: 'request.refund' }],
})
