import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { partyRoutes } from './party-routes.ts'
import { createPartyService } from './party-service.ts'

export function createPartiesFeature(platform: { db: Db; now: () => Date }) {
  const service = createPartyService(platform)
  return { service, routes: (app: FastifyInstance) => partyRoutes(app, service) }
}
