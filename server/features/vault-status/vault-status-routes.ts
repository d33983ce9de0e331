import type { FastifyInstance } from 'fastify'
import { readVault } from '../../../contract/operations/control/vault.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { VaultStatusService } from './vault-status-service.ts'

export function vaultStatusRoutes(app: FastifyInstance, service: VaultStatusService): void {
  route(app, readVault, () => service.read())
}
