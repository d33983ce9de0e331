import { Type } from 'typebox'
import { field, Id, ref } from '../../api/common.ts'
import { operation, organizationParams } from '../../api/operation.ts'
import { walletsTag as tag } from '../../lists/wallets.ts'
import { CheckAddressRequest, CheckAddressResponse } from '../../wallets/address-check.ts'
import {
  CreateWalletsResponse,
  MnemonicResponse,
  ReplaceWalletsBody,
  SecretKeyResponse,
  WalletDetailsResponse,
  WalletGenerationListResponse,
  WalletGenerationResponse,
  WalletMovementListResponse,
  WalletResponse,
} from '../../wallets/wallets.ts'

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
  releases: true,
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
  releases: true,
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

export const replaceWallets = operation({
  id: 'replaceWallets',
  method: 'POST',
  path: '/v1/organizations/{organization_id}/wallets/replace',
  tag,
  summary: 'Replace the wallets of an organization',
  description:
    'Makes a new mnemonic and new addresses on the same networks. The wallets before become `retired`: they can still be read, and coins on them stay there until somebody moves them. No purchase request is approved or delivered to a retired wallet.',
  access: 'wallets:create',
  params: organizationParams,
  body: ref(ReplaceWalletsBody),
  success: 201,
  response: ref(WalletGenerationResponse),
  location: '/v1/organizations/{organization_id}/wallets/generations',
  acts: [{ name: 'wallet.replace' }],
  extension: true,
})

export const listWalletGenerations = operation({
  id: 'listWalletGenerations',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/wallets/generations',
  tag,
  summary: 'List the generations of the wallets of an organization',
  access: 'wallets:read',
  params: organizationParams,
  response: ref(WalletGenerationListResponse),
  extension: true,
})

export const readGenerationMnemonic = operation({
  id: 'readGenerationMnemonic',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/wallets/generations/{generation}/mnemonic',
  tag,
  summary: 'Read the mnemonic of a generation',
  description: recorded,
  access: 'secrets:read',
  params: Type.Object({
    ...organizationParams.properties,
    generation: field(Type.String(), 'The number of the generation', '1'),
  }),
  response: ref(MnemonicResponse),
  secret: true,
  releases: true,
  noHead: true,
  acts: [{ name: 'wallet.reveal' }],
  extension: true,
})

const walletParams = Type.Object({ wallet_id: field(Id, 'The id of the wallet') })

export const readWallet = operation({
  id: 'readWallet',
  method: 'GET',
  path: '/v1/wallets/{wallet_id}',
  tag,
  summary: 'Read a wallet',
  access: 'wallets:read',
  params: walletParams,
  response: ref(WalletDetailsResponse),
  extension: true,
})

export const listWalletMovements = operation({
  id: 'listWalletMovements',
  method: 'GET',
  path: '/v1/wallets/{wallet_id}/movements',
  tag,
  summary: 'List what came to a wallet and left it',
  description:
    'The newest hundred deliveries and transfers that are recorded here, newest first. What others have paid is not known to the books.',
  access: 'wallets:read',
  params: walletParams,
  response: ref(WalletMovementListResponse),
  extension: true,
})

export const checkDestinationAddress = operation({
  id: 'checkDestinationAddress',
  method: 'POST',
  path: '/v1/addresses/check',
  tag,
  summary: 'Check the format and the checksum of an address',
  description:
    'Does not query a blockchain: a valid address need not exist. `not_payable` says if it is known that nobody, or anybody, could take coins that are sent there.',
  access: 'signed_in',
  body: ref(CheckAddressRequest),
  response: ref(CheckAddressResponse),
  extension: true,
})
