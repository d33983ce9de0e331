import type { Role } from '../api/roles.ts'
import type { AnnouncedLineStatus } from '../books/announced-lines.ts'
import type { ChainDirection, ChainLineStatus, ChainSource } from '../books/chain-lines.ts'
import type { PostingAccount } from '../books/line-postings.ts'
import type { PaymentFileStatus } from '../books/payment-files.ts'
import type { RateSource } from '../books/rates.ts'
import type { StatementDirection, StatementLineStatus } from '../books/statements.ts'
import type { ApprovalStatus } from '../control/approvals.ts'
import type { auditOutcomes } from '../events/audit.ts'
import type { deliveryStates } from '../events/webhooks.ts'
import type { DocumentKind, DocumentStatus, RejectionReason } from '../organizations/documents.ts'
import type { KybStatus, RegistryStatus } from '../organizations/organizations.ts'
import type { ClosedReason, HitStatus, ListKind, SubjectKind } from '../organizations/screening.ts'
import type {
  PurchaseRequestReason,
  PurchaseRequestStatus,
} from '../purchase-requests/purchase-request-rules.ts'
import type { AddressOwnership } from '../wallets/address-book.ts'
import type { BatchStatus } from '../wallets/transfer-batches.ts'
import type { TransferStatus } from '../wallets/transfers.ts'

/** Words for the values of the contract: of the console and of workbooks alike. */
export const values = {
  document_status: {
    missing: 'Not uploaded',
    pending: 'To review',
    approved: 'Approved',
    rejected: 'Rejected',
    expired: 'Expired',
  } satisfies Record<DocumentStatus | 'missing', string>,
  document_kind: {
    charter: 'Charter',
    'inn-certificate': 'INN certificate',
    'ogrn-certificate': 'OGRN certificate',
    'bank-details': 'Bank details',
    'kyc-representative': 'Identity of the representative',
    'power-of-attorney': 'Power of attorney',
    other: 'Other',
  } satisfies Record<DocumentKind, string>,
  rejection_reason: {
    bad_quality: 'Hard to read',
    missing_page: 'A page is missing',
    expired: 'Expired',
    wrong_kind: 'Wrong document',
    name_mismatch: 'Name does not match',
    number_mismatch: 'Number does not match',
    password_protected: 'Password-protected',
    suspected_forgery: 'Suspected forgery',
    other: 'Other',
    bank_details_changed: 'The bank details were changed',
  } satisfies Record<RejectionReason | 'bank_details_changed', string>,
  request_status: {
    new: 'New',
    in_review: 'In review',
    on_hold: 'On hold',
    approved: 'Approved',
    expired: 'Quote expired',
    paid: 'Paid',
    failed: 'Delivery failed',
    completed: 'Completed',
    rejected: 'Rejected',
    cancelled: 'Cancelled',
    refunded: 'Refunded',
  } satisfies Record<PurchaseRequestStatus, string>,
  request_reason: {
    kyb: 'KYB',
    documents: 'Documents',
    compliance: 'Compliance',
    quote: 'Quote',
    customer_request: 'Requested by the customer',
    payment_not_received: 'No payment received',
    delivery_failed: 'Delivery failed',
    duplicate: 'Duplicate',
    other: 'Other',
  } satisfies Record<PurchaseRequestReason, string>,
  kyb_status: {
    new: 'New',
    in_review: 'In review',
    approved: 'Approved',
    rejected: 'Rejected',
    suspended: 'Suspended',
  } satisfies Record<KybStatus, string>,
  registry_status: {
    active: 'Active',
    liquidating: 'Being liquidated',
    liquidated: 'Liquidated',
    bankrupt: 'Bankrupt',
    reorganizing: 'Reorganizing',
    unknown: 'Unknown',
  } satisfies Record<RegistryStatus, string>,
  organization_type: {
    legal: 'Company',
    individual: 'Sole trader',
    foreign: 'Foreign company',
  },
  organization_source: {
    manual: 'Entered manually',
    register: 'State register',
  },
  rate_source: {
    bank_of_russia: 'Bank of Russia',
    csv: 'Table (CSV)',
    typed: 'Typed',
  } satisfies Record<RateSource, string>,
  chain_line_status: {
    new: 'New',
    matched: 'Matched',
    set_aside: 'Set aside',
    dust: 'Too small to count',
  } satisfies Record<ChainLineStatus, string>,
  chain_direction: { incoming: 'Received', outgoing: 'Paid' } satisfies Record<ChainDirection, string>,
  chain_source: { node: 'Node', csv: 'File' } satisfies Record<ChainSource, string>,
  statement_line_status: {
    new: 'New',
    matched: 'Matched',
    posted: 'Posted',
    set_aside: 'Set aside',
  } satisfies Record<StatementLineStatus, string>,
  announced_line_status: {
    announced: 'Announced',
    booked: 'Booked',
    not_booked: 'Not booked',
  } satisfies Record<AnnouncedLineStatus, string>,
  payment_file_status: {
    open: 'Waits for the bank',
    done: 'Closed',
    voided: 'Voided',
  } satisfies Record<PaymentFileStatus, string>,
  delivery_state: {
    pending: 'Pending',
    delivered: 'Delivered',
    parked: 'Not delivered',
  } satisfies Record<(typeof deliveryStates)[number], string>,
  posting_account: {
    bank_fee: 'Bank fee',
    tax: 'Tax',
    transit: 'Transfer between own accounts',
    exchange: 'Currency exchange',
    counterparty: 'Payment for an acquisition',
    other: 'Other',
  } satisfies Record<PostingAccount, string>,
  statement_direction: {
    incoming: 'Incoming',
    outgoing: 'Outgoing',
  } satisfies Record<StatementDirection, string>,
  batch_status: {
    draft: 'Draft',
    waiting: 'Waiting for approval',
    approved: 'Approved',
    signing: 'Being signed',
    signed: 'Signed',
    expired: 'Expired',
    cancelled: 'Dissolved',
  } satisfies Record<BatchStatus, string>,
  transfer_status: {
    draft: 'Prepared',
    waiting: 'Waiting for approval',
    approved: 'Approved',
    signed: 'Signed',
    sent: 'Sent',
    confirmed: 'Confirmed',
    failed: 'Failed',
    replaced: 'Replaced',
    cancelled: 'Cancelled',
  } satisfies Record<TransferStatus, string>,
  ownership: {
    own_wallet: 'Own wallet',
    signed_message: 'Proven by signature',
    declared: 'Declared',
  } satisfies Record<AddressOwnership, string>,
  roles: {
    owner: 'Owner',
    custodian: 'Custodian',
    officer: 'Compliance officer',
    operator: 'Operator',
    auditor: 'Auditor',
  } satisfies Record<Role, string>,
  hit_status: {
    open: 'To decide',
    dismissed: 'Dismissed',
    confirmed: 'Confirmed',
    continue: 'Continued',
    closed: 'Closed',
  } satisfies Record<HitStatus, string>,
  hit_closed_reason: {
    entry_removed: 'The entry is no longer on the list.',
    entry_changed: 'The list entry has changed and no longer matches.',
    subject_changed: 'The screened party has changed and no longer matches.',
    subject_removed: 'The screened party was removed.',
  } satisfies Record<ClosedReason, string>,
  list_kind: {
    sanctions: 'Sanctions',
    pep: 'Politically exposed persons',
    internal: 'Our own list',
  } satisfies Record<ListKind, string>,
  subject_kind: {
    organization: 'Organization',
    person: 'Related person',
    payer: 'Payer',
    address: 'Destination address',
  } satisfies Record<SubjectKind, string>,
  approval_status: {
    waiting: 'Waiting',
    approved: 'Approved',
    refused: 'Refused',
    expired: 'Expired',
    used: 'Done',
    withdrawn: 'Withdrawn',
    stale: 'Out of date',
  } satisfies Record<ApprovalStatus, string>,
  outcome: {
    success: 'Success',
    denied: 'Denied',
    failure: 'Failed',
  } satisfies Record<(typeof auditOutcomes)[number], string>,
  /** As PostgreSQL writes it. */
  yes_no: { t: 'yes', f: 'no' },
  account_state: { active: 'Active', disabled: 'Disabled' },
}

export type ValueTable = keyof typeof values
