import type { FastifyInstance } from 'fastify'
import { queueOperations } from '../../../contract/operations/work/queues.ts'
import { type listWaitingRequests, readWork } from '../../../contract/operations/work/work.ts'
import type { QueueName } from '../../../contract/work/work.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { WorkService } from './work-service.ts'

export function workRoutes(app: FastifyInstance, service: WorkService): void {
  route(app, readWork, async ({ actor }) => ({ items: await service.states(actor) }))
  // Each has filters of its own, which the route has checked.
  const served = Object.entries(queueOperations) as unknown as [QueueName, typeof listWaitingRequests][]
  for (const [queue, operation] of served)
    route(app, operation, ({ query, actor }) => service.list(queue, query, actor))
}
