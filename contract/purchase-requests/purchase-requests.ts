import { type Static, Type } from 'typebox'
import { Doer } from '../api/actor.ts'
import {
  CurrentVersion,
  ExpectedVersion,
  exampleId,
  field,
  Id,
  Instant,
  Note,
  nullable,
  oneOf,
  optional,
  page,
  ref,
  ShortText,
} from '../api/common.ts'
import { purchaseAssets } from '../money/assets.ts'
import { decimalPattern } from '../money/decimal.ts'
import { networks } from '../money/networks.ts'
import { comparedInFull } from '../wallets/address-book.ts'
import {
  type Blocker,
  blockerCodes,
  moveFields,
  purchaseRequestReasons,
  purchaseRequestStatuses,
} from './purchase-request-rules.ts'

export const PurchaseRequestStatus = oneOf(purchaseRequestStatuses)
const Asset = oneOf(purchaseAssets)
const PurchaseNetwork = oneOf(networks)
const Reason = oneOf(purchaseRequestReasons)
const Amount = Type.String({ pattern: decimalPattern })
const Text = nullable(Type.String())

/** What the fields of a request mean, with an example: the same in requests and in responses. */
const about = {
  crypto_amount: ['The amount of the asset, as a decimal number', '1000.5'],
  fiat_currency: ['The currency of the price: an active code of ISO 4217', 'RUB'],
  fiat_amount: [
    'The price without the fee: `crypto_amount` × `rate`, rounded half up to the decimal places of the currency',
    '92201.08',
  ],
  rate: ['The price of one unit of the asset', '92.155'],
  fee_amount: ['The fee', '100.00'],
  total_amount: ['What the organization pays: `fiat_amount` + `fee_amount`', '92301.08'],
  quote_expires_at: ['Until when the price is valid; null: without end', '2026-02-01T12:00:00Z'],
  destination_address: ['Where the asset is sent', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  comment: ['A remark of the person who created the request', 'Urgent'],
  external_id: ['The id in a system of yours. No two requests have the same.', 'deal-2026-77'],
} as const satisfies Record<string, readonly [meaning: string, example: string]>
const theAsset = 'The asset to buy'
const theNetwork = 'The network on which the asset is delivered'
const theWallet = 'The wallet of the organization that gets the asset'
const theBookAddress =
  'The entry of the address book of the organization that gets the asset, or one of its wallets'
const theAssignee = 'The administrator who takes care of the request'
const theReason = 'Why the status was changed'
const txHash = 'ab'.repeat(32)

/** For whoever quotes a rate that is far from the last one. */
export const acceptRate = field(
  Type.Optional(Type.Boolean()),
  'The rate is meant, although it is at least five times, or at most a fifth of, the last one of this asset and currency',
  true,
)

/** The organization of a request, as people know it. */
export const BuyerName = Type.Object({
  inn: field(Text, 'The tax number (INN); null for foreign companies', '7701234560'),
  short_name: field(Text, 'The short name', 'ООО «Ромашка»'),
})

export const paymentExceptions = ['partial', 'over', 'late'] as const
export type PaymentException = (typeof paymentExceptions)[number]

export const PurchaseRequestResponse = Type.Object(
  {
    id: field(Id, 'The id of the purchase request'),
    number: field(
      Type.String(),
      'Number without gaps within a year, such as PR-2026-000123',
      'PR-2026-000123',
    ),
    organization_id: field(Id, 'The organization that buys'),
    status: field(PurchaseRequestStatus, 'The status', 'paid'),
    asset: field(Asset, theAsset, 'USDT'),
    network: field(PurchaseNetwork, theNetwork, 'tron'),
    crypto_amount: field(Type.String(), ...about.crypto_amount),
    fiat_currency: field(Type.String(), ...about.fiat_currency),
    fiat_amount: field(Type.String(), ...about.fiat_amount),
    rate: field(Type.String(), ...about.rate),
    fee_amount: field(Type.String(), ...about.fee_amount),
    total_amount: field(Type.String(), ...about.total_amount),
    quote_expires_at: field(nullable(Instant), ...about.quote_expires_at),
    wallet_id: field(nullable(Id), theWallet),
    address_id: field(
      nullable(Id),
      'The entry of the address book that the destination was chosen from',
      null,
    ),
    destination_address: field(Text, ...about.destination_address),
    payment: field(
      nullable(
        Type.Object({
          reference: field(Type.String(), 'The reference of the first payment', 'P-77'),
          received_amount: field(
            Type.String(),
            'What was received: the sum of all payments that were not reversed',
            '92301.08',
          ),
          received_at: field(Instant, 'When the first payment was received'),
          exception: field(
            nullable(oneOf(paymentExceptions)),
            'What is unusual: less than the total, more than it, or money that came after the quote expired',
            null,
          ),
        }),
      ),
      'The payments of the organization; null while there is none',
    ),
    totals: field(
      Type.Object({
        received_amount: field(Type.String(), 'What was received, as in `payment`', '92301.08'),
        refunded_amount: field(Type.String(), 'What was paid back', '0.00'),
        outstanding_amount: field(
          Type.String(),
          'What the organization still has to pay: the total less what was received and neither paid back nor moved to a credit. Of a request that is `refunded`, `rejected` or `cancelled`: only what was delivered and not paid',
          '0.00',
        ),
        moved_amount: field(Type.String(), 'What was above the total and became credits', '0.00'),
        refundable_amount: field(
          Type.String(),
          'What can be paid back: what was received, less what was paid back or moved to credits and what the delivered part is worth',
          '92301.08',
        ),
        delivered_amount: field(Type.String(), 'The amount of the asset that was delivered', '0'),
        undelivered_amount: field(
          Type.String(),
          'The amount of the asset that is still to be delivered',
          '1000.5',
        ),
      }),
      'What has come and gone so far',
    ),
    tx_hash: field(Text, 'The hash of the last transaction that delivered the asset', null),
    status_reason: field(
      nullable(
        Type.Object({
          code: field(Reason, theReason),
          comment: field(Text, 'A remark about the reason', null),
        }),
      ),
      'Why the request has its status, where a reason was given',
      null,
    ),
    exception_since: field(
      nullable(Instant),
      'Since when somebody has to look at it, because a payment, refund or delivery was reversed after it was completed; null: nobody has to',
      null,
    ),
    assignee_id: field(nullable(Id), theAssignee),
    comment: field(Text, ...about.comment),
    external_id: field(Text, ...about.external_id),
    version: CurrentVersion,
    created_at: field(Instant, 'When the request was created'),
    updated_at: field(Instant, 'When the request was last changed'),
    organization: field(BuyerName, 'The organization that buys, as people know it'),
    allowed_statuses: field(
      Type.Array(PurchaseRequestStatus),
      'The statuses that the transition table and the role of the caller allow next',
      ['completed', 'failed'],
    ),
  },
  { $id: 'PurchaseRequestResponse', description: 'A purchase of a digital asset by an organization.' },
)
export type PurchaseRequestResponse = Static<typeof PurchaseRequestResponse>

export const PurchaseRequestListResponse = page(ref(PurchaseRequestResponse), 'PurchaseRequestListResponse')
export type PurchaseRequestListResponse = Static<typeof PurchaseRequestListResponse>

/** Absent and null mean the same: a status change clears no field. */
export const UpdatePurchaseRequestStatusBody = Type.Object(
  {
    status: field(PurchaseRequestStatus, 'The new status', 'paid'),
    reason_code: field(
      optional(Reason),
      'Why; required for `rejected`, `cancelled`, `on_hold`, `failed` and `refunded`',
    ),
    comment: field(optional(Note), 'A remark for the history', 'Paid in full'),
    payment_reference: field(
      optional(ShortText),
      'The reference of the payment; required for `paid`',
      'P-77',
    ),
    received_amount: field(optional(Amount), 'The amount that was received; required for `paid`', '92301.08'),
    received_at: field(optional(Instant), 'When it was received; now unless given'),
    tx_hash: field(
      optional(ShortText),
      'The transaction that delivers the asset; required for `completed`',
      txHash,
    ),
    delivered_at: field(optional(Instant), 'For `completed`: when the asset was sent; now unless given'),
    paid_at: field(optional(Instant), 'For `refunded`: when the money was paid back; now unless given'),
    quote_expires_at: field(
      optional(Instant),
      'Until when the new price is valid; required to approve an expired request',
      '2026-02-01T12:00:00Z',
    ),
    accept_underpayment: field(
      optional(Type.Boolean()),
      'For `completed`: deliver although less was received than the total. An act under the policy',
      true,
    ),
    compared_in_full: comparedInFull,
    version: ExpectedVersion,
  },
  {
    $id: 'UpdatePurchaseRequestStatusBody',
    additionalProperties: false,
    description: 'Each status takes only the fields that belong to it.',
    examples: [
      { status: 'paid', payment_reference: 'P-77', received_amount: '92301.08', version: 3 },
      { status: 'completed', tx_hash: txHash },
      {
        status: 'cancelled',
        reason_code: 'customer_request',
        comment: 'The customer has changed their mind',
      },
    ],
  },
)
export type UpdatePurchaseRequestStatusBody = Static<typeof UpdatePurchaseRequestStatusBody>

/** `fiat_amount` and `total_amount` are computed; if sent, they are checked. `fee_amount` is 0 by default. */
export const CreatePurchaseRequestBody = Type.Object(
  {
    organization_id: field(ShortText, 'The organization that buys', exampleId),
    asset: field(Asset, theAsset, 'USDT'),
    network: field(PurchaseNetwork, theNetwork, 'tron'),
    crypto_amount: field(Amount, ...about.crypto_amount),
    fiat_currency: field(Type.String({ pattern: '^[A-Z]{3}$' }), ...about.fiat_currency),
    rate: field(Amount, ...about.rate),
    fiat_amount: field(optional(Amount), ...about.fiat_amount),
    fee_amount: field(optional(Amount), ...about.fee_amount),
    total_amount: field(optional(Amount), ...about.total_amount),
    quote_expires_at: field(optional(Instant), ...about.quote_expires_at),
    wallet_id: field(optional(ShortText), theWallet, exampleId),
    address_id: field(optional(ShortText), theBookAddress, exampleId),
    destination_address: field(optional(ShortText), ...about.destination_address),
    assignee_id: field(optional(ShortText), theAssignee, exampleId),
    comment: field(optional(Note), ...about.comment),
    external_id: field(optional(ShortText), ...about.external_id),
    accept_rate: acceptRate,
    compared_in_full: comparedInFull,
  },
  {
    $id: 'CreatePurchaseRequestBody',
    additionalProperties: false,
    description: 'A new purchase request. The price is computed; a price that is sent is checked.',
  },
)
export type CreatePurchaseRequestBody = Static<typeof CreatePurchaseRequestBody>

/** A field that a quote or a correction changed. */
export type FieldChange = { field: string; from: string | null; to: string | null }

export const PurchaseRequestHistoryItem = Type.Object(
  {
    from: field(nullable(PurchaseRequestStatus), 'The status before; null in the first row', 'approved'),
    to: field(PurchaseRequestStatus, 'The status after', 'paid'),
    reason: field(nullable(Reason), theReason, null),
    comment: field(Text, 'A remark about the change', 'Paid in full'),
    changes: field(
      Type.Unsafe<FieldChange[] | null>({
        type: ['array', 'null'],
        items: Type.Object({
          field: field(Type.String(), 'The field', 'destination_address'),
          from: field(Text, 'The value before', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'),
          to: field(Text, 'The value after', 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'),
        }),
      }),
      'In the row of a new quote or a correction: what was changed; otherwise null',
      null,
    ),
    actor: Doer,
    at: field(Instant, 'When it was done'),
  },
  {
    $id: 'PurchaseRequestHistoryItem',
    description: 'A change of the status of a purchase request, a new quote, or a correction.',
  },
)
export type PurchaseRequestHistoryItem = Static<typeof PurchaseRequestHistoryItem>

export const PurchaseRequestHistoryResponse = page(
  ref(PurchaseRequestHistoryItem),
  'PurchaseRequestHistoryResponse',
)
export type PurchaseRequestHistoryResponse = Static<typeof PurchaseRequestHistoryResponse>

/** What blocks a step, with the values that are needed to resolve it. */
export const PurchaseRequestBlocker = Type.Unsafe<Blocker>(
  Type.Object(
    {
      code: field(oneOf(blockerCodes), 'Stable code of the blocker'),
      detail: field(Type.String(), 'One sentence for people', 'The KYB of the organization is not approved.'),
    },
    {
      $id: 'PurchaseRequestBlocker',
      description: 'What blocks a step, with the values that are needed to resolve it.',
      additionalProperties: Type.String({
        description:
          'Such as organization_id, kind or network. `resolve_with` is the operation that resolves it, such as `PUT /v1/organizations/…/documents/charter`, `operation_id` its id in this description.',
      }),
    },
  ),
)

/** Why a step cannot be taken: only the service takes it, the role may not, or it is blocked. */
export const stepRefusals = ['service', 'role', 'blocked'] as const

const NextStep = Type.Object({
  status: field(PurchaseRequestStatus, 'The status that the step leads to', 'approved'),
  allowed: field(Type.Boolean(), 'Whether the step would succeed now, with the fields in `needs`', false),
  refusal: field(
    nullable(oneOf(stepRefusals)),
    'Why it would not: only the service takes it, your role may not, or it is blocked',
    'blocked',
  ),
  permission: field(
    nullable(oneOf(['requests:process', 'requests:approve', 'payments:write'])),
    'The permission that the step needs; null if only the service takes it',
    'requests:approve',
  ),
  needs: field(Type.Array(oneOf(moveFields)), 'The fields that the step requires', []),
  blockers: field(
    Type.Array(Type.Unsafe<Blocker>(Type.Ref('PurchaseRequestBlocker'))),
    'Everything that blocks the step',
  ),
})
export type NextStep = Static<typeof NextStep>

export const PurchaseRequestNextStepsResponse = Type.Object(
  {
    request_id: field(Id, 'The purchase request'),
    status: field(PurchaseRequestStatus, 'Its current status', 'in_review'),
    version: CurrentVersion,
    steps: field(Type.Array(NextStep), 'The steps from the current status'),
  },
  { $id: 'PurchaseRequestNextStepsResponse', description: 'What can be done next with a purchase request.' },
)
export type PurchaseRequestNextStepsResponse = Static<typeof PurchaseRequestNextStepsResponse>

/** `assignee_id: null` removes the assignment. */
export const AssignPurchaseRequestBody = Type.Object(
  {
    assignee_id: field(nullable(ShortText), `${theAssignee}; null: nobody`, exampleId),
    version: ExpectedVersion,
  },
  { $id: 'AssignPurchaseRequestBody', additionalProperties: false, description: 'A new assignee.' },
)
export type AssignPurchaseRequestBody = Static<typeof AssignPurchaseRequestBody>
