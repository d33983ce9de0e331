import type { FastifyInstance } from 'fastify'
import type { QueueName } from '../../../contract/work/work.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Work, WorkQueues } from '../../platform/work/work-queue.ts'
import { workRoutes } from './work-routes.ts'
import { createWorkService, type DueTimes } from './work-service.ts'

/** Puts the queues of all features together. */
export function createWorkFeature(
  platform: { db: Db; now: () => Date },
  options: { queues: WorkQueues; due: DueTimes; optional: ReadonlySet<QueueName> },
) {
  const service = createWorkService({ ...platform, ...options })
  const work: Work = service
  return { work, routes: (app: FastifyInstance) => workRoutes(app, service) }
}
