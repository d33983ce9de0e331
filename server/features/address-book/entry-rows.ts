import { sql } from 'kysely'
import { addressList } from '../../../contract/lists/addresses.ts'
import { columnsOf, equals } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

/** Entries of the address books, also those that were removed. Own wallets are no entries. */
export const entryRows = rowsOf(addressList, {
  conditions: ({ organization_id, network }) => equals('entry', { organization_id, network }),
  file: {
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
      memo: 'text',
      label: 'text',
      owner: 'text',
      ownership: 'code',
      usable_from: 'time',
      added_by: ['text', sql`entry.created_by_name`],
      added_at: ['time', sql`entry.created_at`],
      removed_by: ['text', sql`entry.removed_by_name`],
      removed_at: 'time',
    }),
  },
})
