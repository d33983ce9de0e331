import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/work/reports.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { ReportService } from './report-service.ts'

export function reportRoutes(app: FastifyInstance, { service }: { service: ReportService }): void {
  route(app, operations.listReports, async ({ actor }) => service.list(actor))
  route(app, operations.readVolumes, async ({ query }) => service.volumes(query))
  route(app, operations.readDaily, async ({ query }) => service.daily(query))
  route(app, operations.readTimeInStatus, async ({ query }) => service.timeInStatus(query))
  route(app, operations.readFunnel, async ({ query }) => service.funnel(query))
  route(app, operations.readDocumentsAgeing, async ({ query }) => service.documentsAgeing(query))
  route(app, operations.readKybAgeing, async ({ query }) => service.kybAgeing(query))
}
