import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { bankRoutes } from './bank-routes.ts'
import { createBankService } from './bank-service.ts'

/** Banks of Russia by their BIK, so that nobody types the name and the correspondent account of a bank. */
export function createBanksFeature(platform: { db: Db; now: () => Date }) {
  const service = createBankService(platform)
  return { routes: (app: FastifyInstance) => bankRoutes(app, service) }
}
