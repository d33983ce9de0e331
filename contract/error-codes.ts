/**
 * Every code that a program can act on. Codes are stable; the sentences are for people and may change. The console
 * translates by code, so a new code does not compile until the console has texts for it (console/messages.ts).
 * `%{name}` in a sentence stands for a value that is sent with the code.
 */

/** Types of faults of pydantic 2 and of uploads. They have no further code. */
export const faultTypes = [
  'missing',
  'extra_forbidden',
  'string_type',
  'int_type',
  'int_parsing',
  'float_type',
  'bool_type',
  'list_type',
  'model_attributes_type',
  'string_too_short',
  'string_too_long',
  'string_pattern_mismatch',
  'greater_than_equal',
  'less_than_equal',
  'enum',
  'too_short',
  'too_long',
  'file_empty',
  'file_too_large',
  'infected',
] as const

/** Faults of type `value_error`: of rules that a schema cannot express. */
export const ruleFaults = {
  // Text and formats
  blank: 'the text must not be blank',
  nul_character: 'NUL characters are not allowed',
  malformed_unicode: 'the text is not well-formed Unicode',
  date_format: 'should be a date such as 2026-01-31',
  date_time_format: 'should be a time with time zone, such as 2026-01-31T12:00:00Z',
  email_format: 'should be an e-mail address',
  in_future: 'should not be in the future',
  in_past: 'should be in the future',
  empty_update: 'at least one field must be sent',
  repeated_item: 'the same value must not occur twice',
  // Forms with a file
  repeated_field: 'the field must be sent only once',
  file_expected: 'a file is expected here',
  too_many_parts: 'a form has at most %{parts} parts',
  // Identifiers and accounts
  inn_length: 'the INN must have 10 digits (company) or 12 (sole trader)',
  inn_check_digit: 'the check digit of the INN is wrong',
  person_inn_length: 'the INN of a person must have 12 digits',
  ogrn_length: 'the OGRN must have 13 digits (company) or 15 (sole trader)',
  ogrn_check_digit: 'the check digit of the OGRN is wrong',
  company_ogrn_start: 'the OGRN of a company must start with 1 or 5',
  sole_trader_ogrn_start: 'the OGRN of a sole trader must start with 3',
  company_ogrn_length: 'with an INN of 10 digits, the OGRN must have 13 digits',
  sole_trader_ogrn_length: 'with an INN of 12 digits, the OGRN must have 15 digits',
  kpp_format: 'the KPP must have 4 digits, 2 digits or capital letters, and 3 digits',
  kpp_of_sole_trader: 'a sole trader has no KPP',
  bik_format: 'the BIK must have 9 digits and start with 0, 1 or 2',
  account_length: 'the account must have 20 digits',
  account_bik_mismatch: 'the account must end in the last three digits of the BIK',
  account_check_digit: 'the account does not match the BIK: its check digit is wrong',
  // Organizations
  liquidation_before_registration: 'the liquidation cannot be before the registration',
  reason_required: "a reason is needed for '%{status}'",
  // Documents
  expiry_before_issue: 'a document cannot expire before it was issued',
  rejection_reason_required: 'a rejection needs a reason',
  rejection_reason_unexpected: 'only a rejection has a reason',
  // Purchase requests
  not_positive: 'should be greater than 0',
  too_many_decimals: 'should have at most %{places} decimal places',
  price_too_small: 'the price should be at least 0.01',
  price_too_large: 'the price should have at most %{digits} digits before the point',
  fiat_amount_mismatch: 'should be crypto_amount × rate, rounded half up to 2 places',
  total_amount_mismatch: 'should be fiat_amount + fee_amount',
  asset_not_on_network: 'the asset does not exist on this network',
  address_invalid: 'is not an address of this network',
  wallet_not_found: 'the organization has no such wallet on this network',
  wallet_address_mismatch: 'is not the address of the wallet',
  assignee_not_found: 'there is no such administrator',
  field_not_of_status: 'does not belong to the new status',
  tx_hash_hex: 'should be 64 hexadecimal digits',
  tx_hash_0x_hex: 'should be 0x and 64 hexadecimal digits',
  tx_hash_base58: 'should be a Base58 signature of 64 bytes',
  tx_hash_hex_or_base64: 'should be 64 hexadecimal digits or the Base64 form of 32 bytes',
  // Papers
  company_not_found: 'the desk has no such active company',
  account_not_of_company: 'the company has no such account in the currency of the request',
  // Passwords
  password_too_weak: 'this password is too easy to guess: use three or more unrelated words',
  // Policy
  currency_code: 'should be a currency code (ISO 4217) such as RUB',
  from_required: 'a rule that needs approvals must say from which roles',
  not_separable: 'this act cannot be kept apart from that',
  act_without_amount: 'this act has no amount',
  act_without_organization: 'this act is about no organization',
  limit_without_bound: 'a limit needs times or sums',
  not_enough_people: 'the administrators of today cannot satisfy this rule',
  policy_not_closed: 'a rule asks for two people, so %{act} needs at least one approval without a condition',
  // Statements
  request_or_organization: 'names either a request or an organization',
  match_request_not_found: 'there is no such purchase request',
  match_organization_not_found: 'there is no such organization',
  items_exceed_line: 'the items add up to more than the line: %{left} is left',
  line_currency_mismatch: 'the line is in %{currency}, the request is not',
  refund_not_recorded: 'the request has no refund of this amount without a line: record it first',
  refund_of_organization: 'an outgoing line is matched with a purchase request',
  refund_in_part: 'an outgoing line is matched as a whole',
  // Headers
  percent_encoding: 'should be UTF-8 text with percent-encoding, at most 255 characters',
  // API keys
  expiry_too_late: 'should be at most two years from now',
  network_format: 'should be a network such as 203.0.113.0/24 or 2001:db8::/32',
  password_or_passkey: 'send either the password or a passkey',
  // Webhooks
  url_invalid: 'it is not an absolute URL',
  url_not_https: 'it must start with https://',
  url_with_credentials: 'it must not contain a user name or password',
  url_not_public: 'its address is not public',
} as const

/** Faults of type `file_type`: why the content of an uploaded file is rejected. */
export const fileFaults = {
  type_not_accepted: 'The file must be %{accepted}. Its content determines the type, not its name.',
  image_trailing_data: 'There is data after the end of the image.',
  image_too_many_pixels: 'The image has more than %{millions} million pixels.',
  image_damaged: 'The image is damaged.',
  image_incomplete: 'The image is incomplete: its end is missing.',
  office_too_many_parts: 'The file has more than %{parts} parts.',
  office_unpacked_size: 'The decompressed file is too large.',
  office_encrypted: 'The file is encrypted and cannot be checked.',
  office_other_archive: 'The file is a zip archive, but neither a Word nor an Excel document.',
  office_directory_size: 'The directory of the file is too large.',
  office_external_content: 'The file loads external content when it is opened.',
  office_active_content: 'The file has macros, controls or embedded objects.',
  office_damaged: 'The file is damaged, or not a Word or Excel document.',
  pdf_incomplete: 'The PDF is incomplete: its end is missing.',
  pdf_unusual_encoding: 'The PDF uses an unusual encoding for its objects and cannot be checked.',
  pdf_active_content: 'The PDF has active or embedded content (/%{name}).',
  pdf_unpacked_size: 'The decompressed PDF is too large to be checked.',
  statement_format: 'The file is neither a 1C bank exchange file nor a camt.053 statement.',
  statement_encoding: 'Line %{line}: the bytes are not text in %{encoding}.',
  statement_incomplete: 'Line %{line}: the file ends within %{section}.',
  statement_text: 'Line %{line}: this does not belong in %{section}.',
  statement_xml: 'Line %{line}: the XML is not well-formed, or has a DTD or entities.',
  statement_field_missing: 'Line %{line}: %{section} has no %{field}.',
  statement_field_repeated: 'Line %{line}: %{field} occurs twice in %{section}.',
  statement_field_too_long: 'Line %{line}: %{field} has more than %{characters} characters.',
  statement_amount: 'Line %{line}: %{field} is not an amount in %{currency} above zero.',
  statement_balance: 'Line %{line}: %{field} is not a balance in %{currency}.',
  statement_date: 'Line %{line}: %{field} is not a date.',
  statement_value: 'Line %{line}: %{field} has a value that is not known here.',
  statement_currency:
    'Line %{line}: the currency of %{field} is not known, or differs from that of the account.',
  statement_account: 'Line %{line}: %{field} is not an account number.',
  statement_foreign_document: 'Line %{line}: the payment is neither from nor to an account of the statement.',
  statement_parts: 'Line %{line}: the parts of the entry do not add up to its amount.',
  statement_too_many_lines: 'The statement has more than %{lines} lines.',
  inspection_over_budget: 'The file is too complex to be checked: it needs too much time or memory.',
} as const

/** Codes of `ErrorResponse` by kind of failure. Each kind has one HTTP status. */
export const failureCodes = {
  unreadable: ['unreadable', 'logout_token_invalid'],
  timed_out: ['request_timeout'],
  unauthorized: [
    'token_missing',
    'token_invalid',
    'refresh_token_invalid',
    'session_ended',
    'api_key_invalid',
    'invalid_credentials',
    'otp_required',
    'otp_invalid',
    'passkey_required',
    'passkey_invalid',
    'reauthentication_required',
    'link_invalid',
    'link_expired',
    'oidc_flow_invalid',
    'oidc_response_invalid',
  ],
  forbidden: [
    'forbidden',
    'administrators_only',
    'cross_site',
    'four_eyes',
    'approval_required',
    'limit_exceeded',
    'not_eligible',
    'second_factor_required',
    'oidc_denied',
    'oidc_no_role',
    'oidc_account_disabled',
    'oidc_other_person',
  ],
  not_found: [
    'not_found',
    'approval_not_found',
    'organization_not_found',
    'document_not_found',
    'wallets_not_created',
    'purchase_request_not_found',
    'administrator_not_found',
    'api_key_not_found',
    'session_not_found',
    'passkey_not_found',
    'webhook_not_found',
    'delivery_not_found',
    'desk_company_not_found',
    'paper_not_found',
    'oidc_not_configured',
    'statement_not_found',
    'statement_line_not_found',
  ],
  conflict: [
    'duplicate',
    'version_conflict',
    'transition_not_allowed',
    'approval_blocked',
    'already_paid',
    'approval_closed',
    'approval_stale',
    'already_voted',
    'policy_unsatisfiable',
    'wallets_exist',
    'last_owner',
    'webhook_disabled',
    'paper_not_allowed',
    'paper_voided',
    'otp_already_enabled',
    'otp_not_enabled',
    'otp_not_enrolled',
    'passkey_exists',
    'passkey_signature_required',
    'too_many_passkeys',
    'last_second_factor',
    'idempotency_key_reused',
    'secret_already_shown',
    'oidc_email_taken',
    'oidc_email_invalid',
    'account_managed',
    'statement_difference',
    'statement_line_closed',
  ],
  gone: ['cursor_expired'],
  limited: [
    'too_many_requests',
    'too_many_failures',
    'too_many_sign_ins',
    'too_many_streams',
    'secret_reads_limited',
  ],
  unavailable: [
    'database_unavailable',
    'outcome_unknown',
    'vault_sealed',
    'storage_unavailable',
    'storage_full',
    'scanner_unavailable',
    'audit_unavailable',
    'events_unavailable',
    'overloaded',
    'shutting_down',
    'oidc_unavailable',
    'paper_rendering',
  ],
  unsatisfiable: ['range_not_satisfiable'],
  defect: ['internal'],
} as const

/** The HTTP status of each kind of failure. */
export const failureStatus: Readonly<Record<FailureKind, number>> = {
  unreadable: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  timed_out: 408,
  conflict: 409,
  gone: 410,
  unsatisfiable: 416,
  limited: 429,
  defect: 500,
  unavailable: 503,
}

/** The reasons of the code `duplicate`, in `context.reason`. */
export const duplicateReasons = {
  organization_inn_kpp: 'There is already an organization with this INN and KPP.',
  organization_inn:
    'There is already an organization with this INN, and an organization without KPP covers all KPPs.',
  organization_external_id: 'There is already an organization with this external_id.',
  purchase_request_external_id: 'There is already a purchase request with this external_id.',
  desk_company_inn: 'There is already a company of the desk with this INN.',
  administrator_email: 'There is already an administrator with this e-mail address.',
} as const

/** Why an attempt to deliver a webhook failed. */
export const deliveryErrors = {
  response_status: 'The endpoint responded with %{status}.',
  timeout: 'There was no complete response in time.',
  connection_failed: 'The connection failed (%{cause}).',
  name_not_public: 'The name resolves to an address that is not public.',
  url_invalid: `The URL is not allowed: ${ruleFaults.url_invalid}.`,
  url_not_https: `The URL is not allowed: ${ruleFaults.url_not_https}.`,
  url_with_credentials: `The URL is not allowed: ${ruleFaults.url_with_credentials}.`,
  url_not_public: `The URL is not allowed: ${ruleFaults.url_not_public}.`,
} as const

export type RuleCode = keyof typeof ruleFaults
export type FileCode = keyof typeof fileFaults
export type FaultType = (typeof faultTypes)[number]
export type FaultCode = FaultType | RuleCode | FileCode
export type FailureKind = keyof typeof failureCodes
export type FailureCode<K extends FailureKind = FailureKind> = (typeof failureCodes)[K][number]
export type DuplicateReason = keyof typeof duplicateReasons
export type DeliveryErrorCode = keyof typeof deliveryErrors
