import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  cursorPage,
  exampleId,
  field,
  Id,
  IdFilter,
  Instant,
  nullable,
  oneOf,
  pageQuery,
  ref,
} from '../api/common.ts'
import type { Permission } from '../api/roles.ts'
import { documentKinds } from '../organizations/documents.ts'

/** What waits for people, in the order in which it is shown. */
export const queueNames = [
  'approvals',
  'documents',
  'kyb',
  'hits',
  'requests',
  'payments',
  'statements',
  'chain-lines',
  'credits',
  'exceptions',
  'payers',
  'quotes',
  'expiring-documents',
  'new-organizations',
] as const
export type QueueName = (typeof queueNames)[number]

/** The purchase requests in which an administrator has to do something next. */
export const waitingStatuses = ['new', 'in_review', 'on_hold', 'paid', 'failed'] as const

export const workKinds = [
  'approval',
  'document',
  'organization',
  'screening_hit',
  'purchase_request',
  'statement_line',
  'statement',
  'chain_line',
  'credit',
] as const
export type WorkKind = (typeof workKinds)[number]

interface QueueRules {
  /** What waits in it. */
  kind: WorkKind
  /** Who may see the queue, and who may do the work. */
  see: Permission
  act: Permission
  /**
   * `work`: how long a piece of work may wait before it is overdue. `notice`: its end is known, and it is work from this
   * long before it.
   */
  time: 'work' | 'notice'
  seconds: number
}

const hour = 3600
const day = 24 * hour

/** The queues, with the times that hold unless KONTOR_DUE says otherwise. */
export const queueRules = {
  approvals: {
    kind: 'approval',
    see: 'approvals:read',
    act: 'approvals:read',
    time: 'work',
    seconds: 4 * hour,
  },
  documents: {
    kind: 'document',
    see: 'documents:read',
    act: 'documents:review',
    time: 'work',
    seconds: 8 * hour,
  },
  kyb: {
    kind: 'organization',
    see: 'organizations:read',
    act: 'organizations:decide_kyb',
    time: 'work',
    seconds: day,
  },
  hits: {
    kind: 'screening_hit',
    see: 'organizations:read',
    act: 'organizations:decide_kyb',
    time: 'work',
    seconds: 8 * hour,
  },
  requests: {
    kind: 'purchase_request',
    see: 'requests:read',
    act: 'requests:process',
    time: 'work',
    seconds: day,
  },
  payments: {
    kind: 'statement_line',
    see: 'requests:read',
    act: 'requests:process',
    time: 'work',
    seconds: day,
  },
  statements: {
    kind: 'statement',
    see: 'requests:read',
    act: 'requests:process',
    time: 'work',
    seconds: day,
  },
  'chain-lines': {
    kind: 'chain_line',
    see: 'requests:read',
    act: 'treasury:acquire',
    time: 'work',
    seconds: day,
  },
  credits: { kind: 'credit', see: 'requests:read', act: 'requests:process', time: 'work', seconds: 3 * day },
  exceptions: {
    kind: 'purchase_request',
    see: 'requests:read',
    act: 'requests:approve',
    time: 'work',
    seconds: day,
  },
  payers: {
    kind: 'purchase_request',
    see: 'requests:read',
    act: 'requests:approve',
    time: 'work',
    seconds: day,
  },
  quotes: {
    kind: 'purchase_request',
    see: 'requests:read',
    act: 'requests:process',
    time: 'notice',
    seconds: 2 * hour,
  },
  'expiring-documents': {
    kind: 'document',
    see: 'documents:read',
    act: 'documents:write',
    time: 'notice',
    seconds: 30 * day,
  },
  'new-organizations': {
    kind: 'organization',
    see: 'organizations:read',
    act: 'organizations:decide_kyb',
    time: 'work',
    seconds: 3 * day,
  },
} as const satisfies Record<QueueName, QueueRules>

/** Counting stops here: a queue with more work than this is not counted out. */
export const mostCounted = 1000

const count = (meaning: string, example: number) => field(Type.Integer({ minimum: 0 }), meaning, example)

export const WorkQueueState = Type.Object(
  {
    queue: field(oneOf(queueNames), 'Name of the queue', 'documents'),
    total: count(`How much waits; at most ${mostCounted}`, 7),
    total_is_exact: field(
      Type.Boolean(),
      `False if more waits than \`total\`, because counting stopped at ${mostCounted}`,
      true,
    ),
    overdue: count(`How much of it is overdue; at most ${mostCounted}`, 2),
    mine: field(
      nullable(Type.Integer({ minimum: 0 })),
      `How much of it is assigned to the caller, at most ${mostCounted}; null where work has no assignee`,
      null,
    ),
    may_act: field(Type.Boolean(), 'Whether the caller may do this work', true),
    is_required: field(
      Type.Boolean(),
      'Whether something waits for this work: no document has to be reviewed where `KONTOR_KYB_REQUIRES` asks for uploads only',
      true,
    ),
    oldest_at: field(nullable(Instant), 'Since when the oldest of it waits; null if nothing waits'),
    next_due_at: field(nullable(Instant), 'When the first of it was or will be due; null if nothing waits'),
    due_seconds: field(
      Type.Integer({ minimum: 1 }),
      'How long work may wait until it is overdue. Of `quotes` and `expiring-documents`: how long before its end it is work',
      28_800,
    ),
  },
  { $id: 'WorkQueueState', description: 'A queue, and how much waits in it.' },
)
export type WorkQueueState = Static<typeof WorkQueueState>

export const WorkResponse = Type.Object(
  { items: field(Type.Array(ref(WorkQueueState)), 'The queues that the caller may see') },
  { $id: 'WorkResponse', description: 'What waits.' },
)
export type WorkResponse = Static<typeof WorkResponse>

export const WorkItem = Type.Object(
  {
    queue: field(oneOf(queueNames), 'Queue that it is in', 'documents'),
    kind: field(oneOf(workKinds), 'What it is', 'document'),
    id: field(Id, 'Its id; of a document, that of its current version', exampleId),
    title: field(Type.String(), 'What people call it', 'charter.pdf'),
    detail: field(
      nullable(Type.String()),
      'The kind of a document, the status of an organization or a request, the act of an approval, the list of a hit, the ' +
        'purpose of a payment, the reference of a credit',
      'charter',
    ),
    organization_id: field(nullable(Id), 'Organization that it belongs to'),
    organization_name: field(nullable(Type.String()), 'What people call the organization', 'ООО «Ромашка»'),
    amount: field(nullable(Type.String()), 'Money that it is about', '12500.00'),
    currency: field(nullable(Type.String()), 'Currency of the money', 'RUB'),
    version: field(
      nullable(Type.Integer()),
      'Version of the document, organization, hit or request, as a change of it expects it',
      1,
    ),
    assignee_id: field(nullable(Id), 'Administrator that it is assigned to'),
    waiting_since: field(Instant, 'Since when it waits'),
    due_at: field(Instant, 'When it should be done'),
    overdue: field(Type.Boolean(), 'Whether that time has passed', false),
  },
  { $id: 'WorkItem', description: 'A piece of work.' },
)
export type WorkItem = Static<typeof WorkItem>

export const WorkListResponse = cursorPage(ref(WorkItem), 'WorkListResponse')
export type WorkListResponse = { items: WorkItem[]; next_cursor: string | null }

const place = '-?\\d{1,16}'
const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const byId = `${place}\\.${id}`
const bySequence = `${place}\\.\\d{1,18}`
const byDocument = `${place}\\.${id}\\.(?:${documentKinds.join('|')})`

const page = (pattern: string, example: string) => ({
  limit: pageQuery.limit,
  cursor: field(
    Type.Optional(Type.String({ pattern: `^${pattern}$` })),
    'The `next_cursor` of the page before, with the same filters and the same order',
    example,
  ),
  sort: field(
    Type.Optional(oneOf(['due', 'newest'])),
    'What is due first comes first (the default), or last',
    'due',
  ),
  overdue: field(Type.Optional(Type.Boolean()), 'Only what is overdue, or only what is not', true),
  due_before: field(Type.Optional(Instant), 'Only what is due before this time'),
})

const waits = {
  from: field(Type.Optional(CalendarDate), 'Only what waits since this day (UTC) or later', '2026-01-01'),
  to: field(Type.Optional(CalendarDate), 'Only what waits since this day (UTC) or before', '2026-12-31'),
}
const ends = {
  from: field(Type.Optional(CalendarDate), 'Only what ends on this day (UTC) or later', '2026-01-01'),
  to: field(Type.Optional(CalendarDate), 'Only what ends on this day (UTC) or before', '2026-12-31'),
}
const ofOrganization = { organization_id: field(Type.Optional(IdFilter), 'Only work of this organization') }
const example = '1769860800000000'
const ordinary = { ...page(byId, `${example}.${exampleId}`), ...waits }
const ofDocuments = page(byDocument, `${example}.${exampleId}.charter`)
const ofRequests = page(bySequence, `${example}.123`)

/** What can be asked of each queue: what has an index. */
export const workQueries = {
  approvals: Type.Object(ordinary),
  documents: Type.Object({ ...ofDocuments, ...waits, ...ofOrganization }),
  kyb: Type.Object(ordinary),
  hits: Type.Object({ ...ordinary, ...ofOrganization }),
  requests: Type.Object({
    ...ofRequests,
    ...waits,
    ...ofOrganization,
    assignee_id: field(
      Type.Optional(Type.String({ pattern: `^(me|none|${id})$` })),
      'Only what is assigned to this administrator; `me` for the caller, `none` for what is assigned to nobody',
      'me',
    ),
    status: field(Type.Optional(oneOf(waitingStatuses)), 'Only requests of this status', 'in_review'),
  }),
  payments: Type.Object(ordinary),
  statements: Type.Object(ordinary),
  'chain-lines': Type.Object(ordinary),
  credits: Type.Object({ ...ordinary, ...ofOrganization }),
  exceptions: Type.Object({ ...ofRequests, ...waits, ...ofOrganization }),
  payers: Type.Object({ ...ofRequests, ...waits, ...ofOrganization }),
  quotes: Type.Object({ ...ofRequests, ...ends, ...ofOrganization }),
  'expiring-documents': Type.Object({ ...ofDocuments, ...ends, ...ofOrganization }),
  'new-organizations': Type.Object(ordinary),
} as const satisfies Record<QueueName, unknown>

/** Any of the queries: filters that a queue does not have are never given. */
export interface WorkQuery {
  limit: number
  cursor?: string
  sort?: 'due' | 'newest'
  overdue?: boolean
  due_before?: string
  from?: string
  to?: string
  organization_id?: string
  assignee_id?: string
  status?: string
}

/** Where the console shows a piece of work. */
export function placeOfWork({
  queue,
  id,
  organization_id,
}: Pick<WorkItem, 'queue' | 'id' | 'organization_id'>): string {
  const organization = `/organizations/${organization_id}/show`
  switch (queue) {
    case 'approvals':
      return `/approvals/${id}/show`
    case 'documents':
      return `/work/documents/review?first=${id}`
    case 'expiring-documents':
      return `${organization}/documents`
    case 'kyb':
    case 'new-organizations':
      return organization
    case 'hits':
      return `/screening-hits/${id}/show`
    case 'requests':
    case 'exceptions':
    case 'payers':
    case 'quotes':
      return `/purchase-requests/${id}/show`
    case 'chain-lines':
      return `/chain-lines/${id}/show`
    case 'payments':
      return `/statement-lines?line=${id}`
    case 'statements':
      return `/statements/${id}/show`
    case 'credits':
      return `/credits?filter=${encodeURIComponent(JSON.stringify({ status: 'open', organization_id }))}`
  }
}
