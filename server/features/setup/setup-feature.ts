import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { setupRoutes } from './setup-routes.ts'
import { createSetupService } from './setup-service.ts'

export function createSetupFeature(platform: { db: Db; now: () => Date; vault: Vault }) {
  const service = createSetupService(platform)
  return { routes: (app: FastifyInstance) => setupRoutes(app, service) }
}
