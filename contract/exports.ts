import { type Static, Type } from 'typebox'
import { field, oneOf } from './common.ts'
import { listFilters } from './list-filters.ts'
import { ScreeningHitFilter } from './screening.ts'

/** The lists that can be exported. */
export const exportedLists = [
  'organizations',
  'purchase-requests',
  'documents',
  'payments',
  'transfers',
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
  hits: Type.Object({ format, ...ScreeningHitFilter.properties }),
  'audit-events': Type.Object({ format, ...listFilters['audit-events'].properties }),
} as const satisfies Record<ExportedListName, unknown>

export type ExportQuery<List extends ExportedListName = ExportedListName> = Static<
  (typeof exportQueries)[List]
>
