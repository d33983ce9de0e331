import { Type } from 'typebox'
import { field, Id, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { transfersTag as tag } from '../../api/tags.ts'
import * as batches from '../../wallets/transfer-batches.ts'

const params = Type.Object({ batch_id: field(Id, 'The id of the batch') })

export const createTransferBatch = operation({
  id: 'createTransferBatch',
  method: 'POST',
  path: '/v1/transfer-batches',
  tag,
  summary: 'Put transfers into a batch that is approved as one',
  description:
    'At most 100 transfers that are not signed and wait for no approval, on one network, from one wallet of an own organization. If one of them is wrong nothing is made, and the fault names it. While the batch is not decided, its transfers are not signed by themselves. On bitcoin one transaction pays all of them.',
  access: 'transfers:manage',
  body: ref(batches.NewTransferBatchBody),
  success: 201,
  response: ref(batches.TransferBatchDetailsResponse),
  location: '/v1/transfer-batches/{id}',
  extension: true,
})

export const readTransferBatch = operation({
  id: 'readTransferBatch',
  method: 'GET',
  path: '/v1/transfer-batches/{batch_id}',
  tag,
  summary: 'Read a batch with its transfers',
  access: 'wallets:read',
  params,
  response: ref(batches.TransferBatchDetailsResponse),
  extension: true,
})

export const signTransferBatch = operation({
  id: 'signTransferBatch',
  method: 'POST',
  path: '/v1/transfer-batches/{batch_id}/sign',
  tag,
  summary: 'Decide a batch, and sign its transfers one by one',
  description:
    'If the policy asks for approvals of the sum, the first call asks for them, and the same call after the last vote decides the batch. Its transfers are then signed one after the other, each with inputs of that moment. One that cannot be signed is in `refused` and leaves the others untouched. On bitcoin one transaction pays all of them, or none. The same call goes on with what is left, for 24 hours.',
  access: 'transfers:manage',
  params,
  body: ref(batches.SignTransferBatchBody),
  bodyMayBeAbsent: true,
  response: ref(batches.SignedTransferBatchResponse),
  acts: [{ name: 'transfer.sign' }, { name: 'request.complete' }],
  extension: true,
})

export const cancelTransferBatch = operation({
  id: 'cancelTransferBatch',
  method: 'POST',
  path: '/v1/transfer-batches/{batch_id}/cancel',
  tag,
  summary: 'Dissolve a batch',
  description:
    'Nothing more is signed under it. Transfers that are not signed can be signed by themselves, or put into another batch; what was signed stays signed.',
  access: 'transfers:manage',
  params,
  body: ref(batches.CancelTransferBatchBody),
  bodyMayBeAbsent: true,
  response: ref(batches.TransferBatchDetailsResponse),
  extension: true,
})
