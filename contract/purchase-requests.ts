import { type Static, Type } from 'typebox'
import { Id, Instant, Note, nullable, oneOf, optional, page, ref, ShortText, Version } from './common.ts'
import { decimalPattern } from './decimal.ts'
import { networks } from './networks.ts'
import {
  type Blocker,
  blockerCodes,
  moveFields,
  purchaseAssets,
  purchaseRequestReasons,
  purchaseRequestStatuses,
} from './purchase-request-rules.ts'

export const PurchaseRequestStatus = oneOf(purchaseRequestStatuses)
const Asset = oneOf(purchaseAssets)
const PurchaseNetwork = oneOf(networks)
const Reason = oneOf(purchaseRequestReasons)
const Amount = Type.String({ pattern: decimalPattern })
const Text = nullable(Type.String())

export const paymentExceptions = ['partial', 'over', 'late'] as const
export type PaymentException = (typeof paymentExceptions)[number]

export const PurchaseRequestResponse = Type.Object(
  {
    id: Id,
    number: Type.String({ description: 'Number without gaps within a year, such as PR-2026-000123' }),
    organization_id: Id,
    status: PurchaseRequestStatus,
    asset: Asset,
    network: PurchaseNetwork,
    crypto_amount: Type.String(),
    fiat_currency: Type.String(),
    fiat_amount: Type.String(),
    rate: Type.String(),
    fee_amount: Type.String(),
    total_amount: Type.String(),
    quote_expires_at: nullable(Instant),
    wallet_id: Text,
    destination_address: Text,
    payment: nullable(
      Type.Object({
        reference: Type.String(),
        received_amount: Type.String(),
        received_at: Instant,
        exception: nullable(oneOf(paymentExceptions)),
      }),
    ),
    tx_hash: Text,
    status_reason: nullable(Type.Object({ code: Reason, comment: Text })),
    assignee_id: Text,
    comment: Text,
    external_id: Text,
    version: Type.Integer(),
    created_at: Instant,
    updated_at: Instant,
    organization: Type.Object({ inn: Text, short_name: Text }),
    allowed_statuses: Type.Array(PurchaseRequestStatus, {
      description: 'The statuses that the transition table and the role of the caller allow next',
    }),
  },
  { $id: 'PurchaseRequestResponse' },
)
export type PurchaseRequestResponse = Static<typeof PurchaseRequestResponse>

export const PurchaseRequestListResponse = page(ref(PurchaseRequestResponse), 'PurchaseRequestListResponse')
export type PurchaseRequestListResponse = Static<typeof PurchaseRequestListResponse>

/** Absent and null mean the same: a status change clears no field. */
export const UpdatePurchaseRequestStatusBody = Type.Object(
  {
    status: PurchaseRequestStatus,
    reason_code: optional(Reason),
    comment: optional(Note),
    payment_reference: optional(ShortText),
    received_amount: optional(Amount),
    received_at: optional(Instant),
    tx_hash: optional(ShortText),
    quote_expires_at: optional(Instant),
    version: Type.Optional(Version),
  },
  { $id: 'UpdatePurchaseRequestStatusBody', additionalProperties: false },
)
export type UpdatePurchaseRequestStatusBody = Static<typeof UpdatePurchaseRequestStatusBody>

/** `fiat_amount` and `total_amount` are computed; if sent, they are checked. `fee_amount` is 0 by default. */
export const CreatePurchaseRequestBody = Type.Object(
  {
    organization_id: ShortText,
    asset: Asset,
    network: PurchaseNetwork,
    crypto_amount: Amount,
    fiat_currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    rate: Amount,
    fiat_amount: optional(Amount),
    fee_amount: optional(Amount),
    total_amount: optional(Amount),
    quote_expires_at: optional(Instant),
    wallet_id: optional(ShortText),
    destination_address: optional(ShortText),
    assignee_id: optional(ShortText),
    comment: optional(Note),
    external_id: optional(ShortText),
  },
  { $id: 'CreatePurchaseRequestBody', additionalProperties: false },
)
export type CreatePurchaseRequestBody = Static<typeof CreatePurchaseRequestBody>

/** The actor: an administrator, an API key, or the service itself. */
const Doer = Type.Object({ kind: Type.String(), id: Text, name: Type.String() })

export const PurchaseRequestHistoryItem = Type.Object(
  {
    from: nullable(PurchaseRequestStatus),
    to: PurchaseRequestStatus,
    reason: nullable(Reason),
    comment: Text,
    actor: Doer,
    at: Instant,
  },
  { $id: 'PurchaseRequestHistoryItem' },
)
export type PurchaseRequestHistoryItem = Static<typeof PurchaseRequestHistoryItem>

export const PurchaseRequestHistoryResponse = page(
  ref(PurchaseRequestHistoryItem),
  'PurchaseRequestHistoryResponse',
)
export type PurchaseRequestHistoryResponse = Static<typeof PurchaseRequestHistoryResponse>

export const PurchaseRequestCommentResponse = Type.Object(
  { id: Id, request_id: Id, comment: Type.String(), actor: Doer, at: Instant },
  { $id: 'PurchaseRequestCommentResponse' },
)
export type PurchaseRequestCommentResponse = Static<typeof PurchaseRequestCommentResponse>

export const PurchaseRequestCommentListResponse = page(
  ref(PurchaseRequestCommentResponse),
  'PurchaseRequestCommentListResponse',
)
export type PurchaseRequestCommentListResponse = Static<typeof PurchaseRequestCommentListResponse>

export const CreatePurchaseRequestCommentBody = Type.Object(
  { comment: Type.String({ minLength: 1, maxLength: 4000 }) },
  { $id: 'CreatePurchaseRequestCommentBody', additionalProperties: false },
)
export type CreatePurchaseRequestCommentBody = Static<typeof CreatePurchaseRequestCommentBody>

/** What blocks a step, with the values that are needed to resolve it. */
export const PurchaseRequestBlocker = Type.Unsafe<Blocker>(
  Type.Object(
    { code: oneOf(blockerCodes), detail: Type.String() },
    {
      $id: 'PurchaseRequestBlocker',
      additionalProperties: Type.String({ description: 'Such as organization_id, kind or network' }),
    },
  ),
)

/** Why a step cannot be taken: only the service takes it, the role may not, or it is blocked. */
export const stepRefusals = ['service', 'role', 'blocked'] as const

const NextStep = Type.Object({
  status: PurchaseRequestStatus,
  allowed: Type.Boolean({ description: 'Whether the step would succeed now, with the fields in `needs`' }),
  refusal: nullable(oneOf(stepRefusals)),
  permission: nullable(oneOf(['requests:process', 'requests:approve'])),
  needs: Type.Array(oneOf(moveFields)),
  blockers: Type.Array(Type.Unsafe<Blocker>(Type.Ref('PurchaseRequestBlocker'))),
})
export type NextStep = Static<typeof NextStep>

export const PurchaseRequestNextStepsResponse = Type.Object(
  {
    request_id: Id,
    status: PurchaseRequestStatus,
    version: Version,
    steps: Type.Array(NextStep),
  },
  { $id: 'PurchaseRequestNextStepsResponse' },
)
export type PurchaseRequestNextStepsResponse = Static<typeof PurchaseRequestNextStepsResponse>

/** `assignee_id: null` removes the assignment. */
export const AssignPurchaseRequestBody = Type.Object(
  { assignee_id: nullable(ShortText), version: Type.Optional(Version) },
  { $id: 'AssignPurchaseRequestBody', additionalProperties: false },
)
export type AssignPurchaseRequestBody = Static<typeof AssignPurchaseRequestBody>
