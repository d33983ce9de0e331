import type { FastifyInstance } from 'fastify'
import { queueNames } from '../contract/work/work.ts'
import type { RequestFollower } from './features/purchase-requests/request/followers.ts'
import type { StatementFollower } from './features/statements/statement-follower.ts'
import type { TransferFollower } from './features/transfers/transfer/transfer-follower.ts'
import type { Followers } from './platform/followers.ts'
import type { ListRows } from './platform/lists/list-rows.ts'
import type { SearchSource } from './platform/search/search-source.ts'
import type { WorkQueues } from './platform/work/work-queue.ts'

/** What others do when something happens to a request, a transfer or a statement. */
interface Followed {
  requests: RequestFollower
  transfers: TransferFollower
  statements: StatementFollower
}

/** What a feature brings to the service, beside what other features need of it. */
export interface Feature {
  routes(app: FastifyInstance): void
  /** Its lists; their pages and files are served for it. */
  lists?: readonly ListRows[]
  /** What the search finds of it. */
  searches?: readonly SearchSource[]
  /** What of it waits for somebody. */
  queues?: Partial<WorkQueues>
  /** What it does when something happens in another feature. */
  follows?: { [Name in keyof Followed]?: Followed[Name] }
}

/** Registers what features do when something happens in others. */
export function registerFollowers(
  features: readonly Feature[],
  followers: { [Name in keyof Followed]: Pick<Followers<Followed[Name]>, 'add'> },
): void {
  for (const { follows } of features) {
    if (follows?.requests) followers.requests.add(follows.requests)
    if (follows?.transfers) followers.transfers.add(follows.transfers)
    if (follows?.statements) followers.statements.add(follows.statements)
  }
}

/** The queues of all features. */
export function queuesOf(features: readonly Feature[]): WorkQueues {
  const queues: Partial<WorkQueues> = Object.assign({}, ...features.map(({ queues }) => queues))
  const missing = queueNames.filter((name) => !queues[name])
  if (missing.length > 0) throw new Error(`No feature brings the queue ${missing.join(', ')}.`)
  return queues as WorkQueues
}
