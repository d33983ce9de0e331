import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/organizations/screening.ts'
import type { OrganizationScreeningResponse } from '../../../contract/organizations/screening.ts'
import { expectedVersions } from '../../platform/http/responses/preconditions.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { ExportService } from './export/export-service.ts'
import type { HitService } from './hits/hit-service.ts'

export function partyRoutes(
  app: FastifyInstance,
  {
    hits,
    readOrganization,
    exportAll,
  }: {
    hits: HitService
    readOrganization: (id: string) => Promise<OrganizationScreeningResponse>
    exportAll: ExportService
  },
): void {
  route(app, operations.readScreeningHit, async ({ params }) => hits.read(params.hit_id))
  route(app, operations.decideScreeningHit, async (request) =>
    hits.decide(request.params.hit_id, request.body, request.actor, expectedVersions(request)),
  )
  route(app, operations.readOrganizationScreening, async ({ params }) =>
    readOrganization(params.organization_id),
  )
  route(app, operations.exportScreening, async ({ query, actor }, reply) => {
    const pieces = await exportAll(query, actor)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="screening.csv"')
      .header('cache-control', 'no-store')
      .send(pieces)
  })
}
