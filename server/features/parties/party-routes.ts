import type { FastifyInstance } from 'fastify'
import { searchParties } from '../../../contract/operations/organizations.ts'
import { route } from '../../platform/http/route.ts'
import type { PartyService } from './party-service.ts'

export function partyRoutes(app: FastifyInstance, service: PartyService): void {
  route(app, searchParties, async ({ query: { q, limit, offset } }) => service.search(q, limit, offset))
}
