import { type Feature, workingDay } from './feature.ts'
import { checkId, exampleId } from './phrases.ts'

/** Purchase requests, the money and the coins of them, and credits. */
export const purchaseRequests = {
  objects: {
    purchase_request: '/v1/purchase-requests/{id}',
    credit: '/v1/credits/{id}',
  },
  permissions: {
    'requests:read': ['custodian', 'officer', 'operator', 'auditor'],
    'requests:approve': ['officer'],
    'requests:write': ['officer', 'operator'],
    'requests:process': ['officer', 'operator'],
    'payments:write': ['officer', 'operator'],
  },
  acts: {
    'request.approve': {
      meaning: 'approve a purchase request',
      permission: 'requests:approve',
      maxAge: workingDay,
      separations: ['created', 'took_into_review'],
      hasAmount: true,
      hasOrganization: true,
    },
    'payment.record': {
      meaning: 'record money that came',
      permission: 'payments:write',
      maxAge: null,
      byKeys: true,
      hasAmount: true,
      hasOrganization: true,
    },
    'credit.allocate': {
      meaning: 'use money of a credit for a purchase request',
      permission: 'payments:write',
      maxAge: null,
      byKeys: true,
      hasAmount: true,
      hasOrganization: true,
    },
    'request.complete': {
      meaning: 'record that coins were delivered',
      permission: 'requests:process',
      maxAge: null,
      byKeys: true,
      hasAmount: true,
      hasOrganization: true,
    },
    'request.accept_deviation': {
      meaning: 'accept an underpayment, an overpayment or a payer who is not the organization',
      permission: 'requests:approve',
      hasAmount: true,
      hasOrganization: true,
    },
    'payment.reverse': {
      meaning: 'reverse a payment',
      permission: 'requests:approve',
      hasAmount: true,
      hasOrganization: true,
    },
    'request.refund': {
      meaning: 'pay money back',
      permission: 'requests:approve',
      hasAmount: true,
      hasOrganization: true,
    },
    'refund.reverse': {
      meaning: 'reverse a refund',
      permission: 'requests:approve',
      hasAmount: true,
      hasOrganization: true,
    },
    'delivery.reverse': {
      meaning: 'reverse a delivery',
      permission: 'requests:approve',
      hasAmount: true,
      hasOrganization: true,
    },
  },
  events: {
    'purchase_request.created': { permission: 'requests:read', meaning: 'A purchase request was created' },
    'purchase_request.status_changed': {
      permission: 'requests:read',
      meaning: 'The status of a purchase request was changed',
    },
    'purchase_request.assigned': {
      permission: 'requests:read',
      meaning: 'A purchase request was assigned to an administrator, or to nobody',
    },
    'purchase_request.quoted': {
      permission: 'requests:read',
      meaning: 'A new price was quoted for a purchase request',
    },
    'purchase_request.corrected': {
      permission: 'requests:read',
      meaning: 'A purchase request was corrected',
    },
    'purchase_request.payment_recorded': {
      permission: 'requests:read',
      meaning: 'A payment of a purchase request was recorded',
    },
    'purchase_request.payment_linked': {
      permission: 'requests:read',
      meaning: 'A payment of a purchase request was found on a bank statement',
    },
    'purchase_request.payer_accepted': {
      permission: 'requests:read',
      meaning: 'A payer who is not the organization was accepted',
    },
    'purchase_request.payment_reversed': {
      permission: 'requests:read',
      meaning: 'A payment of a purchase request was reversed',
    },
    'purchase_request.refund_recorded': {
      permission: 'requests:read',
      meaning: 'Money of a purchase request was paid back',
    },
    'purchase_request.refund_reversed': {
      permission: 'requests:read',
      meaning: 'A refund of a purchase request was reversed',
    },
    'purchase_request.delivery_recorded': {
      permission: 'requests:read',
      meaning: 'Coins were delivered for a purchase request',
    },
    'purchase_request.delivery_reversed': {
      permission: 'requests:read',
      meaning: 'A delivery of a purchase request was reversed, or its coins came back',
    },
    'purchase_request.surplus_moved': {
      permission: 'requests:read',
      meaning: 'Money above the total of a purchase request became a credit',
    },
    'purchase_request.delivery_doubted': {
      permission: 'requests:read',
      meaning: 'The node no longer confirms a delivery that a transfer has made',
    },
    'purchase_request.exception_closed': {
      permission: 'requests:read',
      meaning: 'Somebody has looked at a purchase request whose facts were reversed after it was completed',
    },
    'credit.recorded': {
      permission: 'requests:read',
      meaning: 'Money came that belongs to no purchase request yet',
    },
    'credit.allocated': {
      permission: 'requests:read',
      meaning: 'Money of a credit was used for a purchase request, or came back from it',
    },
    'credit.linked': { permission: 'requests:read', meaning: 'A credit was found on a bank statement' },
    'credit.refunded': { permission: 'requests:read', meaning: 'Money of a credit was paid back' },
    'credit.refund_reversed': { permission: 'requests:read', meaning: 'A refund of a credit was reversed' },
  },
  failures: {
    purchase_request_not_found: {
      kind: 'not_found',
      cause: 'There is no purchase request with this id.',
      cure: checkId,
      of: ['Purchase requests', 'Papers'],
    },
    payment_not_found: {
      kind: 'not_found',
      cause: 'There is no such payment of this purchase request.',
      cure: checkId,
      of: ['Deals'],
    },
    quote_not_found: {
      kind: 'not_found',
      cause: 'The purchase request has no such quote.',
      cure: checkId,
      of: ['Deals'],
    },
    refund_not_found: {
      kind: 'not_found',
      cause: 'There is no such refund of this purchase request, or of this credit.',
      cure: checkId,
      of: ['Deals'],
    },
    request_delivery_not_found: {
      kind: 'not_found',
      cause: 'There is no such delivery of this purchase request.',
      cure: checkId,
      of: ['Deals'],
    },
    credit_not_found: { kind: 'not_found', cause: 'There is no such credit.', cure: checkId, of: ['Deals'] },
    already_paid: {
      kind: 'conflict',
      cause: 'Money has come for the request, so its price and its terms can no longer change.',
      cure: 'Look at `context.payment`. If it was recorded by mistake, reverse the payment first.',
      of: ['Deals'],
      context: { payment: { reference: 'P-76', received_amount: '92301.08' } },
    },
    status_not_allowed: {
      kind: 'conflict',
      cause: 'The purchase request has a status in which this is not possible.',
      cure: 'Look at `context.status`; it must be one of `context.allowed`.',
      of: ['Deals'],
      context: { status: 'cancelled', allowed: ['paid', 'failed'] },
    },
    duplicate_payment: {
      kind: 'conflict',
      cause:
        'A payment with this reference, amount, day and payer is recorded already: for the request, or from another line of a statement. Spaces, case, look-alike letters and forms of a name do not make it another one.',
      cure: 'Compare it with the one of `context.existing_id`. If it is another one, its reference differs. Set a line aside that is the same, or import a statement that has both lines.',
      of: ['Purchase requests', 'Deals'],
      context: { kind: 'payment', existing_id: exampleId },
    },
    payment_differs: {
      kind: 'conflict',
      cause:
        'The request is paid, and the payment with this reference is recorded with another amount or day. Setting `paid` again adds no money by accident.',
      cure: 'Compare it with the payment of `context.existing_id`. If money came once more, record it with `context.operation`, which takes the same reference; if the recorded one is wrong, reverse it first.',
      of: ['Purchase requests', 'Bulk'],
      context: {
        existing_id: exampleId,
        reference: 'P-77',
        amount: '92301.08',
        currency: 'RUB',
        received_at: '2026-01-31T12:00:00.000Z',
        operation: 'POST /v1/purchase-requests/0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4/payments',
      },
    },
    overpayment: {
      kind: 'conflict',
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
      kind: 'conflict',
      cause: 'The payment, refund or delivery was reversed before.',
      cure: 'Nothing. It counts no more.',
      of: ['Deals'],
      context: { reversed_at: '2026-01-31T12:00:00Z' },
    },
    refund_exceeds: {
      kind: 'conflict',
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
    delivery_on_its_way: {
      kind: 'conflict',
      cause:
        'A signed transfer delivers `context.on_the_way` of the request. Whoever has its bytes can send it, so that what it costs is not paid back.',
      cure: 'Pay back at most `context.refundable_amount`. Or wait until the transfer is confirmed or failed; whoever may manage transfers gives one up that the network will never carry out (`POST /v1/transfers/{id}/release`).',
      of: ['Deals'],
      context: { asset: 'USDT', on_the_way: '1500', currency: 'RUB', refundable_amount: '0.00' },
    },
    duplicate_refund: {
      kind: 'conflict',
      cause: 'A refund with this reference and amount is recorded already.',
      cure: 'Compare it with the one of `context.existing_id`. If it is another one, its reference differs.',
      of: ['Deals'],
      context: { existing_id: exampleId },
    },
    below_refunded: {
      kind: 'conflict',
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
      kind: 'conflict',
      cause:
        'The rate is at least five times, or at most a fifth of, the last one that was quoted for this asset and currency.',
      cure: 'Compare it with `context.last_rate`. If it is meant, send `accept_rate: true`.',
      of: ['Purchase requests', 'Deals'],
      context: { asset: 'USDT', fiat_currency: 'RUB', rate: '921.55', last_rate: '92.15' },
    },
    surplus_exceeds: {
      kind: 'conflict',
      cause:
        'More would be moved to a credit than is above the total of the request and came with its last payment.',
      cure: 'Move at most `context.surplus_amount`, then ask again for what came with the payment before. Other money can be paid back.',
      of: ['Deals'],
      context: { currency: 'RUB', surplus_amount: '10.00' },
    },
    no_exception: {
      kind: 'conflict',
      cause:
        'Nothing of this request was reversed after it was completed, or somebody has closed that already.',
      cure: 'Nothing. `exception_since` of the request is null.',
      of: ['Deals'],
    },
    already_delivered: {
      kind: 'conflict',
      cause: 'The request is completed, with another transaction.',
      cure: 'Compare it with `context.tx_hash`.',
      of: ['Purchase requests'],
      context: { tx_hash: 'abababababababababababababababababababababababababababababababab' },
    },
    duplicate_delivery: {
      kind: 'conflict',
      cause: 'A delivery with this transaction is recorded already for the request.',
      cure: 'Compare it with the one of `context.existing_id`.',
      of: ['Deals', 'Purchase requests'],
      context: { existing_id: exampleId },
    },
    transaction_of_transfer: {
      kind: 'conflict',
      cause:
        'The transaction is that of a transfer from a wallet of the desk (`context.transfer_id`), whose delivery the service records itself, from this wallet, when the transfer is confirmed.',
      cure: 'Nothing, if a node confirms the transfer. Without a node, whoever may manage transfers does so: `POST /v1/transfers/{transfer_id}/confirm`, also of a transfer that was given up. If that is 503 `proof_invalid`, release the transfer with evidence, and then record the delivery by its transaction.',
      of: ['Deals', 'Purchase requests'],
      context: { transfer_id: exampleId },
    },
    transaction_already_delivers: {
      kind: 'conflict',
      cause:
        'The transaction is recorded as a delivery of another request. `context` names that request if you may see requests.',
      cure: 'Check the hash. If the transaction pays several requests: on bitcoin name a different `output` in each delivery (`POST …/deliveries`); elsewhere a node of the network has to confirm that each destination got its amount. If the other delivery is a mistake, reverse it.',
      of: ['Deals', 'Purchase requests'],
      context: { request_id: exampleId, number: 'PR-2026-000123', output: null },
    },
    delivery_exceeds: {
      kind: 'conflict',
      cause: 'More would be delivered than was bought.',
      cure: 'Deliver at most `context.undelivered_amount`.',
      of: ['Deals'],
      context: { crypto_amount: '1000.5', delivered_amount: '1000', undelivered_amount: '0.5' },
    },
    credit_exceeds: {
      kind: 'conflict',
      cause: 'More would be used than is left of the credit.',
      cure: 'Use at most `context.left_amount`.',
      of: ['Deals'],
      context: { currency: 'RUB', left_amount: '60.00' },
    },
    delivery_unconfirmed: {
      kind: 'conflict',
      cause:
        'The installation has a node of the network, and it does not confirm that this transaction has delivered the amount; `context.problem` says what it knows.',
      cure: 'Check the hash. A new transaction needs some time: try again later.',
      of: ['Purchase requests', 'Deals'],
      context: { problem: 'The transaction is not deep enough in the chain.' },
    },
  },
  duplicates: {
    purchase_request_external_id: 'There is already a purchase request with this external_id.',
  },
  faults: {
    before_corrected: {
      sentence: 'should not be before %{day}, the day of what is corrected',
      cure: 'Send a day from then on, or leave it out.',
    },
    own_organization: {
      sentence: 'the organization is a company of the desk, and buys nothing from it',
      cure: 'Send the organization of the client.',
    },
    before_request: {
      sentence: 'should not be before the purchase request was created',
      cure: 'Send a time since the purchase request was created.',
    },
    before_delivery: {
      sentence: 'should not be before the delivery',
      cure: 'Send a time after the delivery.',
    },
    same_transaction: {
      sentence: 'this is the transaction of the delivery itself',
      cure: 'Send the transaction that brought the coins back.',
    },
    not_positive: { sentence: 'should be greater than 0', cure: 'Send a number greater than 0.' },
    too_many_decimals: {
      sentence: 'should have at most %{places} decimal places',
      cure: 'Round the number.',
    },
    price_too_small: { sentence: 'the price should be at least %{least}', cure: 'Send a larger amount.' },
    price_too_large: {
      sentence: 'the price should have at most %{digits} digits before the point',
      cure: 'Send a smaller amount.',
    },
    fiat_amount_mismatch: {
      sentence: 'should be crypto_amount × rate, rounded half up to the decimal places of the currency',
      cure: 'Correct the amount, or leave it out: it is computed.',
    },
    total_amount_mismatch: {
      sentence: 'should be fiat_amount + fee_amount',
      cure: 'Correct the amount, or leave it out: it is computed.',
    },
    asset_not_on_network: {
      sentence: 'the asset does not exist on this network',
      cure: 'Choose a network that has the asset.',
    },
    wallet_not_found: {
      sentence: 'the organization has no such wallet on this network',
      cure: 'Choose a wallet of this organization and network, or create one.',
    },
    wallet_address_mismatch: {
      sentence: 'is not the address of the wallet',
      cure: 'Leave one of the two fields out.',
    },
    wallet_retired: {
      sentence: 'is a wallet that was replaced',
      cure: 'Choose the current wallet of the organization on this network.',
    },
    one_destination: {
      sentence: 'send only one of address_id, wallet_id and destination_address',
      cure: 'Leave the others out.',
    },
    assignee_not_found: {
      sentence: 'there is no such administrator',
      cure: 'Choose an active administrator.',
    },
    output_only_bitcoin: { sentence: 'only transactions of bitcoin have outputs', cure: 'Leave it out.' },
    field_not_of_status: { sentence: 'does not belong to the new status', cure: 'Leave the field out.' },
    one_amount: { sentence: 'send either crypto_amount or fiat_amount', cure: 'Leave one of the two out.' },
    other_currency: {
      sentence: 'the currency of the request is %{currency}',
      cure: 'Send the amount in the currency of the request, or record it for another request.',
    },
    request_not_found: { sentence: 'there is no such purchase request', cure: checkId },
    other_organization: {
      sentence: 'the request belongs to another organization',
      cure: 'Choose a request of the organization whose money it is.',
    },
    tx_hash_hex: { sentence: 'should be 64 hexadecimal digits', cure: 'Correct the hash.' },
    tx_hash_0x_hex: { sentence: 'should be 0x and 64 hexadecimal digits', cure: 'Correct the hash.' },
    tx_hash_base58: { sentence: 'should be a Base58 signature of 64 bytes', cure: 'Correct the hash.' },
    tx_hash_hex_or_base64: {
      sentence: 'should be 64 hexadecimal digits or the Base64 form of 32 bytes',
      cure: 'Correct the hash.',
    },
    currency_code: {
      sentence: 'should be a currency code (ISO 4217) such as RUB',
      cure: 'Correct the code of the currency.',
    },
  },
} as const satisfies Feature
