import type { FastifyInstance } from 'fastify'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Books } from '../books/books.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { entryRoutes } from './entry-routes.ts'
import { entryRows } from './entry-rows.ts'
import { createEntryService } from './entry-service.ts'

/** What people post in the books themselves. */
export function createBookEntriesFeature(
  platform: { db: Db; now: () => Date; days: Days },
  options: { books: Books; organizations: OrganizationRecords; authorization: Authorization },
) {
  const service = createEntryService({ ...platform, ...options })
  return { lists: [entryRows], routes: (app: FastifyInstance) => entryRoutes(app, { service }) }
}
