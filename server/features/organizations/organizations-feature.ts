import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createGramCounting } from './gram-counting.ts'
import { organizationRoutes } from './organization-routes.ts'
import {
  type BankDetailsFollower,
  createOrganizationService,
  type PartyRegister,
} from './organization-service.ts'

export function createOrganizationsFeature(
  platform: { db: Db; now: () => Date; jobs: Jobs },
  { parties, documents }: { parties: PartyRegister; documents: BankDetailsFollower },
) {
  const service = createOrganizationService({ ...platform, parties, documents })
  platform.jobs.every(createGramCounting(platform).job)
  return { service, routes: (app: FastifyInstance) => organizationRoutes(app, service) }
}
