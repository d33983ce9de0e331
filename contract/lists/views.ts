import { type Static, Type } from 'typebox'
import {
  CurrentVersion,
  cursorPage,
  ExpectedVersion,
  field,
  Id,
  Instant,
  isObject,
  nullable,
  oneOf,
  ref,
  ShortText,
} from '../api/common.ts'
import { type Fault, fault } from '../api/faults.ts'
import { toFaults } from '../api/schema-faults.ts'
import { findList, listNames } from './all.ts'
import { filterFaults } from './filter-faults.ts'
import { type List, listSorts } from './list.ts'

/** How many one person can keep. */
export const mostViews = 200

const theName = ['The name. A person has only one view of a list with this name', 'Paid, mine'] as const
const theFilters = [
  'The filters of the list by their names, as its operations and its export take them',
  { status: 'paid', assignee_id: 'me' },
] as const
const theSort = 'The order: `-created_at` is newest first, `created_at` oldest first; null: as the list is'
const theColumns =
  'The keys of the columns that the console shows, in their order; null: those that the list shows by itself'
const theShared =
  'Whether every administrator who may read the list can open it; otherwise only its owner can'

export const ViewResponse = Type.Object(
  {
    id: field(Id, 'The id of the view'),
    list: field(oneOf(listNames), 'The list that it shows', 'purchase-requests'),
    name: field(Type.String(), ...theName),
    filters: field(Type.Record(Type.String(), Type.String()), ...theFilters),
    sort: field(nullable(oneOf(listSorts)), theSort, null),
    columns: field(nullable(Type.Array(Type.String())), theColumns, ['number', 'status']),
    shared: field(Type.Boolean(), theShared, true),
    owner: field(
      Type.Object({
        id: field(Id, 'The id of the administrator'),
        name: field(Type.String(), 'The name', 'Anna Petrova'),
      }),
      'Who saved it, and may change it',
    ),
    version: CurrentVersion,
    created_at: field(Instant, 'When it was saved first'),
    updated_at: field(Instant, 'When it was last changed'),
  },
  { $id: 'ViewResponse', description: 'A list with filters, saved under a name.' },
)
export type ViewResponse = Static<typeof ViewResponse>

export const ViewListResponse = cursorPage(ref(ViewResponse), 'ViewListResponse')
export type ViewListResponse = Static<typeof ViewListResponse>

const Filters = Type.Record(Type.String(), Type.Unknown())
const Columns = Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }), {
  minItems: 1,
  maxItems: 40,
  uniqueItems: true,
})

export const CreateViewBody = Type.Object(
  {
    list: field(oneOf(listNames), 'The list that it shows', 'purchase-requests'),
    name: field(ShortText, ...theName),
    filters: field(Type.Optional(Filters), ...theFilters),
    sort: field(Type.Optional(nullable(oneOf(listSorts))), theSort, null),
    columns: field(Type.Optional(nullable(Columns)), theColumns, ['number', 'status']),
    shared: field(Type.Optional(Type.Boolean()), theShared, false),
  },
  { $id: 'CreateViewBody', additionalProperties: false, description: 'A new view.' },
)
export type CreateViewBody = Static<typeof CreateViewBody>

export const UpdateViewBody = Type.Object(
  {
    name: field(Type.Optional(ShortText), ...theName),
    filters: field(Type.Optional(Filters), ...theFilters),
    sort: field(Type.Optional(nullable(oneOf(listSorts))), theSort, null),
    columns: field(Type.Optional(nullable(Columns)), theColumns, ['number', 'status']),
    shared: field(Type.Optional(Type.Boolean()), theShared, true),
    version: ExpectedVersion,
  },
  {
    $id: 'UpdateViewBody',
    additionalProperties: false,
    description: 'What is changed; `filters` replaces all filters.',
  },
)
export type UpdateViewBody = Static<typeof UpdateViewBody>

/** What a schema cannot say: which filters and which order the list knows. */
export function createViewFaults(body: unknown): Fault[] {
  if (!isObject(body)) return []
  const list = findList(body.list)
  return [...nameFaults(body), ...(list ? viewFaults(list, body) : [])]
}

/** The list of the view is known only to the service, which checks the rest. */
export function updateViewFaults(body: unknown): Fault[] {
  return isObject(body) ? nameFaults(body) : []
}

function nameFaults({ name }: Record<string, unknown>): Fault[] {
  return typeof name === 'string' && name.trim() === '' ? [fault(['body', 'name'], 'blank')] : []
}

export function viewFaults(list: List, { filters, sort }: { filters?: unknown; sort?: unknown }): Fault[] {
  const allowedValues = list.sorts
  const isSortKnown = typeof sort !== 'string' || allowedValues.some((one) => one === sort)
  const ofSort = isSortKnown
    ? []
    : toFaults('body', [{ keyword: 'enum', instancePath: '/sort', params: { allowedValues } }])
  return [...(isObject(filters) ? filterFaults(list, filters) : []), ...ofSort]
}
