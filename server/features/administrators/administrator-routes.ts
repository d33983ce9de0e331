import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/administrators/administrators.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { expectedVersions } from '../../platform/http/responses/preconditions.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { AdministratorService } from './administrator-service.ts'
import type { ApiKeyService } from './api-keys/api-key-service.ts'

export function administratorRoutes(
  app: FastifyInstance,
  { administrators, apiKeys }: { administrators: AdministratorService; apiKeys: ApiKeyService },
): void {
  route(app, operations.listAdministrators, async (request) => administrators.list(request.query))

  route(app, operations.listAdministratorNames, async (request) => administrators.names(request.query))

  route(app, operations.createAdministrator, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return administrators.create(request.body, request.actor, idempotencyKey(request))
  })

  route(app, operations.readAdministrator, async (request) =>
    administrators.read(request.params.administrator_id),
  )

  route(app, operations.updateAdministrator, async (request) =>
    administrators.update(
      request.params.administrator_id,
      request.body,
      request.actor,
      expectedVersions(request),
    ),
  )

  route(app, operations.disableAdministrator, async (request) =>
    administrators.disable(request.params.administrator_id, request.actor, expectedVersions(request)),
  )

  route(app, operations.enableAdministrator, async (request) =>
    administrators.enable(request.params.administrator_id, request.actor, expectedVersions(request)),
  )

  route(app, operations.resetAdministrator, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return administrators.reset(request.params.administrator_id, request.actor, expectedVersions(request))
  })

  route(app, operations.listApiKeys, async (request) => apiKeys.list(request.query))

  route(app, operations.createApiKey, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return apiKeys.create(request.body, request.actor, idempotencyKey(request))
  })

  route(app, operations.readApiKey, async (request) => apiKeys.read(request.params.api_key_id))

  route(app, operations.resumeApiKey, async (request) =>
    apiKeys.resume(request.params.api_key_id, request.actor),
  )

  route(app, operations.revokeApiKey, async (request) => {
    await apiKeys.revoke(request.params.api_key_id, request.actor)
    return { status: 'ok' }
  })
}
