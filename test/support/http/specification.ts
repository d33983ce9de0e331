/** The operation table of the interface specification, as data. It is compared with /openapi.json. */
export interface SpecifiedOperation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  status: number
  /** The schema of the success response; absent: JSON without a declared shape. */
  response?: string
  array?: true
  body?: string
  bodyType?: 'multipart/form-data'
  query?: Record<string, Record<string, unknown>>
}

const limit = { required: false, type: 'integer', minimum: 1, maximum: 200, default: 50 }
const offset = { required: false, type: 'integer', minimum: 0, default: 0 }
const q = { type: 'string', minLength: 1, maxLength: 255 }
const organization = '/v1/organizations/{organization_id}'
const kinds = [
  'charter',
  'inn-certificate',
  'ogrn-certificate',
  'bank-details',
  'kyc-representative',
  'power-of-attorney',
  'other',
]

export const specification: SpecifiedOperation[] = [
  {
    method: 'POST',
    path: '/v1/auth/login',
    body: 'AdminLoginRequest',
    status: 200,
    response: 'AdminLoginResponse',
  },
  {
    method: 'POST',
    path: '/v1/auth/refresh',
    body: 'AdminRefreshRequest',
    status: 200,
    response: 'AdminRefreshResponse',
  },
  { method: 'POST', path: '/v1/auth/logout', status: 200 },
  { method: 'GET', path: '/v1/auth/me', status: 200, response: 'AdminMeResponse' },
  { method: 'POST', path: '/v1/jwt/refresh', status: 200 },
  {
    method: 'GET',
    path: '/v1/organizations',
    query: { limit, offset, q: { required: false, ...q } },
    status: 200,
    response: 'OrganizationListResponse',
  },
  {
    method: 'POST',
    path: '/v1/organizations',
    body: 'CreateOrganizationRequest',
    status: 201,
    response: 'OrganizationResponse',
  },
  {
    method: 'GET',
    path: '/v1/organizations/search',
    query: { q: { required: true, ...q }, limit, offset },
    status: 200,
    response: 'PartySearchListResponse',
  },
  { method: 'GET', path: organization, status: 200, response: 'OrganizationResponse' },
  {
    method: 'PATCH',
    path: organization,
    body: 'UpdateOrganizationRequest',
    status: 200,
    response: 'OrganizationResponse',
  },
  { method: 'GET', path: `${organization}/wallets`, status: 200, response: 'WalletResponse', array: true },
  { method: 'GET', path: `${organization}/wallets/mnemonic`, status: 200, response: 'MnemonicResponse' },
  {
    method: 'GET',
    path: `${organization}/wallets/secret-keys`,
    status: 200,
    response: 'SecretKeyResponse',
    array: true,
  },
  { method: 'POST', path: `${organization}/wallets/create`, status: 201, response: 'CreateWalletsResponse' },
  {
    method: 'GET',
    path: `${organization}/documents`,
    status: 200,
    response: 'DocumentResponse',
    array: true,
  },
  ...kinds.flatMap((kind): SpecifiedOperation[] => [
    {
      method: 'PUT',
      path: `${organization}/documents/${kind}`,
      body: `Body_put_${kind.replaceAll('-', '_')}_document`,
      bodyType: 'multipart/form-data',
      status: 200,
      response: 'DocumentResponse',
    },
    { method: 'GET', path: `${organization}/documents/${kind}`, status: 200, response: 'DocumentResponse' },
  ]),
  {
    method: 'GET',
    path: '/v1/purchase-requests',
    query: {
      status: { required: false, type: 'string' },
      organization_id: { required: false, type: 'string' },
      limit,
      offset,
    },
    status: 200,
    response: 'PurchaseRequestListResponse',
  },
  {
    method: 'GET',
    path: '/v1/purchase-requests/{request_id}',
    status: 200,
    response: 'PurchaseRequestResponse',
  },
  {
    method: 'PATCH',
    path: '/v1/purchase-requests/{request_id}/status',
    body: 'UpdatePurchaseRequestStatusBody',
    status: 200,
    response: 'PurchaseRequestResponse',
  },
]

export const namedSchemas = [
  'AdminLoginRequest',
  'AdminLoginResponse',
  'AdminRefreshRequest',
  'AdminRefreshResponse',
  'AdminMeResponse',
  'OrganizationResponse',
  'CreateOrganizationRequest',
  'UpdateOrganizationRequest',
  'OrganizationListResponse',
  'PartySearchListResponse',
  'WalletResponse',
  'CreateWalletsResponse',
  'MnemonicResponse',
  'SecretKeyResponse',
  'DocumentResponse',
  'PurchaseRequestResponse',
  'PurchaseRequestListResponse',
  'UpdatePurchaseRequestStatusBody',
  'ErrorResponse',
  'HTTPValidationError',
]
