import type { FastifyInstance } from 'fastify'
import type { ListRows } from './platform/lists/list-rows.ts'

/** What a feature brings to the service, beside what other features need of it. */
export interface Feature {
  routes(app: FastifyInstance): void
  /** Its lists; their pages and files are served for it. */
  lists?: readonly ListRows[]
}
