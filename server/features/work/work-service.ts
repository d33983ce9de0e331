import { currencyDecimals } from '../../../contract/money/currencies.ts'
import { toPlaces } from '../../../contract/money/decimal.ts'
import {
  mostCounted,
  type QueueName,
  queueNames,
  queueRules,
  type WorkItem,
  type WorkListResponse,
  type WorkQuery,
  type WorkQueueState,
} from '../../../contract/work/work.ts'
import type { Db } from '../../platform/db/database.ts'
import { cutPage } from '../../platform/lists/page.ts'
import type { Viewer, WaitingRow, WantedPage, Work, WorkQueues } from '../../platform/work/work-queue.ts'

export type WorkService = ReturnType<typeof createWorkService>

/** How long work may wait by queue, or how long before its end it is work, in seconds. */
export type DueTimes = Readonly<Record<QueueName, number>>

export function createWorkService({
  db,
  now,
  queues,
  due,
  optional,
}: {
  db: Db
  now: () => Date
  queues: WorkQueues
  due: DueTimes
  /** Queues of work for which nothing waits. */
  optional: ReadonlySet<QueueName>
}) {
  /** The times that order a queue, at which something is due now, and up to which it is work at all. */
  function timesOf(queue: QueueName, at: Date) {
    const ms = due[queue] * 1000
    const isNotice = queueRules[queue].time === 'notice'
    const shift = isNotice ? 0 : ms
    return {
      dueAt: (time: Date) => new Date(time.getTime() + shift),
      orderedAt: (dueAt: Date) => new Date(dueAt.getTime() - shift),
      waitingSince: (time: Date) => (isNotice ? new Date(time.getTime() - ms) : time),
      end: isNotice ? new Date(at.getTime() + ms) : undefined,
    }
  }

  function itemsOf(queue: QueueName, at: Date): (row: WaitingRow) => WorkItem {
    const { dueAt, waitingSince } = timesOf(queue, at)
    return ({ at: time, place: _place, ...row }) => ({
      ...row,
      queue,
      kind: queueRules[queue].kind,
      amount: row.amount && row.currency && toPlaces(row.amount, currencyDecimals(row.currency)),
      waiting_since: waitingSince(time).toISOString(),
      due_at: dueAt(time).toISOString(),
      overdue: dueAt(time) < at,
    })
  }

  async function pageOf(queue: QueueName, wanted: WantedPage, at: Date): Promise<WorkListResponse> {
    const { rows, next_cursor } = await cutPage(
      wanted.limit,
      (limit) => queues[queue].page(db, { ...wanted, limit }),
      ({ place }) => place,
    )
    return { items: rows.map(itemsOf(queue, at)), next_cursor }
  }

  async function stateOf(queue: QueueName, viewer: Viewer): Promise<WorkQueueState> {
    const at = now()
    const { orderedAt, dueAt, waitingSince, end } = timesOf(queue, at)
    const wanted = { viewer, before: end, overdueBefore: orderedAt(at) }
    // One more than is told, so that it is known whether that is all.
    const { total, overdue, mine, first } = await queues[queue].figures(db, wanted, mostCounted + 1)
    return {
      queue,
      total: Math.min(total, mostCounted),
      total_is_exact: total <= mostCounted,
      overdue: Math.min(overdue, mostCounted),
      mine: mine === null ? null : Math.min(mine, mostCounted),
      may_act: viewer.permissions.has(queueRules[queue].act),
      is_required: !optional.has(queue),
      oldest_at: first && waitingSince(first).toISOString(),
      next_due_at: first && dueAt(first).toISOString(),
      due_seconds: due[queue],
    }
  }

  const work: Work = {
    async states(viewer) {
      const states: WorkQueueState[] = []
      for (const queue of queueNames)
        if (viewer.permissions.has(queueRules[queue].see)) states.push(await stateOf(queue, viewer))
      return states
    },

    becameOverdue(queue, { from, before, viewer, cursor, limit }) {
      const at = now()
      const { orderedAt } = timesOf(queue, at)
      return pageOf(
        queue,
        {
          viewer,
          from: orderedAt(from),
          before: orderedAt(before),
          after: cursor,
          newestFirst: false,
          limit,
        },
        at,
      )
    },
  }

  return {
    ...work,

    list(queue: QueueName, query: WorkQuery, viewer: Viewer): Promise<WorkListResponse> {
      const at = now()
      const { orderedAt, end } = timesOf(queue, at)
      const { from, to, overdue, due_before } = query
      return pageOf(
        queue,
        {
          viewer,
          from: latest(
            from === undefined ? undefined : new Date(`${from}T00:00:00Z`),
            overdue === false ? orderedAt(at) : undefined,
          ),
          before: earliest(
            end,
            to === undefined ? undefined : dayAfter(to),
            overdue ? orderedAt(at) : undefined,
            due_before === undefined ? undefined : orderedAt(new Date(due_before)),
          ),
          organizationId: query.organization_id,
          assigneeId: assigneeOf(query.assignee_id, viewer),
          status: query.status,
          newestFirst: query.sort === 'newest',
          after: query.cursor,
          limit: query.limit,
        },
        at,
      )
    },
  }
}

/** Nothing is assigned to an API key, so its own id finds nothing. */
function assigneeOf(asked: string | undefined, { id }: Viewer): string | null | undefined {
  if (asked === 'none') return null
  return asked === 'me' ? (id ?? undefined) : asked
}

function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date
}

function latest(...times: (Date | undefined)[]): Date | undefined {
  return sorted(times).at(-1)
}

function earliest(...times: (Date | undefined)[]): Date | undefined {
  return sorted(times)[0]
}

function sorted(times: (Date | undefined)[]): Date[] {
  return times.filter((time) => time !== undefined).sort((a, b) => a.getTime() - b.getTime())
}
