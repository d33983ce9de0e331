import type { QueueName, WorkItem, WorkQueueState } from '../../../contract/work.ts'
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
export interface WaitingRow extends Omit<WorkItem, 'queue' | 'waiting_since' | 'due_at' | 'overdue'> {
  /** The time that orders the queue. */
  at: Date
  /** Since when it waits, where that is another time. */
  waitingSince?: Date
  /** Its place in the queue: what orders it, exactly. */
  place: string
}

/** A queue, as its feature implements it. Each statement is served by an index, however much there is. */
export interface WorkQueue {
  page(db: Db, wanted: WantedPage): Promise<WaitingRow[]>
  /** How much there is, but no more than `most`. */
  count(db: Db, wanted: Wanted, most: number): Promise<number>
}

/** All queues, with the times when work is due. Made by the work feature. */
export interface Work {
  /** How much waits in each queue that the viewer may see. */
  states(viewer: Viewer): Promise<WorkQueueState[]>
  /**
   * Work that became overdue after one time and up to another, the first first, at most `limit`; `after` is the `place`
   * of the last one before. With a viewer, only what waits for this person.
   */
  becameOverdue(
    queue: QueueName,
    wanted: { after: Date; upTo: Date; viewer?: Viewer; place?: string; limit: number },
  ): Promise<{ items: WorkItem[]; place: string | null }>
}
