import type { FastifyInstance } from 'fastify'
import {
  createOrganization,
  findOrganizationByExternalId,
  listOrganizations,
  readKybChecklist,
  readOrganization,
  updateOrganization,
} from '../../../contract/operations/organizations/organizations.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { expectedVersions } from '../../platform/http/responses/preconditions.ts'
import { route, textRoute } from '../../platform/http/routes/route.ts'
import type { OrganizationList } from './organization-list.ts'
import type { OrganizationService } from './organization-service.ts'

export function organizationRoutes(
  app: FastifyInstance,
  { service, list }: { service: OrganizationService; list: OrganizationList },
): void {
  textRoute(app, listOrganizations, ({ query }) => list.read(query))
  route(app, createOrganization, async (request) =>
    service.create(request.body, request.actor, idempotencyKey(request)),
  )
  route(app, findOrganizationByExternalId, async ({ query }) => service.findByExternalId(query.external_id))
  route(app, readOrganization, async ({ params }) => service.read(params.organization_id))
  route(app, readKybChecklist, async ({ params }) => service.kybChecklist(params.organization_id))
  route(app, updateOrganization, async (request) =>
    service.update(request.params.organization_id, request.body, request.actor, expectedVersions(request)),
  )
}
