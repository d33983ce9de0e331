import type { QueueName, WorkItem, WorkQueueState } from '../../../contract/work/work.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/database.ts'

/** Who looks at a queue. Only approvals differ by person. */
export type Viewer = Pick<Actor, 'kind' | 'id' | 'permissions'>

/** What is wanted of a queue. Filters that a queue does not know are never given. */
export interface Wanted {
  /** Undefined for what waits for anybody. */
  viewer?: Viewer | undefined
  /** The time that orders the queue: since when work waits, or when it ends. */
  from?: Date | undefined
  /** Excluded. */
  before?: Date | undefined
  organizationId?: string | undefined
  /** Null: assigned to nobody. */
  assigneeId?: string | null | undefined
  status?: string | undefined
}

export interface WantedPage extends Wanted {
  newestFirst: boolean
  /** The place of the last row of the page before. */
  after?: string | undefined
  limit: number
}

/** A piece of work, without what follows from the times when work is due. */
export interface WaitingRow
  extends Omit<WorkItem, 'queue' | 'kind' | 'waiting_since' | 'due_at' | 'overdue'> {
  /** The time that orders the queue. */
  at: Date
  /** Its place in the queue: what orders it, exactly. */
  place: string
}

export interface QueueFigures {
  total: number
  overdue: number
  /** Assigned to the viewer; null where work has no assignee. */
  mine: number | null
  /** The time of the first in the queue. */
  first: Date | null
}

/** A queue, as its feature implements it. Each statement is served by an index, however much there is. */
export interface WorkQueue {
  page(db: Db, wanted: WantedPage): Promise<WaitingRow[]>
  /** Counts no further than `most`. What is before `overdueBefore` is overdue. */
  figures(
    db: Db,
    wanted: Pick<Wanted, 'viewer' | 'before'> & { overdueBefore: Date },
    most: number,
  ): Promise<QueueFigures>
}

export type WorkQueues = Readonly<Record<QueueName, WorkQueue>>

/** All queues, with the times when work is due. Made by the work feature, for others to use. */
export interface Work {
  /** How much waits in each queue that the viewer may see. */
  states(viewer: Viewer): Promise<WorkQueueState[]>
  /**
   * Work that still waits and was due from one time up to, but not at, another; what was due first comes first. `cursor`
   * is that of the page before. With a viewer, only what waits for this person: approvals differ.
   */
  becameOverdue(
    queue: QueueName,
    wanted: { from: Date; before: Date; viewer?: Viewer; cursor?: string; limit: number },
  ): Promise<{ items: WorkItem[]; next_cursor: string | null }>
}
