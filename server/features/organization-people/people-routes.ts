import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/organizations/organization-people.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { expectedVersions } from '../../platform/http/responses/preconditions.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { PeopleService } from './people-service.ts'

export function peopleRoutes(app: FastifyInstance, people: PeopleService): void {
  route(app, operations.listOrganizationPeople, async ({ params, query }) =>
    people.list(params.organization_id, query),
  )
  route(app, operations.createOrganizationPerson, async (request) =>
    people.create(request.params.organization_id, request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.readOrganizationPerson, async ({ params }) =>
    people.read(params.organization_id, params.person_id),
  )
  route(app, operations.updateOrganizationPerson, async (request) => {
    const { organization_id, person_id } = request.params
    return people.update(organization_id, person_id, request.body, request.actor, expectedVersions(request))
  })
  route(app, operations.deleteOrganizationPerson, async (request) => {
    const { organization_id, person_id } = request.params
    return people.remove(organization_id, person_id, request.actor, expectedVersions(request))
  })
  route(app, operations.readIdentityDocument, async ({ params, actor }) =>
    people.readDocument(params.organization_id, params.person_id, actor),
  )
}
