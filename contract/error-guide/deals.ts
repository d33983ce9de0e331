import { checkId, type PartOfGuide, retry } from './failure-guide.ts'

/** Purchase requests, the money and the coins of them, papers and statements. */
export const dealsFailures = {
  payment_not_found: {
    cause: 'There is no such payment of this purchase request.',
    cure: checkId,
    of: ['Deals'],
  },
  credit_not_found: { cause: 'There is no such credit.', cure: checkId, of: ['Deals'] },
  purchase_request_not_found: {
    cause: 'There is no purchase request with this id.',
    cure: checkId,
    of: ['Purchase requests', 'Papers'],
  },
  desk_company_not_found: {
    cause: 'The desk has no company with this id.',
    cure: checkId,
    of: ['Papers'],
  },
  paper_not_found: {
    cause: 'This purchase request has no paper with this id.',
    cure: checkId,
    of: ['Papers'],
  },
  statement_not_found: { cause: 'There is no statement with this id.', cure: checkId, of: ['Statements'] },
  statement_line_not_found: {
    cause: 'There is no line of a statement with this id.',
    cure: checkId,
    of: ['Statements'],
  },
  already_paid: {
    cause: 'Money has come for the request, so its price and its terms can no longer change.',
    cure: 'Look at `context.payment`. If it was recorded by mistake, reverse the payment first.',
    of: ['Deals'],
    context: { payment: { reference: 'P-76', received_amount: '92301.08' } },
  },
  status_not_allowed: {
    cause: 'The purchase request has a status in which this is not possible.',
    cure: 'Look at `context.status`; it must be one of `context.allowed`.',
    of: ['Deals'],
    context: { status: 'cancelled', allowed: ['paid', 'failed'] },
  },
  duplicate_payment: {
    cause: 'A payment with this reference, amount and day is recorded already for the request.',
    cure: 'Compare it with the one of `context.existing_id`. If it is another one, its reference differs.',
    of: ['Purchase requests', 'Deals'],
    context: { kind: 'payment', existing_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4' },
  },
  overpayment: {
    cause: 'With this payment, more than 10 % above the total would have been received.',
    cure: 'Check the amount. To record it anyway, send `accept_overpayment: true`.',
    of: ['Deals'],
    context: {
      currency: 'RUB',
      total_amount: '100.00',
      received_amount: '60.00',
      amount: '60.00',
      excess_amount: '20.00',
    },
  },
  already_reversed: {
    cause: 'The payment was reversed before.',
    cure: 'Nothing. It counts no more.',
    of: ['Deals'],
    context: { reversed_at: '2026-01-31T12:00:00Z' },
  },
  refund_exceeds: {
    cause: 'More would be paid back than is left of what was received.',
    cure: 'Pay back at most `context.refundable_amount`.',
    of: ['Deals'],
    context: {
      currency: 'RUB',
      received_amount: '100.00',
      refunded_amount: '40.00',
      delivered_value: '0.00',
      refundable_amount: '60.00',
    },
  },
  duplicate_refund: {
    cause: 'A refund with this reference and amount is recorded already.',
    cure: 'Compare it with the one of `context.existing_id`. If it is another one, its reference differs.',
    of: ['Deals'],
    context: { existing_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4' },
  },
  below_refunded: {
    cause: 'Without this payment, less would have been received than was paid back.',
    cure: 'It cannot be reversed. Look at the refunds of the request.',
    of: ['Deals'],
    context: { currency: 'RUB', received_amount: '100.00', refunded_amount: '40.00', amount: '80.00' },
  },
  already_delivered: {
    cause: 'The request is completed, with another transaction.',
    cure: 'Compare it with `context.tx_hash`.',
    of: ['Purchase requests'],
    context: { tx_hash: 'abababababababababababababababababababababababababababababababab' },
  },
  duplicate_delivery: {
    cause: 'A delivery with this transaction is recorded already for the request.',
    cure: 'Compare it with the one of `context.existing_id`.',
    of: ['Deals', 'Purchase requests'],
    context: { existing_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4' },
  },
  delivery_exceeds: {
    cause: 'More would be delivered than was bought.',
    cure: 'Deliver at most `context.undelivered_amount`.',
    of: ['Deals'],
    context: { crypto_amount: '1000.5', delivered_amount: '1000', undelivered_amount: '0.5' },
  },
  credit_exceeds: {
    cause: 'More would be used than is left of the credit.',
    cure: 'Use at most `context.left_amount`.',
    of: ['Deals'],
    context: { currency: 'RUB', left_amount: '60.00' },
  },
  delivery_unconfirmed: {
    cause:
      'The installation has a node of the network, and it does not confirm that this transaction has delivered the amount; `context.problem` says what it knows.',
    cure: 'Check the hash. A new transaction needs some time: try again later.',
    of: ['Purchase requests', 'Deals'],
    context: { problem: 'The transaction is not deep enough in the chain.' },
  },
  paper_not_allowed: {
    cause:
      'The status of the purchase request does not allow this paper: an invoice needs `approved` or `paid`, an act `completed`.',
    cure: 'Wait until the request has one of the statuses in `context.allowed`. Renew an expired quote first.',
    of: ['Papers'],
    context: { kind: 'act', status: 'paid', allowed: ['completed'] },
  },
  paper_voided: {
    cause: 'The paper was voided before, with another reason.',
    cure: 'Read the paper: it has the reason. Issue a new one if one is needed.',
    of: ['Papers'],
  },
  statement_difference: {
    cause:
      'The lines of the file do not add up to its totals or balances, or it has none, so that a wrong amount would not be noticed. Nothing was imported.',
    cure: 'Compare `context.differences` with the bank, and get the file again. If the file is as the bank means it, send it with `accept_difference`.',
    of: ['Statements'],
    context: {
      differences: [
        {
          code: 'received_total',
          account: '40702810900000012345',
          stated: '600000.00',
          found: '599000.00',
        },
      ],
    },
  },
  statement_line_closed: {
    cause: 'The line is matched with something else, or was set aside; `context.status` says which.',
    cure: 'Read the line. One that was set aside can be reopened; a payment that is wrong can be reversed.',
    of: ['Statements'],
    context: { status: 'matched' },
  },
  paper_rendering: {
    cause: 'The PDF of the paper is still being made.',
    cure: retry,
    of: ['Papers'],
    context: { retry_after: 5 },
  },
} satisfies PartOfGuide
