import { type TObject, type TSchema, Type } from 'typebox'
import { AdministratorResponse, ApiKeyResponse } from '../administrators/administrators.ts'
import { exampleId, field, Id, Instant, nullable, ref } from '../api/common.ts'
import { type EventType, eventTypes } from '../events/events.ts'
import { ViewResponse } from '../lists/views.ts'
import { DeskCompanyResponse } from '../organizations/desk-companies.ts'
import { DocumentResponse } from '../organizations/documents.ts'
import { PaperResponse } from '../purchase-requests/papers.ts'
import { PurchaseRequestResponse } from '../purchase-requests/purchase-requests.ts'

/** The data of each type of event: what is told to webhooks. Fields may be added. */

const text = (meaning: string, example: string) => field(Type.String(), meaning, example)
const textOrNull = (meaning: string, example: string | null) =>
  field(nullable(Type.String()), meaning, example)
const count = (meaning: string, example: number) => field(Type.Integer(), meaning, example)
const texts = (meaning: string, example: string[]) => field(Type.Array(Type.String()), meaning, example)
const id = (meaning: string) => field(Id, meaning)
const version = count('The version of the object after the event', 3)
const day = (meaning: string) => field(Type.String({ format: 'date' }), meaning, '2026-01-31')
const dayOrNull = (meaning: string) => field(nullable(Type.String({ format: 'date' })), meaning, '2026-01-31')
const amount = text('The amount', '1500.00')
const currency = text('The currency', 'RUB')
const asset = text('The asset', 'USDT')
const network = text('The network', 'tron')
const reference = text('The reference of the payment', '118')

function named<P extends Record<string, TSchema>>(
  name: string,
  description: string,
  properties: P,
): TObject<P> {
  return Type.Object(properties, { $id: `${name}Data`, description })
}

/** A named shape, and more fields that only some types have. */
function withMore(base: TSchema & { $id?: string }, more: Record<string, TSchema>): TSchema {
  return { allOf: [Type.Ref(base.$id as string), Type.Object(more)] } as unknown as TSchema
}

function without<P extends Record<string, TSchema>>(
  schema: TObject<P>,
  name: string,
  ...left: (keyof P & string)[]
): TObject {
  const rest = Object.entries(schema.properties).filter(([key]) => !left.includes(key))
  return Type.Object(Object.fromEntries(rest), {
    $id: `${name}Data`,
    description: (schema as { description?: string }).description ?? '',
  })
}

export const OrganizationData = named('Organization', 'What events tell of an organization.', {
  version,
  kyb_status: text('Where its check stands', 'in_review'),
})
export const KybDecisionData = named('KybDecision', 'A decision about an organization.', {
  from: text('The status of before', 'in_review'),
  to: text('The status from now on', 'approved'),
  reason: textOrNull('Why', null),
  version,
  warnings: field(
    Type.Optional(Type.Array(Type.String())),
    'What was not in order and did not block the approval',
    ['no_sanctions_list'],
  ),
})
export const PersonData = named('Person', 'What events tell of a person: nothing personal.', {
  role: text('What the person is to the organization', 'owner'),
  schema: text('`Person` or `Company`', 'Person'),
  version,
})
export const DocumentData = without(DocumentResponse, 'Document', 'download_url')
export const CommentedDocumentData = named('CommentedDocument', 'A comment on a document.', {
  kind: text('The kind of the document', 'charter'),
  version: count('The version of the document', 2),
  comment_id: id('The id of the comment'),
  mentions: texts('The ids of administrators whom it mentions', []),
})
const commented = {
  comment_id: id('The id of the comment'),
  mentions: texts('The ids of administrators whom it mentions', []),
}
export const CommentedOrganizationData = named('CommentedOrganization', 'A comment on an organization.', {
  id: id('The id of the organization'),
  ...commented,
})
const wallets = field(
  Type.Array(
    Type.Object({
      id: id('The id of the wallet'),
      network,
      address: text('The address', 'TQ5JGTXvN4m1sdxqbAfQ1yMyNKDYxHJDzV'),
    }),
  ),
  'The new wallets',
)
export const WalletsData = named('Wallets', 'The wallets that were made.', { wallets })
export const ReplacedWalletsData = named('ReplacedWallets', 'Wallets of a new mnemonic.', {
  wallets,
  generation: count('The number of the mnemonic', 2),
})
export const SecretReadData = named('SecretRead', 'That somebody has read a secret.', {
  what: text('`mnemonic` or `secret_keys`', 'mnemonic'),
  generation: count('The number of the mnemonic', 1),
  administrator_id: id('Who has read it'),
})
export const AddressData = named('Address', 'An entry of the address book.', {
  network,
  address: text('The address', 'TQ5JGTXvN4m1sdxqbAfQ1yMyNKDYxHJDzV'),
  ownership: text('How it is known whose it is', 'declared'),
  memo: field(Type.Optional(Type.String()), 'The memo of payments to it, if it has one', '100482771'),
})
export const TransferData = named('Transfer', 'What events tell of a transfer.', {
  network,
  asset,
  amount: text('The amount of the asset', '150.25'),
  tx_id: field(Type.Optional(Type.String()), 'The id of the transaction, once it is signed', 'a1'.repeat(32)),
})
export const TransferBatchData = named('TransferBatch', 'What events tell of a batch of transfers.', {
  network,
  count: field(Type.Integer(), 'How many transfers it has', 12),
  digest: text('SHA-256 of the sorted digests of its transfers', '9b'.repeat(32)),
})
export const ApprovalData = named('Approval', 'What events tell of an approval.', {
  act: text('The act that is asked for', 'request.approve'),
  asked_by: id('Who asked'),
})
export const FoundingData = named('Founding', 'What events tell of a founding.', {
  founders: texts('The ids of the founders', [exampleId]),
})

const part = (own: Record<string, TSchema>) => Type.Object({ id: id('Its id'), ...own })
const payment = part({
  amount,
  currency,
  reference,
  received_at: field(Instant, 'When it came'),
  is_foreign_payer: field(
    nullable(Type.Boolean()),
    'Whether somebody else than the organization has paid; null if that is not known',
    false,
  ),
  statement_line_id: textOrNull('The line of a bank statement', null),
})
const refund = part({ amount, currency, reference })
const delivery = {
  asset,
  amount: text('The amount of the asset', '150.25'),
  tx_hash: text('The transaction', 'a1'.repeat(32)),
}
const terms = PurchaseRequestResponse.properties

export const PurchaseRequestData = named(
  'PurchaseRequest',
  'What events tell of a purchase request: enough to act on, but no personal data.',
  {
    id: terms.id,
    number: terms.number,
    organization_id: terms.organization_id,
    external_id: terms.external_id,
    status: terms.status,
    reason_code: textOrNull('Why it has this status', null),
    asset: terms.asset,
    network: terms.network,
    crypto_amount: terms.crypto_amount,
    fiat_currency: terms.fiat_currency,
    total_amount: terms.total_amount,
    payment: terms.payment,
    tx_hash: terms.tx_hash,
    version,
  },
)
const changes = field(
  Type.Array(Type.Record(Type.String(), Type.Unknown())),
  'The fields that have changed, with `from` and `to`; remarks only by name',
  [{ field: 'rate', from: '92.10', to: '93.00' }],
)
const assignee = { assignee_id: textOrNull('Who works on it', exampleId) }
const requestAnd = (more: Record<string, TSchema>) => withMore(PurchaseRequestData, more)
const withPayment = (name: string, meaning: string) => requestAnd({ [name]: field(payment, meaning) })

export const CreditData = named('Credit', 'What events tell of money that belongs to no request yet.', {
  id: id('The id of the credit'),
  organization_id: id('Whose money it is'),
  request_id: textOrNull('The request that it came for', null),
  amount,
  currency,
  left_amount: text('What is left of it', '500.00'),
  reference,
})
export const BookEntryData = named('BookEntry', 'An entry of the books.', {
  id: id('The id of the entry'),
  date: day('The day of the entry'),
})
export const BooksClosedData = named('BooksClosed', 'Up to which day the books are closed.', {
  closed_through: day('The last closed day'),
  trial_balance: field(Type.Optional(Type.String()), 'SHA-256 of the trial balance', '9b'.repeat(32)),
})
export const BooksReopenedData = named('BooksReopened', 'Up to which day the books are still closed.', {
  closed_through: dayOrNull('The last closed day; null if none is closed'),
})
export const RevaluedBooksData = named('RevaluedBooks', 'A revaluation of currencies.', {
  through: day('The day up to which accounts were revalued'),
  accounts: count('How many accounts', 2),
})
export const AcquisitionData = named('Acquisition', 'Coins that were bought.', {
  id: id('The id of the acquisition'),
  day: day('The day'),
  asset,
  amount: text('The amount of the asset', '150.25'),
})
export const PaymentFileData = named('PaymentFile', 'A file of payment orders.', {
  id: id('The id of the file'),
  account: text('The account that pays', '40702810600000012345'),
  day: day('The date of the orders'),
  amount: text('The sum of the orders', '1500.00'),
  orders: count('How many orders', 1),
})
export const ChainImportData = named('ChainImport', 'New transactions of own wallets.', {
  source: text('Who has told of them', 'node'),
  new_lines: count('How many are new', 3),
  matched_lines: count('How many of them are matched by their transaction', 2),
})
export const ChainLineData = named('ChainLine', 'A transaction of an own wallet.', {
  id: id('The id of the line'),
  tx_hash: text('The transaction', 'ab'.repeat(32)),
  asset,
})
export const RateData = named('Rate', 'A rate of exchange.', {
  id: id('The id of the rate'),
  currency,
  day: day('From which day it counts'),
})
export const RatesImportData = named('RatesImport', 'An import of rates.', {
  source: text('Where they come from', 'cbr'),
  from: dayOrNull('The first day'),
  through: dayOrNull('The last day'),
  added: count('How many are new', 43),
  changed: count('How many have changed', 0),
})
export const StatementData = named('Statement', 'An imported bank statement.', {
  id: id('The id of the statement'),
  format: text('Its format', '1c'),
  from: dayOrNull('Its first day'),
  to: dayOrNull('Its last day'),
  new_lines: count('Lines that were not known', 12),
  known_lines: count('Lines that another statement has', 3),
})
export const StatementWarningsData = named('StatementWarnings', 'Warnings that somebody has explained.', {
  id: id('The id of the statement'),
  warnings: texts('The codes of the warnings', ['gap']),
})
export const StatementLineData = named('StatementLine', 'A line of a bank statement.', {
  id: id('The id of the line'),
})
const matches = field(
  Type.Array(
    Type.Object({
      kind: text('What the money is: a payment, a credit, a refund …', 'payment'),
      id: id('The id of that'),
      request_id: textOrNull('The purchase request', exampleId),
      amount,
      was_entered: field(Type.Boolean(), 'Whether it was recorded before the statement came', false),
    }),
  ),
  'What the line was matched with',
)
export const PostingRuleData = named('PostingRule', 'A rule that suggests an account.', {
  id: id('The id of the rule'),
})
export const ContractData = named('Contract', 'The contract with an organization.', {
  organization_id: id('The id of the organization'),
  contract: field(
    nullable(Type.Object({ number: text('Its number', '12/26'), date: day('Its day') })),
    'The contract; null if there is none any more',
  ),
})
export const ScreeningListData = named('ScreeningList', 'A sanctions list.', {
  list: text('The list', 'OFAC SDN'),
  kind: text('What it means to be on it', 'sanctions'),
  format: text('Its format', 'ofac-sdn-xml'),
  generation: count('The number of the import', 4),
  entries: count('How many entries it has', 17_000),
  added: count('How many are new', 12),
  changed: count('How many have changed', 3),
  removed: count('How many are gone', 1),
})
export const ScreeningHitData = named('ScreeningHit', 'A likeness with an entry of a sanctions list.', {
  list: text('The list', 'OFAC SDN'),
  generation: count('The import of the list', 4),
  entry_id: text('The entry of the list', '12345'),
  subject: field(
    Type.Object({ kind: text('What is alike', 'organization'), id: id('Its id') }),
    'Who or what is alike',
  ),
  score: field(Type.Number(), 'How alike, from 0 to 1', 0.93),
  above_threshold: field(Type.Boolean(), 'Whether it must be decided', true),
  status: text('What was decided', 'open'),
  closed_reason: textOrNull('Why it was closed by itself', null),
  reopened_because: texts('Why it was opened again', []),
  changed_fields: texts('The fields of the entry that have changed', []),
  version,
})
export const AdministratorData = without(
  AdministratorResponse,
  'Administrator',
  'independence',
  'link_expires_at',
)
export const SuspendedApiKeyData = named('SuspendedApiKey', 'A suspended API key.', {
  name: text('The name of the key', 'CRM'),
})
export const PolicyData = named('Policy', 'The policy.', { version })
export const PlanData = named('Plan', 'The plan of accounts.', { version })
export const VerificationData = named('Verification', 'What is wrong with the audit log.', {
  problems: count('How many problems were found', 1),
})
export const NoData = named('No', 'Nothing more is told.', {})

const view = ref(ViewResponse)
const paper = ref(PaperResponse)
const company = ref(DeskCompanyResponse)

const declared: Readonly<Partial<Record<EventType, TSchema>>> = {
  'organization.created': withMore(OrganizationData, {
    type: text('`legal`, `individual` or `foreign`', 'legal'),
    inn: textOrNull('INN', '7707083893'),
    kpp: textOrNull('KPP', null),
  }),
  'organization.updated': withMore(OrganizationData, { changed: texts('The changed fields', ['contact']) }),
  'organization.kyb_decided': ref(KybDecisionData),
  'organization.commented': ref(CommentedOrganizationData),
  'person.created': ref(PersonData),
  'person.updated': withMore(PersonData, { changed: texts('The changed fields', ['share']) }),
  'person.deleted': ref(PersonData),
  'document.uploaded': ref(DocumentData),
  'document.reviewed': ref(DocumentData),
  'document.commented': ref(CommentedDocumentData),
  'wallets.created': ref(WalletsData),
  'wallets.replaced': ref(ReplacedWalletsData),
  'secret.read': ref(SecretReadData),
  'address.added': ref(AddressData),
  'address.removed': ref(AddressData),
  'transfer.created': withMore(TransferData, {
    to_address: text('Where the coins go', 'TQ5JGTXvN4m1sdxqbAfQ1yMyNKDYxHJDzV'),
    memo: field(Type.Optional(Type.String()), 'The memo of the payment, if it has one', '100482771'),
    request_id: textOrNull('The purchase request that it delivers', null),
    digest: text('SHA-256 of what is to be signed', '9b'.repeat(32)),
  }),
  'transfer.signed': withMore(TransferData, {
    fee: text('The highest fee', '1.1'),
    spends: texts('What it spends', []),
  }),
  'transfer.sent': ref(TransferData),
  'transfer.confirmed': ref(TransferData),
  'transfer.failed': ref(TransferData),
  'transfer.replaced': ref(TransferData),
  'transfer.cancelled': ref(TransferData),
  'transfer.doubted': ref(TransferData),
  'transfer.released': ref(TransferData),
  'transfer_batch.created': ref(TransferBatchData),
  'transfer_batch.decided': ref(TransferBatchData),
  'transfer_batch.cancelled': ref(TransferBatchData),
  'signing.stopped': ref(NoData),
  'signing.started': ref(NoData),
  'approval.asked': ref(ApprovalData),
  'approval.approved': ref(ApprovalData),
  'approval.refused': ref(ApprovalData),
  'approval.withdrawn': ref(ApprovalData),
  'approval.used': ref(ApprovalData),
  'approval.stale': ref(ApprovalData),
  'policy.changed': ref(PolicyData),
  'plan.set': ref(PlanData),
  'founding.proposed': ref(FoundingData),
  'founding.confirmed': ref(FoundingData),
  'founding.declared': ref(FoundingData),
  'founding.withdrawn': ref(FoundingData),
  'purchase_request.created': requestAnd(assignee),
  'purchase_request.assigned': requestAnd(assignee),
  'purchase_request.status_changed': requestAnd({
    previous_status: field(terms.status, 'The status of before', 'approved'),
  }),
  'purchase_request.commented': requestAnd(commented),
  'purchase_request.quoted': requestAnd({ quote_id: id('The id of the quote'), changes }),
  'purchase_request.corrected': requestAnd({ changes }),
  'purchase_request.payment_recorded': withPayment('recorded_payment', 'The payment'),
  'purchase_request.payment_linked': withPayment('linked_payment', 'The payment that was found'),
  'purchase_request.payer_accepted': withPayment('accepted_payment', 'The payment'),
  'purchase_request.payment_reversed': withPayment('reversed_payment', 'The payment'),
  'purchase_request.refund_recorded': requestAnd({ refund: field(refund, 'The refund') }),
  'purchase_request.refund_reversed': requestAnd({ reversed_refund: field(refund, 'The refund') }),
  'purchase_request.delivery_recorded': requestAnd({ delivery: field(part(delivery), 'The delivery') }),
  'purchase_request.delivery_doubted': requestAnd({
    transfer_id: id('The transfer that delivered'),
    tx_hash: textOrNull('The transaction', 'a1'.repeat(32)),
  }),
  'purchase_request.delivery_reversed': requestAnd({
    reversed_delivery: field(
      part({ ...delivery, returned_tx_hash: textOrNull('The transaction that brought it back', null) }),
      'The delivery',
    ),
  }),
  'purchase_request.surplus_moved': requestAnd({
    credit: field(part({ amount, currency }), 'The credit that it became'),
  }),
  'purchase_request.exception_closed': ref(PurchaseRequestData),
  'credit.recorded': ref(CreditData),
  'credit.allocated': ref(CreditData),
  'credit.linked': ref(CreditData),
  'credit.refunded': ref(CreditData),
  'credit.refund_reversed': ref(CreditData),
  'book_entry.posted': ref(BookEntryData),
  'book_entry.reversed': ref(BookEntryData),
  'books.closed': ref(BooksClosedData),
  'books.reopened': ref(BooksReopenedData),
  'books.revalued': ref(RevaluedBooksData),
  'acquisition.recorded': ref(AcquisitionData),
  'acquisition.reversed': ref(AcquisitionData),
  'payment_file.created': ref(PaymentFileData),
  'payment_file.voided': ref(PaymentFileData),
  'chain_statement.imported': ref(ChainImportData),
  'chain_line.matched': withMore(ChainLineData, {
    kind: text('What it is', 'acquisition'),
    match_id: id('Its id'),
  }),
  'chain_line.set_aside': ref(ChainLineData),
  'chain_line.reopened': ref(ChainLineData),
  'chain_line.taken_back': ref(ChainLineData),
  'rates.imported': ref(RatesImportData),
  'rate.set': withMore(RateData, {
    rate: text('The rate in the currency of the books', '92.1'),
    nominal: count('For how many units', 1),
  }),
  'rate.removed': ref(RateData),
  'statement.imported': ref(StatementData),
  'statement.explained': ref(StatementWarningsData),
  'statement_line.matched': withMore(StatementLineData, {
    direction: text('`in` or `out`', 'in'),
    currency,
    matches,
  }),
  'statement_line.set_aside': ref(StatementLineData),
  'statement_line.reopened': ref(StatementLineData),
  'statement_line.posted': withMore(StatementLineData, {
    posting_id: id('The entry of the books'),
    account: text('The account', 'expenses:bank'),
    currency,
  }),
  'statement_line.settled': withMore(StatementLineData, {
    settlement_id: id('The entry of the books'),
    exchange_line_id: id('The line of the other side'),
    day: day('The day in the books'),
    result: text('Roubles that the exchange brought more than the rates of the day say', '-100.00'),
  }),
  'statement_line.unposted': withMore(StatementLineData, { posting_id: id('The entry that was reversed') }),
  'posting_rule.created': ref(PostingRuleData),
  'posting_rule.deleted': ref(PostingRuleData),
  'desk_company.created': company,
  'desk_company.updated': company,
  'client_contract.set': ref(ContractData),
  'paper.issued': paper,
  'paper.rendered': paper,
  'paper.voided': paper,
  'screening.list_published': ref(ScreeningListData),
  'screening.hit_opened': ref(ScreeningHitData),
  'screening.hit_decided': ref(ScreeningHitData),
  'screening.hit_kept': ref(ScreeningHitData),
  'screening.hit_closed': ref(ScreeningHitData),
  'view.created': view,
  'view.updated': view,
  'view.deleted': view,
  'administrator.created': ref(AdministratorData),
  'administrator.updated': ref(AdministratorData),
  'administrator.disabled': ref(AdministratorData),
  'administrator.enabled': ref(AdministratorData),
  'administrator.reset': ref(AdministratorData),
  'api_key.created': ref(ApiKeyResponse),
  'api_key.revoked': ref(ApiKeyResponse),
  'api_key.suspended': ref(SuspendedApiKeyData),
  'api_key.resumed': ref(ApiKeyResponse),
  'audit.verification_failed': ref(VerificationData),
}

/** A type that says nothing of its data may tell anything; a test lists them. */
export const eventData: Readonly<Record<EventType, TSchema>> = Object.fromEntries(
  (Object.keys(eventTypes) as EventType[]).map((type) => [
    type,
    declared[type] ?? field(Type.Record(Type.String(), Type.Unknown()), 'Details', {}),
  ]),
) as Record<EventType, TSchema>

export const undeclared = (Object.keys(eventTypes) as EventType[]).filter((type) => !(type in declared))

/** The type of the object of an event, where it is not the first part of its type. */
const objectTypes: Partial<Record<EventType, string>> = {
  'wallets.created': 'organization',
  'wallets.replaced': 'organization',
  'secret.read': 'organization',
  'client_contract.set': 'organization',
  'screening.list_published': 'screening_list',
  'screening.hit_opened': 'screening_hit',
  'screening.hit_decided': 'screening_hit',
  'screening.hit_kept': 'screening_hit',
  'screening.hit_closed': 'screening_hit',
}

export function objectTypeOf(type: EventType): string {
  return objectTypes[type] ?? (type.split('.', 1)[0] as string)
}
