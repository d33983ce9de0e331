import { fromUnits } from '../../../../contract/money/commodities.ts'
import { csvCell } from '../../../platform/csv-cell.ts'
import type { BookFormatter, ExportedEntry, ExportedPosting } from './book-format.ts'
import { openingText } from './book-format.ts'

const columns = [
  'date',
  'posting_id',
  'kind',
  'description',
  'organization_id',
  'request_id',
  'fact_type',
  'fact_id',
  'reverses',
  'posted_at',
  'account',
  'commodity',
  'amount',
  // After those that were there before: some read them by their place.
  'organization_name',
  'organization_inn',
] as const

type Row = Record<(typeof columns)[number], string | null>

/** A row per entry, as in RFC 4180. */
export const csv: BookFormatter = {
  head: () => `${columns.join(',')}\r\n`,
  accounts: () => '',
  openingHead: () => '',
  openingEntries: (day, entries) =>
    entries.map((entry) => line({ ...noPosting, date: day, ...ofEntry(entry), ...ofOwner(entry) })).join(''),
  posting: (posting) =>
    posting.entries.map((entry) => line({ ...ofPosting(posting), ...ofEntry(entry) })).join(''),
}

const noPosting = {
  posting_id: null,
  kind: 'opening',
  description: openingText,
  organization_id: null,
  request_id: null,
  fact_type: null,
  fact_id: null,
  reverses: null,
  posted_at: null,
  organization_name: null,
  organization_inn: null,
}

function ofPosting(posting: ExportedPosting) {
  return {
    date: posting.day,
    posting_id: posting.id,
    kind: posting.kind,
    description: posting.description,
    organization_id: posting.organization_id,
    request_id: posting.request_id,
    fact_type: posting.fact_type,
    fact_id: posting.fact_id,
    reverses: posting.reverses,
    posted_at: posting.posted_at.toISOString(),
    organization_name: posting.client.name,
    organization_inn: posting.client.inn,
  }
}

function ofOwner({ client }: ExportedEntry) {
  return { organization_name: client?.name ?? null, organization_inn: client?.inn ?? null }
}

function ofEntry({ account, commodity, amount }: ExportedEntry) {
  return { account, commodity, amount: fromUnits(BigInt(amount), commodity) }
}

function line(row: Row): string {
  return `${columns.map((column) => csvCell(row[column] ?? '')).join(',')}\r\n`
}
