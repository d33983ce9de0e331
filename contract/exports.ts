import { type Static, Type } from 'typebox'
import { AuditFilter } from './audit.ts'
import { CalendarDate, field, IdFilter, oneOf } from './common.ts'
import { documentKinds, documentStatuses } from './documents.ts'
import { networks } from './networks.ts'
import { kybStatuses, organizationTypes, registryStatuses } from './organizations.ts'
import { purchaseAssets, purchaseRequestStatuses } from './purchase-request-rules.ts'
import { ScreeningHitFilter } from './screening.ts'

/** The lists that can be exported. */
export const exportedLists = [
  'organizations',
  'purchase-requests',
  'documents',
  'payments',
  'hits',
  'audit-events',
] as const
export type ExportedListName = (typeof exportedLists)[number]

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

const format = field(oneOf(exportFormats), 'A table as text (CSV, UTF-8), or a workbook of Excel', 'csv')
const days = (what: string) => ({
  from: field(Type.Optional(CalendarDate), `Only ${what} on this day (UTC) or later`, '2026-01-01'),
  to: field(Type.Optional(CalendarDate), `Only ${what} on this day (UTC) or before`, '2026-12-31'),
})
const organization_id = field(Type.Optional(IdFilter), 'Only rows of this organization')

/** What can be asked of each list. */
export const exportQueries = {
  organizations: Type.Object({
    format,
    q: field(
      Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      'Words of the name, or the beginning of a number, as in the list',
      'ромашка',
    ),
    type: field(Type.Optional(oneOf(organizationTypes)), 'Only organizations of this type'),
    kyb_status: field(Type.Optional(oneOf(kybStatuses)), 'Only organizations in this state', 'approved'),
    registry_status: field(Type.Optional(oneOf(registryStatuses)), 'Only those with this status', 'active'),
    ...days('organizations that were created'),
  }),
  'purchase-requests': Type.Object({
    format,
    organization_id,
    status: field(Type.Optional(oneOf(purchaseRequestStatuses)), 'Only requests of this status', 'paid'),
    asset: field(Type.Optional(oneOf(purchaseAssets)), 'Only requests for this asset', 'USDT'),
    network: field(Type.Optional(oneOf(networks)), 'Only requests on this network', 'tron'),
    assignee_id: field(Type.Optional(IdFilter), 'Only requests of this administrator'),
    ...days('requests that were created'),
  }),
  documents: Type.Object({
    format,
    organization_id,
    kind: field(Type.Optional(oneOf(documentKinds)), 'Only documents of this kind', 'charter'),
    status: field(Type.Optional(oneOf(documentStatuses)), 'Only documents in this state today', 'pending'),
    ...days('documents that were uploaded'),
  }),
  payments: Type.Object({
    format,
    organization_id,
    request_id: field(Type.Optional(IdFilter), 'Only payments of this request'),
    ...days('money that was received'),
  }),
  hits: Type.Object({ format, ...ScreeningHitFilter.properties }),
  'audit-events': Type.Object({ format, ...AuditFilter.properties }),
} as const satisfies Record<ExportedListName, unknown>

export type ExportQuery<List extends ExportedListName = ExportedListName> = Static<
  (typeof exportQueries)[List]
>
