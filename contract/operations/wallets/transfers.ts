import { Type } from 'typebox'
import { field, Id, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { transfersTag } from '../../api/tags.ts'
import { newTransferFaults } from '../../wallets/transfer-rules.ts'
import * as transfers from '../../wallets/transfers.ts'

const params = Type.Object({ transfer_id: field(Id, 'The id of the transfer') })

export const createTransfer = operation({
  id: 'createTransfer',
  method: 'POST',
  path: '/v1/transfers',
  tag: transfersTag,
  summary: 'Prepare a transfer',
  description:
    'Nothing is signed yet. What people approve is the intent: see `digest`. A wallet of an own organization (`organization_id` of a company of the desk) delivers requests of clients: then the destination is that of the request, and what is left to deliver is reserved for the transfer.',
  access: 'transfers:manage',
  body: ref(transfers.NewTransferBody),
  rules: newTransferFaults,
  success: 201,
  response: ref(transfers.TransferResponse),
  location: '/v1/transfers/{id}',
  extension: true,
})

export const topUpWallet = operation({
  id: 'topUpWallet',
  method: 'POST',
  path: '/v1/wallets/{wallet_id}/top-up',
  tag: transfersTag,
  summary: 'Prepare a transfer of the coin of the network to a wallet that lacks it for fees',
  description:
    'The wallet is a current one of any organization. A wallet of the desk pays: the one that its company has named in `fuel_wallets` for the network, within its highest amount and fee. It is a transfer like any other, which is approved and signed. There is one open top-up of a wallet at a time.',
  access: 'transfers:manage',
  params: Type.Object({ wallet_id: field(Id, 'The id of the wallet that lacks the coin') }),
  body: ref(transfers.TopUpBody),
  bodyMayBeAbsent: true,
  success: 201,
  response: ref(transfers.TransferResponse),
  location: '/v1/transfers/{id}',
  extension: true,
})

export const readTransfer = operation({
  id: 'readTransfer',
  method: 'GET',
  path: '/v1/transfers/{transfer_id}',
  tag: transfersTag,
  summary: 'Read a transfer with its history',
  access: 'wallets:read',
  params,
  response: ref(transfers.TransferDetailsResponse),
  extension: true,
})

export const signTransfer = operation({
  id: 'signTransfer',
  method: 'POST',
  path: '/v1/transfers/{transfer_id}/sign',
  tag: transfersTag,
  summary: 'Sign a transfer',
  description:
    'If the policy asks for approvals, the first call asks for them, and the same call after the last vote signs. A repetition returns the same bytes. One that delivers a request of a client from a wallet of the desk is that act, too, with all of its checks; the delivery is recorded once the network has carried it out.',
  access: 'transfers:manage',
  params,
  body: ref(transfers.SignTransferBody),
  bodyMayBeAbsent: true,
  response: ref(transfers.SignedTransferResponse),
  releases: true,
  acts: [{ name: 'transfer.sign' }, { name: 'request.complete' }],
  extension: true,
})

export const exportTransfer = operation({
  id: 'exportTransfer',
  method: 'GET',
  path: '/v1/transfers/{transfer_id}/export',
  tag: transfersTag,
  summary: 'Export the signed transaction',
  description:
    'As text, or as a QR code for a machine without a network. The export is recorded in the audit log.',
  access: 'transfers:manage',
  params,
  query: transfers.TransferExportQuery,
  produces: {
    types: ['text/plain', 'image/svg+xml'],
    schema: Type.String({ description: 'The signed transaction', examples: ['0x02f8b1010784'] }),
  },
  releases: true,
  noHead: true,
  extension: true,
})

export const broadcastTransfer = operation({
  id: 'broadcastTransfer',
  method: 'POST',
  path: '/v1/transfers/{transfer_id}/broadcast',
  tag: transfersTag,
  summary: 'Send the signed transaction to the network',
  description: 'Needs a node of the network. It can be repeated: a network carries out a transaction once.',
  access: 'transfers:manage',
  params,
  response: ref(transfers.TransferResponse),
  extension: true,
})

export const cancelTransfer = operation({
  id: 'cancelTransfer',
  method: 'POST',
  path: '/v1/transfers/{transfer_id}/cancel',
  tag: transfersTag,
  summary: 'Cancel a transfer that is not signed',
  access: 'transfers:manage',
  params,
  body: ref(transfers.CancelTransferBody),
  bodyMayBeAbsent: true,
  response: ref(transfers.TransferResponse),
  extension: true,
})

export const releaseTransfer = operation({
  id: 'releaseTransfer',
  method: 'POST',
  path: '/v1/transfers/{transfer_id}/release',
  tag: transfersTag,
  summary: 'Give up a signed transfer',
  description:
    'What it spends can be spent again. Only with evidence that the network will never carry it out: otherwise coins may be paid twice. One of a purchase request that has failed or was replaced counts as paid until it is given up as well, because the node may be wrong.',
  access: 'transfers:manage',
  params,
  body: ref(transfers.ReleaseTransferBody),
  response: ref(transfers.TransferResponse),
  acts: [{ name: 'transfer.release' }],
  extension: true,
})

export const confirmTransfer = operation({
  id: 'confirmTransfer',
  method: 'POST',
  path: '/v1/transfers/{transfer_id}/confirm',
  tag: transfersTag,
  summary: 'Say that the network has carried out a transfer',
  description:
    'Where the installation has no node of the network. What it delivers is recorded at the same moment. With a node it is 409: the node is asked. A transfer that was given up or replaced is confirmed in the same way if the network has carried it out all the same; of one that has failed or was given up a node is asked at once. What the network cannot carry out besides it has failed then.',
  access: 'transfers:manage',
  params,
  body: ref(transfers.ConfirmTransferBody),
  response: ref(transfers.TransferResponse),
  acts: [{ name: 'transfer.confirm' }],
  extension: true,
})

const ofRequest = Type.Object({ request_id: field(Id, 'The id of the purchase request') })

export const readDeliveryProgress = operation({
  id: 'readDeliveryProgress',
  method: 'GET',
  path: '/v1/purchase-requests/{request_id}/on-the-way',
  tag: transfersTag,
  summary: 'Read what is being sent for a purchase request',
  access: 'requests:read',
  params: ofRequest,
  response: ref(transfers.DeliveryProgressResponse),
  extension: true,
})

export const listDeliverySources = operation({
  id: 'listDeliverySources',
  method: 'GET',
  path: '/v1/purchase-requests/{request_id}/sources',
  tag: transfersTag,
  summary: 'List the wallets of the desk that can deliver a purchase request',
  description: 'A node of the network is asked for what they have.',
  access: 'transfers:manage',
  params: ofRequest,
  response: ref(transfers.DeliverySourcesResponse),
  extension: true,
})
