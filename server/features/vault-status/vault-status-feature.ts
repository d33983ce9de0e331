import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { vaultStatusRoutes } from './vault-status-routes.ts'
import { createVaultStatusService } from './vault-status-service.ts'

export function createVaultStatusFeature(platform: { db: Db; vault: Vault }) {
  const service = createVaultStatusService(platform)
  return { routes: (app: FastifyInstance) => vaultStatusRoutes(app, service) }
}
