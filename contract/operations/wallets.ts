import { Type } from 'typebox'
import { ref } from '../common.ts'
import { operation, organizationParams } from '../operation.ts'
import { CreateWalletsResponse, MnemonicResponse, SecretKeyResponse, WalletResponse } from '../wallets.ts'

const tag = 'Wallets'
const recorded = 'The read is recorded in the audit log before the secret is opened.'

export const listWallets = operation({
  id: 'listWallets',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/wallets',
  tag,
  summary: 'List the wallets of an organization',
  access: 'wallets:read',
  params: organizationParams,
  answer: Type.Array(ref(WalletResponse)),
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
  answer: ref(MnemonicResponse),
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
  answer: Type.Array(ref(SecretKeyResponse)),
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
  answer: ref(CreateWalletsResponse),
})
