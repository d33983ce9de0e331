import { Type } from 'typebox'
import { CheckAddressRequest, CheckAddressResponse } from '../address-check.ts'
import { field, Id, oneOf, pageQuery, ref } from '../common.ts'
import { operation, organizationParams } from '../operation.ts'
import { approvalStatuses, SecretApprovalListResponse, SecretApprovalResponse } from '../secret-approvals.ts'
import { CreateWalletsResponse, MnemonicResponse, SecretKeyResponse, WalletResponse } from '../wallets.ts'

const tag = {
  name: 'Wallets',
  description: 'Custodial wallets of an organization, and its secrets.',
}
const recorded = 'The read is recorded in the audit log before the secret is decrypted.'

export const listWallets = operation({
  id: 'listWallets',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/wallets',
  tag,
  summary: 'List the wallets of an organization',
  access: 'wallets:read',
  params: organizationParams,
  response: Type.Array(ref(WalletResponse)),
})

export const readMnemonic = operation({
  id: 'readMnemonic',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/wallets/mnemonic',
  tag,
  summary: 'Read the mnemonic',
  description: recorded,
  access: 'secrets:read',
  params: organizationParams,
  response: ref(MnemonicResponse),
  secret: true,
  noHead: true,
})

export const readSecretKeys = operation({
  id: 'readSecretKeys',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/wallets/secret-keys',
  tag,
  summary: 'Read the secret keys',
  description: recorded,
  access: 'secrets:read',
  params: organizationParams,
  response: Type.Array(ref(SecretKeyResponse)),
  secret: true,
  noHead: true,
})

export const createWallets = operation({
  id: 'createWallets',
  method: 'POST',
  path: '/v1/organizations/{organization_id}/wallets/create',
  tag,
  summary: 'Create the wallets of an organization',
  access: 'wallets:create',
  params: organizationParams,
  success: 201,
  response: ref(CreateWalletsResponse),
  location: '/v1/organizations/{organization_id}/wallets',
})

const approvalParams = Type.Object({ approval_id: field(Id, 'The id of the request to read secrets') })

export const listSecretApprovals = operation({
  id: 'listSecretApprovals',
  method: 'GET',
  path: '/v1/secret-approvals',
  tag,
  summary: 'List requests to read secrets',
  description:
    'If KONTOR_REVEAL_APPROVAL requires a second administrator, reading a secret creates a request.',
  access: 'secrets:read',
  query: Type.Object({
    status: field(Type.Optional(oneOf(approvalStatuses)), 'Only requests of this status', 'pending'),
    ...pageQuery,
  }),
  response: ref(SecretApprovalListResponse),
  extension: true,
  isPreview: true,
})

export const grantSecretApproval = operation({
  id: 'grantSecretApproval',
  method: 'POST',
  path: '/v1/secret-approvals/{approval_id}/grant',
  tag,
  summary: 'Grant a request to read secrets',
  description: 'Valid for ten minutes, in the session of the request. Nobody can grant their own request.',
  access: 'secrets:read',
  params: approvalParams,
  response: ref(SecretApprovalResponse),
  extension: true,
  isPreview: true,
})

export const refuseSecretApproval = operation({
  id: 'refuseSecretApproval',
  method: 'POST',
  path: '/v1/secret-approvals/{approval_id}/refuse',
  tag,
  summary: 'Refuse a request to read secrets',
  access: 'secrets:read',
  params: approvalParams,
  response: ref(SecretApprovalResponse),
  extension: true,
  isPreview: true,
})

export const checkDestinationAddress = operation({
  id: 'checkDestinationAddress',
  method: 'POST',
  path: '/v1/addresses/check',
  tag,
  summary: 'Check the format and the checksum of an address',
  description: 'Does not query a blockchain: a valid address need not exist.',
  access: 'signed_in',
  body: ref(CheckAddressRequest),
  response: ref(CheckAddressResponse),
  extension: true,
})
