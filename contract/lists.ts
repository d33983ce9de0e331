import { type Static, Type } from 'typebox'
import { CalendarDate, cursorPage, cursorQuery, field, Id, Instant, nullable, oneOf, ref } from './common.ts'
import { documentKinds, documentStatuses } from './documents.ts'
import { listFilters, listSorts } from './list-filters.ts'
import { OrganizationResponse } from './organizations.ts'
import { PurchaseRequestResponse } from './purchase-requests.ts'

const order = {
  sort: field(
    Type.Optional(oneOf(listSorts)),
    '`-created_at` is newest first, which is the default; `created_at` is oldest first',
    'created_at',
  ),
  ...cursorQuery,
}

export const FilteredOrganizationsQuery = Type.Object({ ...listFilters.organizations.properties, ...order })
export type FilteredOrganizationsQuery = Static<typeof FilteredOrganizationsQuery>
export const FilteredOrganizationsResponse = cursorPage(
  ref(OrganizationResponse),
  'FilteredOrganizationsResponse',
)
export type FilteredOrganizationsResponse = Static<typeof FilteredOrganizationsResponse>

export const FilteredRequestsQuery = Type.Object({ ...listFilters['purchase-requests'].properties, ...order })
export type FilteredRequestsQuery = Static<typeof FilteredRequestsQuery>
export const FilteredRequestsResponse = cursorPage(ref(PurchaseRequestResponse), 'FilteredRequestsResponse')
export type FilteredRequestsResponse = Static<typeof FilteredRequestsResponse>

export const FilteredTransfersQuery = Type.Object({ ...listFilters.transfers.properties, ...order })
export type FilteredTransfersQuery = Static<typeof FilteredTransfersQuery>

export const ListedDocument = Type.Object(
  {
    id: field(Id, 'The id of this version of the document, as in its events'),
    organization_id: field(Id, 'The organization that the document belongs to'),
    organization_name: field(
      Type.String(),
      'Its short name, or its full name if it has none',
      'ООО «Ромашка»',
    ),
    kind: field(oneOf(documentKinds), 'The kind of document: an organization has one slot for each'),
    version: field(Type.Integer(), 'The number of the file in this slot: 1, 2, 3 …', 2),
    file_name: field(Type.String(), 'The name of the file, with the extension of its type', 'Charter.pdf'),
    status: field(
      oneOf(documentStatuses),
      'The state of the review; `expired` is an approved document after its last day',
      'approved',
    ),
    uploaded_at: field(Instant, 'When this version was uploaded'),
    uploaded_by: field(Id, 'Who uploaded it: the id of an administrator or API key, or a name'),
    uploaded_by_name: field(Type.String(), 'The name of the same', 'Anna Petrova'),
    expires_on: field(nullable(CalendarDate), 'The last day on which it is valid', '2030-12-31'),
    waiting_since: field(
      nullable(Instant),
      'Since when it waits for a review: the upload, or the end of a decision; null unless it is `pending`',
      null,
    ),
  },
  { $id: 'ListedDocument', description: 'The current version of a document, as a row of the list of all.' },
)
export type ListedDocument = Static<typeof ListedDocument>

export const FilteredDocumentsQuery = Type.Object({ ...listFilters.documents.properties, ...cursorQuery })
export type FilteredDocumentsQuery = Static<typeof FilteredDocumentsQuery>
export const FilteredDocumentsResponse = cursorPage(ref(ListedDocument), 'FilteredDocumentsResponse')
export type FilteredDocumentsResponse = Static<typeof FilteredDocumentsResponse>

export const ListedPayment = Type.Object(
  {
    id: field(Id, 'The id of the payment'),
    request_id: field(Id, 'The purchase request that the money came for'),
    request_number: field(Type.String(), 'Its number', 'PR-2026-000123'),
    organization_id: field(Id, 'The organization of the request'),
    organization_name: field(
      Type.String(),
      'Its short name, or its full name if it has none',
      'ООО «Ромашка»',
    ),
    amount: field(Type.String(), 'The amount', '92301.08'),
    currency: field(Type.String(), 'The currency (ISO 4217)', 'RUB'),
    received_at: field(Instant, 'When the money was received'),
    reference: field(Type.String(), 'The reference of the payment, such as the number of the order', 'P-77'),
    payer_inn: field(
      nullable(Type.String()),
      'The tax number (INN) of the payer; null if it is not known',
      '7701234560',
    ),
    payer_account: field(
      nullable(Type.String()),
      'The bank account of the payer; null if it is not known',
      '40702810900000000001',
    ),
    is_foreign_payer: field(Type.Boolean(), 'Whether the payer is known and is not the organization', false),
    payer_accepted_at: field(nullable(Instant), 'When somebody accepted the foreign payer', null),
    reversed_at: field(nullable(Instant), 'When the payment was reversed. It no longer counts', null),
    recorded_at: field(Instant, 'When it was recorded'),
  },
  {
    $id: 'ListedPayment',
    description: 'Money that came for a purchase request, as a row of the list of all.',
  },
)
export type ListedPayment = Static<typeof ListedPayment>

export const FilteredPaymentsQuery = Type.Object({ ...listFilters.payments.properties, ...cursorQuery })
export type FilteredPaymentsQuery = Static<typeof FilteredPaymentsQuery>
export const FilteredPaymentsResponse = cursorPage(ref(ListedPayment), 'FilteredPaymentsResponse')
export type FilteredPaymentsResponse = Static<typeof FilteredPaymentsResponse>
