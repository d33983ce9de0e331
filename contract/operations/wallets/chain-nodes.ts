import { ref } from '../../api/common.ts'
import { operation, organizationParams } from '../../api/operation.ts'
import { IncomingPaymentListResponse, WalletBalanceListResponse } from '../../wallets/chain-nodes.ts'

const tag = {
  name: 'Blockchain nodes',
  isPreview: true,
  description:
    'What nodes say about wallets, for networks with a node: `KONTOR_RPC_BITCOIN`, `KONTOR_RPC_ETHEREUM` and so on.',
}

export const listWalletBalances = operation({
  id: 'listWalletBalances',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/wallets/balances',
  tag,
  summary: 'List what is on the wallets of an organization',
  description:
    'Retired wallets are included. A node that does not answer is a `problem` of its wallets only.',
  access: 'wallets:read',
  params: organizationParams,
  response: ref(WalletBalanceListResponse),
  extension: true,
})

export const listIncomingPayments = operation({
  id: 'listIncomingPayments',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/wallets/incoming',
  tag,
  summary: 'List what was paid to the wallets of an organization',
  description:
    'Retired wallets are included. A node that does not answer is a `problem` of its wallets only.',
  access: 'wallets:read',
  params: organizationParams,
  response: ref(IncomingPaymentListResponse),
  extension: true,
})
