import { sql } from 'kysely'
import { entryList } from '../../../contract/lists/book-entries.ts'
import { columnsOf, equals } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { toEntryResponse } from './entry-response.ts'

/** What people have posted themselves, also what was reversed. */
export const entryRows = rowsOf(entryList, {
  conditions: ({ organization_id, from, to }) => [
    ...equals('entry', { organization_id }),
    ...(from === undefined ? [] : [sql<boolean>`entry.date >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`entry.date <= ${to}`]),
  ],
  page: {
    find: (db) => db.selectFrom('book_manual_entries as entry').selectAll(),
    order: [{ value: sql`entry.id`, type: 'uuid' }],
    items: (_db, rows) => rows.map(toEntryResponse),
  },
  file: {
    from: sql`book_manual_entries as entry
      cross join lateral jsonb_to_recordset(entry.legs) as leg (account text, commodity text, amount text)`,
    // All legs of an entry are in one page.
    key: sql`entry.id`,
    keyType: 'uuid',
    columns: columnsOf('entry', {
      id: 'code',
      date: 'date',
      text: 'text',
      organization_id: 'code',
      account: ['text', sql`leg.account`],
      commodity: ['code', sql`leg.commodity`],
      amount: ['number', sql`leg.amount::numeric`],
      made_by: ['text', sql`entry.made_by_name`],
      made_at: 'time',
      reversed_on: 'date',
      reversed_reason: 'text',
    }),
  },
})
