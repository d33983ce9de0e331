import { type Static, Type } from 'typebox'
import { Actor, maybeActor } from '../api/actor.ts'
import { cursorPage, field, Id, Instant, nullable, oneOf, ref } from '../api/common.ts'
import { purchaseAssets } from '../money/assets.ts'
import { networks } from '../money/networks.ts'
import { TransferInputs, TransferResponse, unitsPattern } from './transfers.ts'

/** What is stored. `waiting` and `approved` are shown from the open approval, the last three from its transfers and the time. */
export const storedBatchStatuses = ['draft', 'decided', 'cancelled'] as const
export type StoredBatchStatus = (typeof storedBatchStatuses)[number]
export const batchStatuses = [
  'draft',
  'waiting',
  'approved',
  'signing',
  'signed',
  'expired',
  'cancelled',
] as const
export type BatchStatus = (typeof batchStatuses)[number]

/** At most as many transfers as people can look through. */
export const mostMembers = 100
/** How long transfers are signed under the decision of their batch. */
export const batchHours = 24

const Units = Type.String({ pattern: unitsPattern })
const Reason = Type.String({ minLength: 1, maxLength: 1000 })
const theReason = 'Why they are approved together'

export const NewTransferBatchBody = Type.Object(
  {
    transfer_ids: field(
      Type.Array(Id, { minItems: 1, maxItems: mostMembers }),
      'Transfers that nobody has asked to sign: of one network, and of one wallet of the desk',
    ),
    reason: field(Reason, theReason, 'Deliveries of 19 November'),
  },
  {
    $id: 'NewTransferBatchBody',
    additionalProperties: false,
    description: 'Transfers that are approved together.',
  },
)
export type NewTransferBatchBody = Static<typeof NewTransferBatchBody>

export const SignTransferBatchBody = Type.Object(
  {
    inputs: field(
      Type.Optional(
        Type.Array(
          Type.Object(
            {
              transfer_id: field(Id, 'The id of the transfer'),
              inputs: field(ref(TransferInputs), 'What its chain needs fresh'),
            },
            { additionalProperties: false },
          ),
          { maxItems: mostMembers },
        ),
      ),
      'What the chain needs fresh, by transfer. For those that are left out a node is asked. On bitcoin one item, of any of them, as one transaction makes all.',
    ),
  },
  { $id: 'SignTransferBatchBody', additionalProperties: false, description: 'That a batch is signed.' },
)
export type SignTransferBatchBody = Static<typeof SignTransferBatchBody>

export const CancelTransferBatchBody = Type.Object(
  { reason: field(Type.Optional(Reason), 'Why', 'One of them is to be paid tomorrow') },
  {
    $id: 'CancelTransferBatchBody',
    additionalProperties: false,
    description: 'That transfers are no longer signed together.',
  },
)
export type CancelTransferBatchBody = Static<typeof CancelTransferBatchBody>

const fields = {
  id: field(Id, 'The id of the batch'),
  organization_id: field(Id, 'The own organization whose coins are sent'),
  network: field(oneOf(networks), 'The network of all its transfers', 'tron'),
  from_wallet_id: field(Id, 'The wallet that pays all of them'),
  from_address: field(Type.String(), 'Its address', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'),
  digest: field(
    Type.String(),
    'SHA-256 of the sorted digests of its transfers. It is what people approve.',
    'ab'.repeat(32),
  ),
  count: field(Type.Integer(), 'How many transfers it has', 12),
  recipients: field(Type.Integer(), 'How many addresses they pay', 9),
  sums: field(
    Type.Array(
      Type.Object({
        asset: field(oneOf(purchaseAssets), 'The asset', 'USDT'),
        amount: field(Units, 'What its transfers send of it, in base units', '1500000000'),
      }),
    ),
    'The sum of each asset',
  ),
  fee_ceiling: field(Units, 'Their highest fees together, in base units of the coin', '360000000'),
  reason: field(Type.String(), theReason, 'Deliveries of 19 November'),
  status: field(
    oneOf(batchStatuses),
    '`signing`: decided, and some are not signed; `signed`: all are, or were cancelled; `expired`: those that are left are signed one by one or in another batch',
    'draft',
  ),
  approval_id: field(nullable(Id), 'The open approval', null),
  signed: field(Type.Integer(), 'How many of its transfers are signed', 0),
  decided_at: field(nullable(Instant), 'When it was decided; null before', null),
  decided_by: maybeActor('Who had it decided; null before'),
  expires_at: field(nullable(Instant), 'From then on nothing more is signed under it', null),
  created_by: field(ref(Actor), 'Who made it'),
  created_at: field(Instant, 'When it was made'),
  updated_at: field(Instant, 'When it was last changed'),
}

export const TransferBatchResponse = Type.Object(fields, {
  $id: 'TransferBatchResponse',
  description: 'Transfers of one wallet that are approved together.',
})
export type TransferBatchResponse = Static<typeof TransferBatchResponse>

const members = {
  ...fields,
  transfers: field(Type.Array(ref(TransferResponse)), 'Its transfers'),
}

export const TransferBatchDetailsResponse = Type.Object(members, {
  $id: 'TransferBatchDetailsResponse',
  description: 'A batch with its transfers.',
})
export type TransferBatchDetailsResponse = Static<typeof TransferBatchDetailsResponse>

export const SignedTransferBatchResponse = Type.Object(
  {
    ...members,
    refused: field(
      Type.Array(
        Type.Object({
          transfer_id: field(Id, 'The id of the transfer'),
          code: field(Type.String(), 'The code of the error or of the first fault', 'transfer_blocked'),
          detail: field(Type.String(), 'What it says', 'Nothing may be sent there now.'),
        }),
      ),
      'Transfers that were not signed this time. The others are not touched by that; on bitcoin it is one, because of which nothing was signed.',
      [],
    ),
  },
  { $id: 'SignedTransferBatchResponse', description: 'A batch after its transfers were signed.' },
)
export type SignedTransferBatchResponse = Static<typeof SignedTransferBatchResponse>

export const TransferBatchListResponse = cursorPage(ref(TransferBatchResponse), 'TransferBatchListResponse')
export type TransferBatchListResponse = Static<typeof TransferBatchListResponse>
