import { Type } from 'typebox'
import { CheckAddressRequest, CheckAddressResponse } from '../address-check.ts'
import { ref } from '../common.ts'
import { operation, organizationParams } from '../operation.ts'
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
  acts: [{ name: 'wallet.reveal' }],
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
  acts: [{ name: 'wallet.reveal' }],
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
