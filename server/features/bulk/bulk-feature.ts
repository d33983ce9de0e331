import type { FastifyInstance } from 'fastify'
import type { RunRows } from '../../platform/http/bulk-rows.ts'
import { bulkRoutes, type SingleActs } from './bulk-routes.ts'

export function createBulkFeature(acts: SingleActs & { runRows: RunRows }) {
  return { routes: (app: FastifyInstance) => bulkRoutes(app, acts) }
}
