import { checkId, type PartOfGuide, retry } from './failure-guide.ts'

/** Purchase requests, the money and the coins of them, papers and statements. */
export const dealsFailures = {
  payment_not_found: {
    cause: 'There is no such payment of this purchase request.',
    cure: checkId,
    of: ['Deals'],
  },
  refund_not_found: {
    cause: 'There is no such refund of this purchase request, or of this credit.',
    cure: checkId,
    of: ['Deals'],
  },
  request_delivery_not_found: {
    cause: 'There is no such delivery of this purchase request.',
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
    cause:
      'A payment with this reference, amount, day and payer is recorded already: for the request, or from another line of a statement. Spaces, case, look-alike letters and forms of a name do not make it another one.',
    cure: 'Compare it with the one of `context.existing_id`. If it is another one, its reference differs. Set a line aside that is the same, or import a statement that has both lines.',
    of: ['Purchase requests', 'Deals'],
    context: { kind: 'payment', existing_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4' },
  },
  payment_differs: {
    cause:
      'The request is paid, and the payment with this reference is recorded with another amount or day. Setting `paid` again adds no money by accident.',
    cure: 'Compare it with the payment of `context.existing_id`. If money came once more, record it with `context.operation`, which takes the same reference; if the recorded one is wrong, reverse it first.',
    of: ['Purchase requests', 'Bulk'],
    context: {
      existing_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4',
      reference: 'P-77',
      amount: '92301.08',
      currency: 'RUB',
      received_at: '2026-01-31T12:00:00.000Z',
      operation: 'POST /v1/purchase-requests/0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4/payments',
    },
  },
  overpayment: {
    cause: 'With this payment, more than 10 % above the total would have been received.',
    cure: 'Check the amount. To record it anyway, send it with `accept_overpayment: true` to `POST /v1/purchase-requests/{request_id}/payments`.',
    of: ['Purchase requests', 'Deals'],
    context: {
      currency: 'RUB',
      total_amount: '100.00',
      received_amount: '60.00',
      amount: '60.00',
      excess_amount: '20.00',
    },
  },
  already_reversed: {
    cause: 'The payment, refund or delivery was reversed before.',
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
    cause:
      'Without this payment, less would have been received than was paid back, or money above the total became a credit of it and was used.',
    cure: 'Reverse first what was done with the money, if it was a mistake, too: the refund, or the payment that was taken from the credit. A credit that was not used is taken back with the payment.',
    of: ['Deals'],
    context: {
      currency: 'RUB',
      received_amount: '100.00',
      refunded_amount: '40.00',
      moved_amount: '0.00',
      amount: '80.00',
    },
  },
  unusual_rate: {
    cause:
      'The rate is at least five times, or at most a fifth of, the last one that was quoted for this asset and currency.',
    cure: 'Compare it with `context.last_rate`. If it is meant, send `accept_rate: true`.',
    of: ['Purchase requests', 'Deals'],
    context: { asset: 'USDT', fiat_currency: 'RUB', rate: '921.55', last_rate: '92.15' },
  },
  surplus_exceeds: {
    cause:
      'More would be moved to a credit than is above the total of the request and came with its last payment.',
    cure: 'Move at most `context.surplus_amount`, then ask again for what came with the payment before. Other money can be paid back.',
    of: ['Deals'],
    context: { currency: 'RUB', surplus_amount: '10.00' },
  },
  no_exception: {
    cause:
      'Nothing of this request was reversed after it was completed, or somebody has closed that already.',
    cure: 'Nothing. `exception_since` of the request is null.',
    of: ['Deals'],
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
  transaction_already_delivers: {
    cause:
      'The transaction is recorded as a delivery of another request. `context` names that request if you may see requests.',
    cure: 'Check the hash. If the transaction pays several requests: on bitcoin name a different `output` in each delivery (`POST …/deliveries`); elsewhere a node of the network has to confirm that each destination got its amount. If the other delivery is a mistake, reverse it.',
    of: ['Deals', 'Purchase requests'],
    context: {
      request_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4',
      number: 'PR-2026-000123',
      output: null,
    },
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
  invoice_not_due: {
    cause: 'The purchase request is paid in full: an invoice would ask for nothing.',
    cure: 'No invoice is needed. After a refund or a reversed payment something is due again.',
    of: ['Papers'],
  },
  requisites_missing: {
    cause:
      'An invoice in English or in a foreign currency must say how it is paid from abroad, and the company lacks the fields in `context.fields`.',
    cure: 'An owner adds them: `PATCH /v1/desk/companies/{context.company_id}`.',
    of: ['Papers'],
    context: {
      company_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4',
      fields: ['latin_name', 'bank_accounts.1.swift'],
    },
  },
  act_exists: {
    cause: 'The purchase request has an act that holds. There is one for each request.',
    cure: 'Use the act of `context.paper_id`, or void it first: `POST …/papers/{paper_id}/void`.',
    of: ['Papers'],
    context: { paper_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4', number: '2026-000007' },
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
  nothing_to_explain: {
    cause: 'The statement follows from the others of its accounts: it has no gap, overlap or contradiction.',
    cure: 'Read the statement again: a missing day may have been imported meanwhile.',
    of: ['Statements'],
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
