import { type Static, Type } from 'typebox'
import { Doer } from '../api/actor.ts'
import {
  CalendarDate,
  cursorPage,
  ExpectedVersion,
  exampleId,
  field,
  Id,
  Instant,
  Note,
  nullable,
  oneOf,
  optional,
  ref,
  ShortText,
  Version,
} from '../api/common.ts'
import { purchaseAssets } from '../money/assets.ts'
import { decimalPattern } from '../money/decimal.ts'
import { networks } from '../money/networks.ts'
import { comparedInFull } from '../wallets/address-book.ts'
import { purchaseRequestReasons } from './purchase-request-rules.ts'
import { acceptRate } from './purchase-requests.ts'

const Amount = Type.String({ pattern: decimalPattern })
const Currency = Type.String({ pattern: '^[A-Z]{3}$' })
const Reason = Type.String({ minLength: 1, maxLength: 1000 })
/** Of a company, a person, or (5 digits) a foreign company. Not checked further: it is what the bank says. */
const Inn = Type.String({ pattern: '^([0-9]{5}|[0-9]{10}|[0-9]{12})$' })
const Text = nullable(Type.String())
const txHash = 'ab'.repeat(32)

const theRequest = 'The purchase request'
const theCurrency = 'The currency (ISO 4217)'
const theReceivedAt = 'When the money was received'
const thePayerInn = 'The tax number (INN) of the payer; null if it is not known'
const thePayerName = 'The name of the payer; null if it is not known'
const thePayerAccount = 'The bank account of the payer; null if it is not known'
const theRefundAccount =
  'The account that it is paid to: 20 digits, an IBAN, or the number of an account abroad'
const thePaidAt =
  'When the money was paid back; now unless given. Not in the future, and not before the request was created'
const theStatementLine = 'The line of a bank statement that it was matched with'

/** Somebody decided, and why. */
const Decision = nullable(
  Type.Object({
    by: Doer,
    at: field(Instant, 'When'),
    reason: field(Type.String(), 'Why', 'The payer is the parent company'),
  }),
)

// Quotes

export const QuoteResponse = Type.Object(
  {
    id: field(Id, 'The id of the quote'),
    request_id: field(Id, theRequest),
    is_current: field(Type.Boolean(), 'Whether it is the newest one, which counts', true),
    asset: field(oneOf(purchaseAssets), 'The asset to buy', 'USDT'),
    crypto_amount: field(Type.String(), 'The amount of the asset', '1000.5'),
    fiat_currency: field(Type.String(), theCurrency, 'RUB'),
    rate: field(Type.String(), 'The price of one unit of the asset', '92.155'),
    fiat_amount: field(Type.String(), 'The price without the fee', '92201.08'),
    fee_amount: field(Type.String(), 'The fee', '100.00'),
    total_amount: field(Type.String(), 'What the organization pays', '92301.08'),
    quote_expires_at: field(nullable(Instant), 'Until when the price is valid; null: without end'),
    quoted_by: Doer,
    quoted_at: field(Instant, 'When it was quoted'),
  },
  { $id: 'QuoteResponse', description: 'A price that was offered for a purchase request.' },
)
export type QuoteResponse = Static<typeof QuoteResponse>

export const QuoteListResponse = cursorPage(ref(QuoteResponse), 'QuoteListResponse')
export type QuoteListResponse = Static<typeof QuoteListResponse>

export const CreateQuoteBody = Type.Object(
  {
    rate: field(Amount, 'The price of one unit of the asset', '93.4'),
    fee_amount: field(optional(Amount), 'The fee; as before unless given', '100.00'),
    crypto_amount: field(optional(Amount), 'The amount of the asset; as before unless given', '1000.5'),
    fiat_amount: field(
      optional(Amount),
      'Instead of `crypto_amount`: what is to be spent without the fee. The amount of the asset follows: `fiat_amount` ÷ `rate`, rounded to the nearest place of the asset, a half down',
      '92201.08',
    ),
    quote_expires_at: field(Instant, 'Until when the price is valid', '2026-02-01T12:00:00Z'),
    accept_rate: acceptRate,
    version: ExpectedVersion,
  },
  {
    $id: 'CreateQuoteBody',
    additionalProperties: false,
    description: 'A new price of a purchase request. It replaces the one before, which stays in the list.',
    examples: [{ rate: '93.4', quote_expires_at: '2026-02-01T12:00:00Z' }],
  },
)
export type CreateQuoteBody = Static<typeof CreateQuoteBody>

// Corrections

export const correctableFields = [
  'asset',
  'network',
  'crypto_amount',
  'wallet_id',
  'address_id',
  'destination_address',
  'comment',
] as const
export type CorrectableField = (typeof correctableFields)[number]

export const CorrectPurchaseRequestBody = Type.Object(
  {
    version: field(
      Version,
      'The version that was read. If the request has changed since, nothing is changed and the response is `version_conflict`.',
      3,
    ),
    asset: field(Type.Optional(oneOf(purchaseAssets)), 'The asset to buy', 'USDT'),
    network: field(Type.Optional(oneOf(networks)), 'The network on which the asset is delivered', 'tron'),
    crypto_amount: field(
      Type.Optional(Amount),
      'The amount of the asset. The price is computed anew with the rate of the newest quote',
      '1000.5',
    ),
    wallet_id: field(
      optional(ShortText),
      'The wallet of the organization that gets the asset; null: none',
      exampleId,
    ),
    address_id: field(
      optional(ShortText),
      'The entry of the address book of the organization that gets the asset, or one of its wallets; null: none',
      exampleId,
    ),
    destination_address: field(
      optional(ShortText),
      'Where the asset is sent. Without `wallet_id` it is an address that is no wallet of the organization; null: none',
      'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    ),
    comment: field(optional(Note), 'A remark of the person who created the request', 'Urgent'),
    accept_rate: acceptRate,
    compared_in_full: comparedInFull,
  },
  {
    $id: 'CorrectPurchaseRequestBody',
    additionalProperties: false,
    description: 'Corrections. Absent fields do not change, null clears.',
    examples: [{ version: 3, destination_address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }],
  },
)
export type CorrectPurchaseRequestBody = Static<typeof CorrectPurchaseRequestBody>

// Payments

export const paymentKinds = ['payment', 'credit'] as const

export const PaymentResponse = Type.Object(
  {
    kind: field(
      oneOf(paymentKinds),
      '`payment`: it belongs to the request. `credit`: the request took no money, so it is kept as a credit of the organization, and `id` is the id of the credit',
      'payment',
    ),
    id: field(Id, 'The id of the payment, or of the credit'),
    request_id: field(Id, theRequest),
    credit_id: field(nullable(Id), 'The credit that it was taken from, or that it became', null),
    amount: field(Type.String(), 'The amount', '92301.08'),
    currency: field(Type.String(), theCurrency, 'RUB'),
    received_at: field(Instant, theReceivedAt),
    reference: field(Type.String(), 'The reference of the payment, such as the number of the order', 'P-77'),
    payer_inn: field(Text, thePayerInn, '7701234560'),
    payer_name: field(Text, thePayerName, 'ООО «Ромашка»'),
    payer_account: field(Text, thePayerAccount, '40702810900000000001'),
    own_account: field(Text, 'The own account that it came to; null if it is not known', null),
    is_foreign_payer: field(
      Type.Boolean(),
      'Whether the payer is named and is not the organization. Nothing is delivered until somebody accepts it',
      false,
    ),
    payer_unknown: field(
      Type.Boolean(),
      'Whether it names no payer, and nobody has accepted that. It blocks a delivery only if the policy says so',
      false,
    ),
    payer_accepted: field(Decision, 'Who accepted the payer', null),
    reversed: field(Decision, 'Who reversed the payment. It no longer counts', null),
    statement_line_id: field(nullable(Id), theStatementLine, null),
    recorded_by: Doer,
    recorded_at: field(Instant, 'When it was recorded'),
  },
  { $id: 'PaymentResponse', description: 'Money that came for a purchase request.' },
)
export type PaymentResponse = Static<typeof PaymentResponse>

export const PaymentListResponse = cursorPage(ref(PaymentResponse), 'PaymentListResponse')
export type PaymentListResponse = Static<typeof PaymentListResponse>

export const CreatePaymentBody = Type.Object(
  {
    amount: field(Amount, 'The amount', '92301.08'),
    currency: field(Currency, 'The currency of the request (ISO 4217)', 'RUB'),
    received_at: field(Instant, theReceivedAt),
    reference: field(ShortText, 'The reference of the payment, such as the number of the order', 'P-77'),
    payer_inn: field(optional(Inn), 'The tax number (INN) of the payer', '7701234560'),
    payer_name: field(optional(ShortText), 'The name of the payer', 'ООО «Ромашка»'),
    payer_account: field(optional(ShortText), 'The bank account of the payer', '40702810900000000001'),
    own_account: field(
      optional(ShortText),
      'The own account that received the money: one of a company of the desk. Without it the money is in `assets:bank:unreconciled` until a statement line is matched',
      '40702810600000012345',
    ),
    accept_overpayment: field(
      Type.Optional(Type.Boolean()),
      'Record it although more than 10 % above the total would have been received. An act under the policy',
      true,
    ),
  },
  {
    $id: 'CreatePaymentBody',
    additionalProperties: false,
    description: 'Money that came for a purchase request.',
    examples: [
      { amount: '92301.08', currency: 'RUB', received_at: '2026-01-31T12:00:00Z', reference: 'P-77' },
    ],
  },
)
export type CreatePaymentBody = Static<typeof CreatePaymentBody>

export const AcceptPayerBody = Type.Object(
  { reason: field(Reason, 'Why the money of this payer is accepted', 'The payer is the parent company') },
  {
    $id: 'AcceptPayerBody',
    additionalProperties: false,
    description: 'That a foreign payer, or one who is not known, is accepted.',
  },
)
export type AcceptPayerBody = Static<typeof AcceptPayerBody>

/** When people say that something was wrong is not always when it was found. */
const CorrectionDay = field(
  optional(CalendarDate),
  'Its day in the books, from the day of what is corrected on; today or the first open day unless given',
  null,
)

export const ReversePaymentBody = Type.Object(
  {
    reason: field(Reason, 'Why the payment is reversed', 'Entered for the wrong request'),
    date: CorrectionDay,
  },
  { $id: 'ReversePaymentBody', additionalProperties: false, description: 'That a payment is reversed.' },
)
export type ReversePaymentBody = Static<typeof ReversePaymentBody>

// Refunds

export const RefundResponse = Type.Object(
  {
    id: field(Id, 'The id of the refund'),
    request_id: field(nullable(Id), 'The purchase request; null for a refund of a credit'),
    credit_id: field(nullable(Id), 'The credit; null for a refund of a purchase request', null),
    amount: field(Type.String(), 'The amount', '100.00'),
    currency: field(Type.String(), theCurrency, 'RUB'),
    reference: field(Text, 'The reference of the outgoing payment; null if none was given', 'R-12'),
    account: field(Text, 'The account that it was paid to; null if none was given', '40702810900000000001'),
    reason_code: field(nullable(oneOf(purchaseRequestReasons)), 'Why', 'customer_request'),
    paid_at: field(Instant, 'When the money was paid back'),
    reversed: field(Decision, 'Who reversed the refund. It no longer counts', null),
    recorded_by: Doer,
    recorded_at: field(Instant, 'When it was recorded'),
  },
  { $id: 'RefundResponse', description: 'Money of a purchase request, or of a credit, that was paid back.' },
)
export type RefundResponse = Static<typeof RefundResponse>

export const RefundListResponse = cursorPage(ref(RefundResponse), 'RefundListResponse')
export type RefundListResponse = Static<typeof RefundListResponse>

export const CreateRefundBody = Type.Object(
  {
    amount: field(Amount, 'The amount', '100.00'),
    reference: field(ShortText, 'The reference of the outgoing payment', 'R-12'),
    account: field(ShortText, theRefundAccount, '40702810900000000001'),
    reason_code: field(oneOf(purchaseRequestReasons), 'Why', 'customer_request'),
    paid_at: field(optional(Instant), thePaidAt),
  },
  { $id: 'CreateRefundBody', additionalProperties: false, description: 'Money that is paid back.' },
)
export type CreateRefundBody = Static<typeof CreateRefundBody>

export const ReverseRefundBody = Type.Object(
  {
    reason: field(Reason, 'Why the refund is reversed', 'The bank sent the money back: wrong account'),
    date: CorrectionDay,
  },
  { $id: 'ReverseRefundBody', additionalProperties: false, description: 'That a refund is reversed.' },
)
export type ReverseRefundBody = Static<typeof ReverseRefundBody>

// Deliveries

export const DeliveryResponse = Type.Object(
  {
    id: field(Id, 'The id of the delivery'),
    request_id: field(Id, theRequest),
    tx_hash: field(Type.String(), 'The hash of the transaction', txHash),
    output: field(
      nullable(Type.Integer()),
      'Which output of the transaction it is, from 0; null: the transaction as a whole',
      null,
    ),
    amount: field(Type.String(), 'The amount of the asset', '1000.5'),
    asset: field(oneOf(purchaseAssets), 'The asset', 'USDT'),
    network: field(oneOf(networks), 'The network', 'tron'),
    destination_address: field(Text, 'Where it was sent', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'),
    transfer_id: field(
      nullable(Id),
      'The transfer from a wallet of the desk that delivered it; null: somebody typed the transaction',
      null,
    ),
    delivered_at: field(Instant, 'When it was sent'),
    reversed: field(Decision, 'Who reversed the delivery. It no longer counts', null),
    returned: field(
      nullable(
        Type.Object({
          tx_hash: field(Type.String(), 'The hash of the transaction with which the coins came back', txHash),
          at: field(Instant, 'When they came back'),
        }),
      ),
      'Of a reversed delivery: the coins came back; null: it was recorded by mistake',
      null,
    ),
    recorded_by: Doer,
    recorded_at: field(Instant, 'When it was recorded'),
  },
  { $id: 'RequestDeliveryResponse', description: 'Coins that were sent for a purchase request.' },
)
export type DeliveryResponse = Static<typeof DeliveryResponse>

export const DeliveryListResponse = cursorPage(ref(DeliveryResponse), 'RequestDeliveryListResponse')
export type DeliveryListResponse = Static<typeof DeliveryListResponse>

export const CreateDeliveryBody = Type.Object(
  {
    tx_hash: field(ShortText, 'The hash of the transaction, in the form of the network', txHash),
    output: field(
      Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
      'Only on bitcoin: which output of the transaction it is, from 0. Several deliveries may name different outputs of one transaction',
      0,
    ),
    amount: field(Amount, 'The amount of the asset', '500.25'),
    delivered_at: field(
      optional(Instant),
      'When it was sent; now unless given. Not in the future, and not before the request was created',
    ),
    accept_underpayment: field(
      Type.Optional(Type.Boolean()),
      'Deliver although less was received than this is worth. An act under the policy',
      true,
    ),
  },
  {
    $id: 'CreateDeliveryBody',
    additionalProperties: false,
    description: 'Coins that were sent for a purchase request.',
    examples: [{ tx_hash: txHash, amount: '500.25' }],
  },
)
export type CreateDeliveryBody = Static<typeof CreateDeliveryBody>

export const ReverseDeliveryBody = Type.Object(
  {
    reason: field(Reason, 'Why the delivery is reversed', 'The transaction was sent for another request'),
    returned: field(
      optional(
        Type.Object(
          {
            tx_hash: field(
              ShortText,
              'The hash of the transaction with which all coins of the delivery came back, in the form of the network',
              txHash,
            ),
            at: field(optional(Instant), 'When they came back; now unless given'),
          },
          { additionalProperties: false },
        ),
      ),
      'The coins were sent and came back. Without it the delivery was recorded by mistake',
    ),
    date: CorrectionDay,
  },
  {
    $id: 'ReverseDeliveryBody',
    additionalProperties: false,
    description: 'That a delivery is reversed.',
    examples: [{ reason: 'The transaction was sent for another request' }],
  },
)
export type ReverseDeliveryBody = Static<typeof ReverseDeliveryBody>

export const CloseExceptionBody = Type.Object(
  {
    reason: field(Reason, 'Why nothing more is to be done', 'The debt was written off'),
    version: ExpectedVersion,
  },
  {
    $id: 'CloseExceptionBody',
    additionalProperties: false,
    description: 'That somebody has looked at a request whose facts were reversed after it was completed.',
  },
)
export type CloseExceptionBody = Static<typeof CloseExceptionBody>

export const MoveSurplusBody = Type.Object(
  {
    amount: field(
      optional(Amount),
      'The amount; all that is above the total and came with the last payment unless given',
      '100.00',
    ),
  },
  {
    $id: 'MoveSurplusBody',
    additionalProperties: false,
    description: 'Money above the total of a purchase request becomes a credit of the organization.',
  },
)
export type MoveSurplusBody = Static<typeof MoveSurplusBody>

// Credits

export const creditStatuses = ['open', 'used'] as const
export type CreditStatus = (typeof creditStatuses)[number]

export const CreditResponse = Type.Object(
  {
    id: field(Id, 'The id of the credit'),
    organization_id: field(Id, 'The organization whose money it is'),
    request_id: field(nullable(Id), 'The purchase request that the money came for, which took none'),
    moved_from: field(
      nullable(Id),
      'The purchase request above whose total the money was, if it was moved from one',
      null,
    ),
    status: field(oneOf(creditStatuses), '`open` while something is left', 'open'),
    amount: field(Type.String(), 'The amount that came', '92301.08'),
    currency: field(Type.String(), theCurrency, 'RUB'),
    allocated_amount: field(Type.String(), 'What was allocated to purchase requests', '0.00'),
    refunded_amount: field(Type.String(), 'What was paid back', '0.00'),
    left_amount: field(Type.String(), 'What is left', '92301.08'),
    received_at: field(Instant, theReceivedAt),
    reference: field(Type.String(), 'The reference of the payment', 'P-77'),
    payer_inn: field(Text, thePayerInn, '7701234560'),
    payer_name: field(Text, thePayerName, 'ООО «Ромашка»'),
    payer_account: field(Text, thePayerAccount, '40702810900000000001'),
    statement_line_id: field(nullable(Id), theStatementLine, null),
    recorded_by: Doer,
    recorded_at: field(Instant, 'When it was recorded'),
  },
  { $id: 'CreditResponse', description: 'Money of an organization that belongs to no purchase request yet.' },
)
export type CreditResponse = Static<typeof CreditResponse>

export const CreditListResponse = cursorPage(ref(CreditResponse), 'CreditListResponse')
export type CreditListResponse = Static<typeof CreditListResponse>

export const AllocateCreditBody = Type.Object(
  {
    request_id: field(ShortText, 'A purchase request of the same organization and currency', exampleId),
    amount: field(Amount, 'The amount', '92301.08'),
  },
  {
    $id: 'AllocateCreditBody',
    additionalProperties: false,
    description: 'Money of a credit becomes a payment of a purchase request.',
  },
)
export type AllocateCreditBody = Static<typeof AllocateCreditBody>

export const RefundCreditBody = Type.Object(
  {
    amount: field(Amount, 'The amount', '100.00'),
    reference: field(ShortText, 'The reference of the outgoing payment', 'R-12'),
    account: field(ShortText, theRefundAccount, '40702810900000000001'),
    paid_at: field(optional(Instant), thePaidAt),
  },
  { $id: 'RefundCreditBody', additionalProperties: false, description: 'Money of a credit is paid back.' },
)
export type RefundCreditBody = Static<typeof RefundCreditBody>
