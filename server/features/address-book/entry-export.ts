import { sql } from 'kysely'
import type { AddressFilter } from '../../../contract/address-book.ts'
import { columnsOf, equals } from '../../platform/exports/declare.ts'
import type { ExportedList } from '../../platform/exports/exported-list.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

/** Entries of the address books, also those that were removed. Own wallets are no entries. */
export const entryExport: ExportedList<AddressFilter> = {
  from: sql`address_book_entries as entry
    join ${organizationSummaries} as organization on organization.id = entry.organization_id`,
  key: sql`entry.id`,
  keyType: 'uuid',
  columns: columnsOf('entry', {
    id: 'code',
    organization_id: 'code',
    organization_inn: ['code', sql`organization.inn`],
    organization_name: ['text', sql`organization.name`],
    network: 'code',
    address: 'text',
    label: 'text',
    owner: 'text',
    ownership: 'code',
    usable_from: 'time',
    added_by: ['text', sql`entry.created_by_name`],
    added_at: ['time', sql`entry.created_at`],
    removed_by: ['text', sql`entry.removed_by_name`],
    removed_at: 'time',
  }),
  conditions: ({ organization_id, network }) => equals('entry', { organization_id, network }),
}
