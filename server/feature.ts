import type { FastifyInstance } from 'fastify'
import { queueNames } from '../contract/work/work.ts'
import type { RequestFollower } from './features/purchase-requests/request/followers.ts'
import type { ListRows } from './platform/lists/list-rows.ts'
import type { SearchSource } from './platform/search/search-source.ts'
import type { WorkQueues } from './platform/work/work-queue.ts'

/** What a feature brings to the service, beside what other features need of it. */
export interface Feature {
  routes(app: FastifyInstance): void
  /** Its lists; their pages and files are served for it. */
  lists?: readonly ListRows[]
  /** What the search finds of it. */
  searches?: readonly SearchSource[]
  /** What of it waits for somebody. */
  queues?: Partial<WorkQueues>
  /** What it does in the transaction of another feature's change. */
  follows?: { requests?: RequestFollower }
}

/** The queues of all features. */
export function queuesOf(features: readonly Feature[]): WorkQueues {
  const queues: Partial<WorkQueues> = Object.assign({}, ...features.map(({ queues }) => queues))
  const missing = queueNames.filter((name) => !queues[name])
  if (missing.length > 0) throw new Error(`No feature brings the queue ${missing.join(', ')}.`)
  return queues as WorkQueues
}
