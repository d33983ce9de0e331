import type { FastifyInstance } from 'fastify'
import { readOverview } from '../../../contract/operations/work/overview.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { OverviewService } from './overview-service.ts'

export function overviewRoutes(app: FastifyInstance, { service }: { service: OverviewService }): void {
  route(app, readOverview, async ({ actor }) => service.read(actor))
}
