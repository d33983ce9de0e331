import type { EntryResponse } from '../../../contract/books/book-entries.ts'
import type { EntryRow } from './entry-tables.ts'

export function toEntryResponse(row: EntryRow): EntryResponse {
  const { reversed_at, reversed_on, reversed_by, reversed_by_name, reversed_reason } = row
  return {
    id: row.id,
    date: row.date,
    text: row.text,
    organization_id: row.organization_id,
    legs: row.legs,
    made_at: row.made_at.toISOString(),
    made_by: { id: row.made_by, name: row.made_by_name },
    reversal:
      reversed_at && reversed_on
        ? {
            date: reversed_on,
            at: reversed_at.toISOString(),
            by: { id: reversed_by ?? '', name: reversed_by_name ?? '' },
            reason: reversed_reason ?? '',
          }
        : null,
  }
}
