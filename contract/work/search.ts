import { type Static, Type } from 'typebox'
import { exampleId, field, Id, nullable, oneOf, ref } from '../api/common.ts'

/** What can be found, in the order in which equally good results are shown. */
export const foundKinds = [
  'purchase_request',
  'organization',
  'person',
  'document',
  'wallet',
  'transfer',
  'statement_line',
  'administrator',
  'audit_object',
] as const
export type FoundKind = (typeof foundKinds)[number]

/** What of it was found. */
export const matchedBy = [
  'invoice_number',
  'number',
  'id',
  'external_id',
  'payment_reference',
  'amount',
  'account',
  'transaction',
  'address',
  'retired_address',
  'name',
  'inn_or_ogrn',
  'lei',
  'file_name',
  'checksum',
  'email',
] as const
export type MatchedBy = (typeof matchedBy)[number]

/** What is searched with an index that an upgrade builds after the start. */
export const builtLater = ['lei', 'amount', 'account'] as const satisfies readonly MatchedBy[]
export type BuiltLater = (typeof builtLater)[number]

export const FoundItem = Type.Object(
  {
    kind: field(oneOf(foundKinds), 'What it is'),
    id: field(Type.String(), 'Its id; of a document, its kind; of a wallet, its network', exampleId),
    organization_id: field(nullable(Id), 'The organization that it belongs to; its own id for one'),
    title: field(Type.String(), 'What people call it', 'PR-2026-000123'),
    subtitle: field(nullable(Type.String()), 'What tells it from others', 'ООО «Ромашка»'),
    own: field(
      Type.Optional(Type.Boolean()),
      'Only of organizations: whether it is a company of the desk itself',
      false,
    ),
    matched: field(
      oneOf(matchedBy),
      'What was found of it; `invoice_number`: the number of an invoice about it; `retired_address`: the address of a wallet that was replaced',
      'number',
    ),
  },
  { $id: 'FoundItem', description: 'A result of the search.' },
)
export type FoundItem = Static<typeof FoundItem>

export const BeingBuilt = Type.Object(
  {
    kind: field(oneOf(foundKinds), 'What is not found yet', 'organization'),
    by: field(oneOf(builtLater), 'By what it is not found yet', 'lei'),
    percent: field(Type.Integer({ minimum: 0, maximum: 99 }), 'How much of the index is built', 42),
  },
  { $id: 'BeingBuilt', description: 'A part of the search whose index is built after an upgrade.' },
)
export type BeingBuilt = Static<typeof BeingBuilt>

export const SearchResponse = Type.Object(
  {
    items: field(Type.Array(ref(FoundItem)), 'The best first; at most five of a kind'),
    being_built: field(
      Type.Array(ref(BeingBuilt)),
      'What is left out until its index is built; empty except after an upgrade',
      [],
    ),
  },
  { $id: 'SearchResponse', description: 'What was found, of what the caller may see.' },
)
export type SearchResponse = Static<typeof SearchResponse>

export const SearchQuery = Type.Object({
  q: field(
    Type.String({ minLength: 1, maxLength: 255 }),
    'A number, name, address, transaction, reference, amount, bank account, file name, checksum or id',
    'PR-2026-000123',
  ),
})
export type SearchQuery = Static<typeof SearchQuery>
