import type { ProvenTable } from '../../platform/proofs/proven-table.ts'

/** All of an entry is relied on: people read its label and owner when they decide. */
export const provenEntries: ProvenTable = {
  kind: 'address_book_entry',
  table: 'address_book_entries',
  name: 'Entries of address books',
  columns: [
    'id',
    'organization_id',
    'network',
    'address',
    'account',
    'label',
    'owner',
    'ownership',
    'proof_message',
    'proof_signature',
    'proof_public_key',
    'usable_from',
    'compared_with',
    'created_by',
    'created_by_name',
    'created_at',
    'removed_by',
    'removed_by_name',
    'removed_at',
  ],
  later: ['memo'],
  wayOut: 'Remove the entry from the address book, and add the address again.',
}
