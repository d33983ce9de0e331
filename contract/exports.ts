import { type Static, Type } from 'typebox'
import { AddressFilter } from './address-book.ts'
import { ApprovalFilter } from './approvals.ts'
import { field, IdFilter, oneOf } from './common.ts'
import { listFilters } from './list-filters.ts'
import { ScreeningHitFilter } from './screening.ts'
import { StatementLineFilter } from './statements.ts'

/** The lists that can be exported. */
export const exportedLists = [
  'organizations',
  'purchase-requests',
  'documents',
  'payments',
  'transfers',
  'credits',
  'statement-lines',
  'addresses',
  'approvals',
  'administrators',
  'hits',
  'audit-events',
] as const
export type ExportedListName = (typeof exportedLists)[number]

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

const format = field(oneOf(exportFormats), 'A table as text (CSV, UTF-8), or a workbook of Excel', 'csv')
/** What can be asked of each list. */
export const exportQueries = {
  organizations: Type.Object({ format, ...listFilters.organizations.properties }),
  'purchase-requests': Type.Object({ format, ...listFilters['purchase-requests'].properties }),
  documents: Type.Object({ format, ...listFilters.documents.properties }),
  payments: Type.Object({ format, ...listFilters.payments.properties }),
  transfers: Type.Object({ format, ...listFilters.transfers.properties }),
  credits: Type.Object({ format, ...listFilters.credits.properties }),
  'statement-lines': Type.Object({
    format,
    ...StatementLineFilter.properties,
    statement_id: field(Type.Optional(IdFilter), 'Only lines of this statement'),
  }),
  addresses: Type.Object({ format, ...AddressFilter.properties }),
  approvals: Type.Object({ format, ...ApprovalFilter.properties }),
  administrators: Type.Object({ format }),
  hits: Type.Object({ format, ...ScreeningHitFilter.properties }),
  'audit-events': Type.Object({ format, ...listFilters['audit-events'].properties }),
} as const satisfies Record<ExportedListName, unknown>

export type ExportQuery<List extends ExportedListName = ExportedListName> = Static<
  (typeof exportQueries)[List]
>
