import { type Static, type TObject, Type } from 'typebox'
import { AuditFilter } from './audit.ts'
import { CalendarDate, exampleId, field, IdFilter, idPattern, oneOf } from './common.ts'
import { currencyCodes } from './currencies.ts'
import { creditStatuses } from './deals.ts'
import { documentKinds, documentStatuses } from './documents.ts'
import type { Fault } from './faults.ts'
import { type Format, formats } from './formats.ts'
import { networks } from './networks.ts'
import { kybStatuses, organizationTypes, registryStatuses } from './organizations.ts'
import { purchaseAssets, purchaseRequestStatuses } from './purchase-request-rules.ts'
import { funnelStages } from './reports.ts'
import type { Permission } from './roles.ts'
import { type SchemaError, toFaults } from './schema-faults.ts'
import { transferStatuses } from './transfers.ts'

const days = (what: string) => ({
  from: field(Type.Optional(CalendarDate), `Only ${what} on this day (UTC) or later`, '2026-01-01'),
  to: field(Type.Optional(CalendarDate), `Only ${what} on this day (UTC) or before`, '2026-12-31'),
})
const organization_id = field(Type.Optional(IdFilter), 'Only rows of this organization')
/** Instead of an id: whoever asks, or nobody. A view with `me` shows everybody their own rows. */
export const assigneeWords = ['me', 'none'] as const
const Assignee = Type.String({
  pattern: `^(${assigneeWords.join('|')}|${idPattern.slice(1, -1)})$`,
  examples: [exampleId],
})
/** What is owed for what was delivered. */
export const debts = ['open'] as const
const Maker = Type.String({ pattern: `^(me|${idPattern.slice(1, -1)})$`, examples: [exampleId] })

/** What each list can be filtered by: by its rows, its file and its saved views alike. */
export const listFilters = {
  organizations: Type.Object({
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
    organization_id,
    status: field(Type.Optional(oneOf(purchaseRequestStatuses)), 'Only requests of this status', 'paid'),
    asset: field(Type.Optional(oneOf(purchaseAssets)), 'Only requests for this asset', 'USDT'),
    network: field(Type.Optional(oneOf(networks)), 'Only requests on this network', 'tron'),
    fiat_currency: field(
      Type.Optional(oneOf(currencyCodes)),
      'Only requests with prices in this currency',
      'RUB',
    ),
    reached: field(
      Type.Optional(oneOf(funnelStages)),
      'Only requests that have ever reached this stage of the funnel',
      'approved',
    ),
    debt: field(
      Type.Optional(oneOf(debts)),
      '`open`: only completed requests for which the organization still owes money',
      'open',
    ),
    assignee_id: field(
      Type.Optional(Assignee),
      'Only requests of this administrator; `me` for those of the caller, `none` for those of nobody',
      'me',
    ),
    ...days('requests that were created'),
  }),
  documents: Type.Object({
    organization_id,
    kind: field(Type.Optional(oneOf(documentKinds)), 'Only documents of this kind', 'charter'),
    status: field(Type.Optional(oneOf(documentStatuses)), 'Only documents in this state today', 'pending'),
    ...days('documents that were uploaded'),
  }),
  payments: Type.Object({
    organization_id,
    request_id: field(Type.Optional(IdFilter), 'Only payments of this request'),
    ...days('money that was received'),
  }),
  transfers: Type.Object({
    organization_id,
    status: field(
      Type.Optional(oneOf(transferStatuses)),
      'Only transfers of this status; `draft`: all that are not signed, also those that wait for approvals or have them',
      'signed',
    ),
    network: field(Type.Optional(oneOf(networks)), 'Only transfers on this network', 'tron'),
    asset: field(Type.Optional(oneOf(purchaseAssets)), 'Only transfers of this asset', 'USDT'),
    request_id: field(Type.Optional(IdFilter), 'Only transfers that deliver this request'),
    created_by_id: field(
      Type.Optional(Maker),
      'Only transfers that this administrator prepared; `me` for those of the caller',
      'me',
    ),
    ...days('transfers that were prepared'),
  }),
  credits: Type.Object({
    organization_id,
    status: field(
      Type.Optional(oneOf(creditStatuses)),
      '`open`: only those of which something is left; `used`: only the others',
      'open',
    ),
  }),
  'audit-events': AuditFilter,
} as const

export type ListName = keyof typeof listFilters
export const listNames = Object.keys(listFilters) as ListName[]
export type ListFilter<List extends ListName = ListName> = Static<(typeof listFilters)[List]>

/** The permission to read each list. */
export const listPermissions = {
  organizations: 'organizations:read',
  'purchase-requests': 'requests:read',
  documents: 'documents:read',
  payments: 'requests:read',
  transfers: 'wallets:read',
  credits: 'requests:read',
  'audit-events': 'audit:read',
} as const satisfies Record<ListName, Permission>

/** Newest first, which is what every list does unless told otherwise, or oldest first. */
export const listSorts = ['-created_at', 'created_at'] as const
export type ListSort = (typeof listSorts)[number]

/** The lists that can be read oldest first. */
const sortable: readonly string[] = ['organizations', 'purchase-requests', 'transfers'] satisfies ListName[]

export function isListName(value: unknown): value is ListName {
  return listNames.some((name) => name === value)
}

export function sortsOf(list: ListName): readonly ListSort[] {
  return sortable.includes(list) ? listSorts : ['-created_at']
}

/** The faults of the filters of a list, below `filters` in a body. */
export function filterFaults(list: ListName, filters: Record<string, unknown>): Fault[] {
  const { properties } = listFilters[list] as TObject
  const errors = Object.entries(filters).flatMap(([name, value]): SchemaError[] => {
    const instancePath = `/filters/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!Object.hasOwn(properties, name))
      return [
        {
          keyword: 'additionalProperties',
          instancePath: '/filters',
          params: { additionalProperty: name },
        },
      ]
    const error = errorOf(properties[name] as StringSchema, value)
    return error ? [{ ...error, instancePath }] : []
  })
  return toFaults('body', errors)
}

interface StringSchema {
  enum?: readonly string[]
  pattern?: string
  format?: Format
  minLength?: number
  maxLength?: number
}

/** Why a value is none of a filter. All filters are texts. */
function errorOf(schema: StringSchema, value: unknown): Omit<SchemaError, 'instancePath'> | undefined {
  if (typeof value !== 'string') return { keyword: 'type', params: { type: 'string' } }
  if (schema.enum && !schema.enum.includes(value))
    return { keyword: 'enum', params: { allowedValues: schema.enum } }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value))
    return { keyword: 'pattern', params: { pattern: schema.pattern } }
  if (schema.format && !formats[schema.format](value))
    return { keyword: 'format', params: { format: schema.format } }
  if (schema.minLength !== undefined && [...value].length < schema.minLength)
    return { keyword: 'minLength', params: { limit: schema.minLength } }
  // A filter of free text has no limit of its own in a query, where the length of the URL is one.
  const most = schema.maxLength ?? 255
  return [...value].length > most ? { keyword: 'maxLength', params: { limit: most } } : undefined
}
