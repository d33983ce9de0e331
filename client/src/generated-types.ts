// Made from the contract by scripts/generate-client.ts. Do not edit.

export type AdminLoginRequest = {
  email: string
  password: string
  /** One-time code or recovery code; required if one-time codes are enabled */
  otp?: string | null | undefined
}

export type AdminLoginResponse = {
  access_token: string
  refresh_token: string
  token_type: 'bearer'
  expires_in: number
  admin: AdminMeResponse
}

export type AdminMeResponse = {
  id: string
  email: string
  name: string
  role: 'owner' | 'custodian' | 'officer' | 'operator' | 'auditor'
  permissions: ('organizations:read' | 'wallets:read' | 'documents:read' | 'requests:read' | 'organizations:write' | 'documents:write' | 'organizations:decide_kyb' | 'documents:review' | 'requests:approve' | 'requests:write' | 'requests:process' | 'wallets:create' | 'secrets:read' | 'audit:read' | 'administrators:manage' | 'api_keys:manage' | 'webhooks:manage')[]
  otp_enabled: boolean
  session: {
    id: string
    created_at: string
    expires_at: string
    auth_time: string
  }
  created_at: string
  last_login_at: string | null
}

export type AdminRefreshRequest = {
  refresh_token: string
}

export type AdminRefreshResponse = {
  access_token: string
  refresh_token: string
  token_type: 'bearer'
  expires_in: number
}

export type AdministratorListResponse = {
  items: AdministratorResponse[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type AdministratorName = {
  id: string
  name: string
  role: 'owner' | 'custodian' | 'officer' | 'operator' | 'auditor'
  status: 'active' | 'disabled'
}

export type AdministratorNameListResponse = {
  items: AdministratorName[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type AdministratorResponse = {
  id: string
  email: string
  name: string
  role: 'owner' | 'custodian' | 'officer' | 'operator' | 'auditor'
  status: 'active' | 'disabled'
  otp_enabled: boolean
  last_login_at: string | null
  version: number
  created_at: string
  created_by: string
  updated_at: string
}

export type AdministratorWithPassword = {
  administrator: AdministratorResponse
  password: string | null
}

export type ApiKeyListResponse = {
  items: ApiKeyResponse[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type ApiKeyResponse = {
  id: string
  name: string
  /** The first characters of the key */
  hint: string
  scopes: ('organizations:read' | 'organizations:write' | 'documents:read' | 'documents:write' | 'requests:read' | 'requests:write')[]
  created_at: string
  created_by: string
  last_used_at: string | null
  revoked_at: string | null
}

export type AssignPurchaseRequestBody = {
  assignee_id: string | null
  version?: number | undefined
}

export type AuditEventListResponse = {
  items: AuditEventResponse[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type AuditEventResponse = {
  /** Row number in the chain: 1, 2, 3 … without gaps */
  seq: number
  at: string
  actor: {
    kind: string
    id: string | null
    name: string
  }
  session_id: string | null
  address: string | null
  request_id: string | null
  action: string
  object: {
    type: string
    id: string
  } | null
  organization_id: string | null
  outcome: 'success' | 'denied' | 'failure'
  details: Record<string, unknown>
  /** The changed fields before and after a change of an organization */
  values: {
    status: 'available' | 'erased' | 'sealed' | 'unreadable'
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  } | null
  previous_hash: string
  /** SHA-256, in hex, of this row and the previous hash */
  hash: string
}

export type AuditVerificationResponse = {
  ok: boolean
  from_seq: number
  to_seq: number
  problem: {
    seq: number
    message: string
  } | null
  checkpoints: {
    checked: number
    /** A truncation or rewrite after this row could not be detected */
    last_seq: number
    /** Fingerprint of the key that signs checkpoints */
    key: string | null
    /** The last signed row that the vault remembers; null while the vault is sealed */
    signed_seq: number | null
    /** Number of checkpoints that were signed long after their rows */
    late: number
  }
}

export type Body_put_bank_details_document = {
  /** pdf, png or jpeg, at most 20 MiB */
  file: Blob
  number?: string | undefined
  issued_on?: string | undefined
  expires_on?: string | undefined
  comment?: string | undefined
}

export type Body_put_charter_document = {
  /** pdf, png or jpeg, at most 20 MiB */
  file: Blob
  number?: string | undefined
  issued_on?: string | undefined
  expires_on?: string | undefined
  comment?: string | undefined
}

export type Body_put_inn_certificate_document = {
  /** pdf, png or jpeg, at most 20 MiB */
  file: Blob
  number?: string | undefined
  issued_on?: string | undefined
  expires_on?: string | undefined
  comment?: string | undefined
}

export type Body_put_kyc_representative_document = {
  /** pdf, png or jpeg, at most 20 MiB */
  file: Blob
  number?: string | undefined
  issued_on?: string | undefined
  expires_on?: string | undefined
  comment?: string | undefined
}

export type Body_put_ogrn_certificate_document = {
  /** pdf, png or jpeg, at most 20 MiB */
  file: Blob
  number?: string | undefined
  issued_on?: string | undefined
  expires_on?: string | undefined
  comment?: string | undefined
}

export type Body_put_other_document = {
  /** pdf, png, jpeg, docx or xlsx, at most 20 MiB */
  file: Blob
  number?: string | undefined
  issued_on?: string | undefined
  expires_on?: string | undefined
  comment?: string | undefined
}

export type Body_put_power_of_attorney_document = {
  /** pdf, png or jpeg, at most 20 MiB */
  file: Blob
  number?: string | undefined
  issued_on?: string | undefined
  expires_on?: string | undefined
  comment?: string | undefined
}

export type ChangePasswordRequest = {
  current_password: string
  new_password: string
  otp?: string | null | undefined
}

export type ChangePasswordResponse = {
  status: string
  sessions_revoked: number
}

export type CheckAddressRequest = {
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  address: string
}

export type CheckAddressResponse = {
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  valid: boolean
  /** The address in its usual spelling, if it is valid */
  address: string | null
  /** Kind of address, such as p2wpkh or bounceable */
  kind: string | null
  /** Whether the address contains a checksum */
  checksum: boolean | null
  reason: 'format' | 'checksum' | 'other_chain' | null
}

export type ConfirmOtpRequest = {
  otp: string
}

export type ConfirmOtpResponse = {
  /** Shown only once. Each replaces a one-time code once. */
  recovery_codes: string[]
}

export type CreateAdministratorRequest = {
  email: string
  name: string
  role: 'owner' | 'custodian' | 'officer' | 'operator' | 'auditor'
  /** Without it, a password is generated and shown once */
  password?: string | null | undefined
}

export type CreateApiKeyRequest = {
  name: string
  scopes: ('organizations:read' | 'organizations:write' | 'documents:read' | 'documents:write' | 'requests:read' | 'requests:write')[]
}

export type CreateApiKeyResponse = {
  api_key: ApiKeyResponse
  /** Shown only once */
  key: string
}

export type CreateOrganizationRequest = {
  inn: string
  ogrn?: string | undefined
  kpp?: string | null | undefined
  full_name?: string | undefined
  short_name?: string | null | undefined
  registration_date?: string | null | undefined
  legal_address?: string | null | undefined
  actual_address?: string | null | undefined
  okved_main?: string | null | undefined
  director?: {
    name: string
    post?: string | null | undefined
    inn?: string | null | undefined
  } | null | undefined
  contact?: {
    name?: string | null | undefined
    email?: string | null | undefined
    phone?: string | null | undefined
  } | null | undefined
  bank_details?: {
    bik: string
    bank_name?: string | null | undefined
    settlement_account: string
    correspondent_account?: string | null | undefined
    currency?: string | undefined
  } | null | undefined
  registry_status?: 'active' | 'liquidating' | 'liquidated' | 'bankrupt' | 'reorganizing' | 'unknown' | undefined
  external_id?: string | null | undefined
  notes?: string | null | undefined
}

export type CreatePurchaseRequestBody = {
  organization_id: string
  asset: 'BTC' | 'ETH' | 'USDT' | 'TRX' | 'SOL' | 'TON'
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  crypto_amount: string
  fiat_currency: string
  rate: string
  fiat_amount?: string | null | undefined
  fee_amount?: string | null | undefined
  total_amount?: string | null | undefined
  quote_expires_at?: string | null | undefined
  wallet_id?: string | null | undefined
  destination_address?: string | null | undefined
  assignee_id?: string | null | undefined
  comment?: string | null | undefined
  external_id?: string | null | undefined
}

export type CreatePurchaseRequestCommentBody = {
  comment: string
}

export type CreateWalletsResponse = {
  organization_id: string
  wallets: WalletResponse[]
}

export type CreateWebhookEndpointBody = {
  url: string
  description?: string | null | undefined
  /** The event types to deliver; null means all */
  event_types?: ('organization.created' | 'organization.updated' | 'organization.kyb_decided' | 'document.uploaded' | 'document.reviewed' | 'wallets.created' | 'secret.read' | 'secret_approval.requested' | 'secret_approval.granted' | 'secret_approval.refused' | 'purchase_request.created' | 'purchase_request.status_changed' | 'purchase_request.assigned' | 'purchase_request.commented' | 'administrator.created' | 'administrator.updated' | 'administrator.disabled' | 'administrator.enabled' | 'administrator.reset' | 'api_key.created' | 'api_key.revoked')[] | null | undefined
}

export type DisableOtpRequest = {
  password: string
  otp: string
}

export type DocumentResponse = {
  kind: 'charter' | 'inn-certificate' | 'ogrn-certificate' | 'bank-details' | 'kyc-representative' | 'power-of-attorney' | 'other'
  organization_id: string
  status: 'pending' | 'approved' | 'rejected' | 'expired'
  version: number
  file: {
    name: string
    content_type: string
    size: number
    sha256: string
  }
  number: string | null
  issued_on: string | null
  expires_on: string | null
  comment: string | null
  uploaded_by: string
  uploaded_at: string
  /** A relative path, valid for five minutes; null while the vault is sealed */
  download_url: string | null
  decision: {
    status: 'approved' | 'rejected'
    reason_code: 'bad_quality' | 'missing_page' | 'expired' | 'wrong_kind' | 'name_mismatch' | 'number_mismatch' | 'password_protected' | 'suspected_forgery' | 'other' | null
    comment: string | null
    decided_by: string
    decided_at: string
  } | null
}

export type DocumentVersionResponse = {
  version: number
  file: {
    name: string
    content_type: string
    size: number
    sha256: string
  }
  number: string | null
  issued_on: string | null
  expires_on: string | null
  comment: string | null
  uploaded_by: string
  uploaded_at: string
  /** A relative path, valid for five minutes; null while the vault is sealed */
  download_url: string | null
  /** Oldest first; pending means that a decision was withdrawn */
  decisions: {
    status: 'pending' | 'approved' | 'rejected'
    reason_code: 'bad_quality' | 'missing_page' | 'expired' | 'wrong_kind' | 'name_mismatch' | 'number_mismatch' | 'password_protected' | 'suspected_forgery' | 'other' | 'bank_details_changed' | null
    comment: string | null
    decided_by: string
    decided_at: string
  }[]
}

export type EnrolOtpRequest = {
  password: string
}

export type EnrolOtpResponse = {
  /** otpauth://… for the QR code */
  uri: string
  /** The same seed in base32, to enter by hand */
  secret: string
}

export type ErrorResponse = {
  /** Stable code for programs, in snake_case */
  code: string
  /** One sentence for people */
  detail: string
  /** The id of the request in the log */
  request_id: string
  /** Values for programs */
  context?: Record<string, unknown> | undefined
}

export type EventHint = {
  type: string
  object_type: string
  object_id: string
  organization_id: string | null
}

export type HTTPValidationError = {
  detail: {
    loc: (string | number)[]
    msg: string
    type: string
    /** Values for programs; never the value that was sent */
    ctx?: {
      /** Stable code of the rule (for `value_error` and `file_type`), in snake_case */
      code?: string | undefined
      [name: string]: unknown
    } | undefined
  }[]
}

export type MnemonicResponse = {
  organization_id: string
  mnemonic: string
  word_count: number
  language: string
}

export type OrganizationListResponse = {
  items: OrganizationResponse[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type OrganizationResponse = {
  id: string
  type: 'legal' | 'individual'
  inn: string
  ogrn: string
  kpp: string | null
  full_name: string
  short_name: string | null
  registry_status: 'active' | 'liquidating' | 'liquidated' | 'bankrupt' | 'reorganizing' | 'unknown'
  registration_date: string | null
  liquidation_date: string | null
  legal_address: string | null
  actual_address: string | null
  okved_main: string | null
  director: {
    name: string
    post: string | null
    inn: string | null
  } | null
  contact: {
    name: string | null
    email: string | null
    phone: string | null
  } | null
  bank_details: {
    bik: string
    bank_name: string | null
    settlement_account: string
    correspondent_account: string | null
    currency: string
  } | null
  kyb_status: 'new' | 'in_review' | 'approved' | 'rejected' | 'suspended'
  kyb_reason: string | null
  documents_summary: {
    required: ('charter' | 'inn-certificate' | 'ogrn-certificate' | 'bank-details' | 'kyc-representative' | 'power-of-attorney' | 'other')[]
    missing: ('charter' | 'inn-certificate' | 'ogrn-certificate' | 'bank-details' | 'kyc-representative' | 'power-of-attorney' | 'other')[]
    pending: number
    approved: number
    rejected: number
    expired: number
  }
  wallets_count: number
  external_id: string | null
  notes: string | null
  source: 'manual' | 'register'
  version: number
  created_at: string
  updated_at: string
  created_by: string
}

export type OverviewResponse = {
  requests_by_status: Record<string, number>
  /** Open requests of the caller, oldest first */
  assigned_to_me: {
    id: string
    number: string
    status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
    since: string
    assignee_id: string | null
    organization_id: string
    organization: {
      inn: string
      short_name: string | null
    }
  }[]
  /** Open requests of others and without assignee, oldest first */
  waiting_longest: {
    id: string
    number: string
    status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
    since: string
    assignee_id: string | null
    organization_id: string
    organization: {
      inn: string
      short_name: string | null
    }
  }[]
  documents_to_review: number
  organizations_by_kyb_status: Record<string, number>
}

export type PartySearchItem = {
  inn: string
  ogrn: string
  kpp: string | null
  type: 'legal' | 'individual'
  full_name: string
  short_name: string | null
  status: 'active' | 'liquidating' | 'liquidated' | 'bankrupt' | 'reorganizing' | 'unknown'
  registration_date: string | null
  liquidation_date: string | null
  director_name: string | null
  address: string | null
  region_code: string | null
  okved_main: string | null
  sme_category: 'micro' | 'small' | 'medium' | null
  organization_id: string | null
  match: {
    field: 'inn' | 'ogrn' | 'name' | 'director'
    highlight: string
  }
  source: 'rsmp' | 'gleif' | 'file' | 'organization'
  actual_on: string | null
}

export type PartySearchListResponse = {
  items: PartySearchItem[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type PurchaseRequestBlocker = {
  code: 'kyb_not_approved' | 'organization_liquidated' | 'document_missing' | 'document_pending' | 'document_rejected' | 'document_expired' | 'wallet_missing' | 'quote_expired' | 'second_administrator'
  detail: string
  [name: string]: string
}

export type PurchaseRequestCommentListResponse = {
  items: PurchaseRequestCommentResponse[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type PurchaseRequestCommentResponse = {
  id: string
  request_id: string
  comment: string
  actor: {
    kind: string
    id: string | null
    name: string
  }
  at: string
}

export type PurchaseRequestHistoryItem = {
  from: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded' | null
  to: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
  reason: 'kyb' | 'documents' | 'compliance' | 'quote' | 'customer_request' | 'payment_not_received' | 'delivery_failed' | 'duplicate' | 'other' | null
  comment: string | null
  actor: {
    kind: string
    id: string | null
    name: string
  }
  at: string
}

export type PurchaseRequestHistoryResponse = {
  items: PurchaseRequestHistoryItem[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type PurchaseRequestListResponse = {
  items: PurchaseRequestResponse[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type PurchaseRequestNextStepsResponse = {
  request_id: string
  status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
  version: number
  steps: {
    status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
    /** Whether the step would succeed now, with the fields in `needs` */
    allowed: boolean
    refusal: 'service' | 'role' | 'blocked' | null
    permission: 'requests:process' | 'requests:approve' | null
    needs: ('reason_code' | 'quote_expires_at' | 'payment_reference' | 'received_amount' | 'received_at' | 'tx_hash')[]
    blockers: PurchaseRequestBlocker[]
  }[]
}

export type PurchaseRequestResponse = {
  id: string
  /** Number without gaps within a year, such as PR-2026-000123 */
  number: string
  organization_id: string
  status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
  asset: 'BTC' | 'ETH' | 'USDT' | 'TRX' | 'SOL' | 'TON'
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  crypto_amount: string
  fiat_currency: string
  fiat_amount: string
  rate: string
  fee_amount: string
  total_amount: string
  quote_expires_at: string | null
  wallet_id: string | null
  destination_address: string | null
  payment: {
    reference: string
    received_amount: string
    received_at: string
    exception: 'partial' | 'over' | 'late' | null
  } | null
  tx_hash: string | null
  status_reason: {
    code: 'kyb' | 'documents' | 'compliance' | 'quote' | 'customer_request' | 'payment_not_received' | 'delivery_failed' | 'duplicate' | 'other'
    comment: string | null
  } | null
  assignee_id: string | null
  comment: string | null
  external_id: string | null
  version: number
  created_at: string
  updated_at: string
  organization: {
    inn: string
    short_name: string | null
  }
  /** The statuses that the transition table and the role of the caller allow next */
  allowed_statuses: ('new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded')[]
}

export type ReauthenticateRequest = {
  password: string
  otp?: string | null | undefined
}

export type ReauthenticateResponse = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  auth_time: string
}

export type ReviewDocumentRequest = {
  /** The version that was reviewed */
  version: number
  decision: 'approved' | 'rejected'
  reason_code?: 'bad_quality' | 'missing_page' | 'expired' | 'wrong_kind' | 'name_mismatch' | 'number_mismatch' | 'password_protected' | 'suspected_forgery' | 'other' | null | undefined
  comment?: string | null | undefined
}

export type RotateWebhookSecretBody = {
  overlap_hours?: number | undefined
}

export type SecretApprovalListResponse = {
  items: SecretApprovalResponse[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type SecretApprovalResponse = {
  id: string
  organization_id: string
  status: 'pending' | 'granted' | 'refused' | 'expired'
  requested_by: {
    id: string
    name: string
  }
  requested_at: string
  decided_by: {
    id: string
    name: string
  } | null
  decided_at: string | null
  /** When the open request lapses; once granted, when the permission ends */
  expires_at: string
}

export type SecretKeyResponse = {
  wallet_id: string
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  address: string
  derivation_path: string
  secret_key: string
  format: string
}

export type SessionListResponse = {
  items: SessionResponse[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type SessionResponse = {
  id: string
  administrator: {
    id: string
    email: string
  }
  /** Whether this is the session of the request */
  current: boolean
  created_at: string
  last_used_at: string
  expires_at: string
  auth_time: string
  address: string | null
  user_agent: string | null
}

export type StatusResponse = {
  status: string
}

export type UpdateAdministratorRequest = {
  name?: string | undefined
  role?: 'owner' | 'custodian' | 'officer' | 'operator' | 'auditor' | undefined
  version?: number | undefined
}

export type UpdateOrganizationRequest = {
  ogrn?: string | undefined
  kpp?: string | null | undefined
  full_name?: string | undefined
  short_name?: string | null | undefined
  registration_date?: string | null | undefined
  legal_address?: string | null | undefined
  actual_address?: string | null | undefined
  okved_main?: string | null | undefined
  director?: {
    name: string
    post?: string | null | undefined
    inn?: string | null | undefined
  } | null | undefined
  contact?: {
    name?: string | null | undefined
    email?: string | null | undefined
    phone?: string | null | undefined
  } | null | undefined
  bank_details?: {
    bik: string
    bank_name?: string | null | undefined
    settlement_account: string
    correspondent_account?: string | null | undefined
    currency?: string | undefined
  } | null | undefined
  registry_status?: 'active' | 'liquidating' | 'liquidated' | 'bankrupt' | 'reorganizing' | 'unknown' | undefined
  external_id?: string | null | undefined
  notes?: string | null | undefined
  liquidation_date?: string | null | undefined
  kyb_status?: 'new' | 'in_review' | 'approved' | 'rejected' | 'suspended' | undefined
  kyb_reason?: string | null | undefined
  version?: number | undefined
}

export type UpdatePurchaseRequestStatusBody = {
  status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
  reason_code?: 'kyb' | 'documents' | 'compliance' | 'quote' | 'customer_request' | 'payment_not_received' | 'delivery_failed' | 'duplicate' | 'other' | null | undefined
  comment?: string | null | undefined
  payment_reference?: string | null | undefined
  received_amount?: string | null | undefined
  received_at?: string | null | undefined
  tx_hash?: string | null | undefined
  quote_expires_at?: string | null | undefined
  version?: number | undefined
}

export type UpdateWebhookDeliveryStateBody = {
  paused: boolean
}

export type UpdateWebhookEndpointBody = {
  url?: string | undefined
  description?: string | null | undefined
  /** The event types to deliver; null means all */
  event_types?: ('organization.created' | 'organization.updated' | 'organization.kyb_decided' | 'document.uploaded' | 'document.reviewed' | 'wallets.created' | 'secret.read' | 'secret_approval.requested' | 'secret_approval.granted' | 'secret_approval.refused' | 'purchase_request.created' | 'purchase_request.status_changed' | 'purchase_request.assigned' | 'purchase_request.commented' | 'administrator.created' | 'administrator.updated' | 'administrator.disabled' | 'administrator.enabled' | 'administrator.reset' | 'api_key.created' | 'api_key.revoked')[] | null | undefined
  enabled?: boolean | undefined
  version?: number | undefined
}

export type VaultResponse = {
  state: 'open' | 'sealed'
  /** Why it is sealed, e.g. key_missing or key_wrong */
  sealed_because: string | null
  /** Whether a drill has proved that another slot than the one in use opens the vault */
  backed_up: boolean
  slots: {
    id: string
    kind: 'file' | 'env' | 'shares'
    /** Whether this slot opened the vault of the responding node */
    in_use: boolean
    shares: number | null
    threshold: number | null
    drilled_at: string | null
    created_at: string
  }[]
}

export type WalletResponse = {
  id: string
  organization_id: string
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  address: string
  derivation_path: string
  /** How the key was derived, e.g. bip32-secp256k1 or slip10-ed25519 */
  scheme: string
  /** The wallet contract a TON address depends on */
  contract_version: string | null
  created_at: string
  /** When its secret was first read */
  exposed_at: string | null
}

export type WebhookDeliveryDetailResponse = {
  id: string
  endpoint_id: string
  /** The `webhook-id` header, the same for all attempts */
  event_id: string
  event_type: string
  object: {
    type: string
    id: string
  }
  state: 'pending' | 'delivered' | 'parked'
  attempts: number
  next_attempt_at: string | null
  waits_for: 'earlier_event' | 'endpoint' | null
  last_attempt_at: string | null
  response_status: number | null
  response_excerpt: string | null
  /** Why the last attempt failed, in one sentence */
  error: string | null
  error_code: 'response_status' | 'timeout' | 'connection_failed' | 'name_not_public' | 'url_invalid' | 'url_not_https' | 'url_with_credentials' | 'url_not_public' | null
  /** Values for programs */
  error_context: Record<string, unknown> | null
  created_at: string
  message: WebhookMessage
}

export type WebhookDeliveryListResponse = {
  items: WebhookDeliveryResponse[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type WebhookDeliveryResponse = {
  id: string
  endpoint_id: string
  /** The `webhook-id` header, the same for all attempts */
  event_id: string
  event_type: string
  object: {
    type: string
    id: string
  }
  state: 'pending' | 'delivered' | 'parked'
  attempts: number
  next_attempt_at: string | null
  waits_for: 'earlier_event' | 'endpoint' | null
  last_attempt_at: string | null
  response_status: number | null
  response_excerpt: string | null
  /** Why the last attempt failed, in one sentence */
  error: string | null
  error_code: 'response_status' | 'timeout' | 'connection_failed' | 'name_not_public' | 'url_invalid' | 'url_not_https' | 'url_with_credentials' | 'url_not_public' | null
  /** Values for programs */
  error_context: Record<string, unknown> | null
  created_at: string
}

export type WebhookDeliveryStateResponse = {
  /** While true, nothing is delivered to any endpoint; events are kept */
  paused: boolean
  paused_at: string | null
  paused_by: string | null
  reason: 'restore' | 'owner' | null
}

export type WebhookEndpointListResponse = {
  items: WebhookEndpointResponse[]
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

export type WebhookEndpointResponse = {
  id: string
  url: string
  description: string | null
  event_types: string[] | null
  enabled: boolean
  previous_secret_expires_at: string | null
  version: number
  created_at: string
  updated_at: string
  created_by: string
}

export type WebhookEndpointWithSecretResponse = {
  id: string
  url: string
  description: string | null
  event_types: string[] | null
  enabled: boolean
  previous_secret_expires_at: string | null
  version: number
  created_at: string
  updated_at: string
  created_by: string
  /** whsec_…, shown only once */
  secret: string
}

export type WebhookMessage = {
  id: string
  type: string
  timestamp: string
  object: {
    type: string
    id: string
  }
  organization_id: string | null
  data: Record<string, unknown>
}
