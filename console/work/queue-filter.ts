import { type QueueName, waitingStatuses, workQueries } from '../../contract/work/work.ts'

/** What a list of work is restricted to. It is in the address, so that it can be kept and passed on. */
export interface QueueFilter {
  overdue?: boolean
  organization_id?: string
  assignee_id?: string
  status?: string
  sort?: 'newest'
}

export type FilterName = keyof QueueFilter

export function hasFilter(queue: QueueName, name: FilterName): boolean {
  return name in workQueries[queue].properties
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whatever the address says, only what the queue understands. */
export function readFilter(queue: QueueName, params: URLSearchParams): QueueFilter {
  const organization = params.get('organization_id') ?? ''
  const assignee = params.get('assignee_id') ?? ''
  const status = params.get('status') ?? ''
  const overdue = params.get('overdue')
  return {
    ...((overdue === 'true' || overdue === 'false') && { overdue: overdue === 'true' }),
    ...(hasFilter(queue, 'organization_id') && id.test(organization) && { organization_id: organization }),
    ...(hasFilter(queue, 'assignee_id') &&
      (assignee === 'me' || assignee === 'none' || id.test(assignee)) && { assignee_id: assignee }),
    ...(hasFilter(queue, 'status') && waitingStatuses.some((one) => one === status) && { status }),
    ...(params.get('sort') === 'newest' && { sort: 'newest' as const }),
  }
}

export function filterText(filter: QueueFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  const params = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return params.size > 0 ? `?${params}` : ''
}
