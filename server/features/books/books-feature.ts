import type { FastifyInstance } from 'fastify'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import { bookRoutes } from './book-routes.ts'
import { createBookService } from './book-service.ts'
import { createBooks, type Sellers } from './books.ts'
import { createClosings } from './closings.ts'
import { createCoinBalancesJob } from './coin-balances.ts'

export function createBooksFeature(
  platform: { db: Db; now: () => Date; days: Pick<Days, 'dayOf'>; provenTables: ProvenTables; jobs: Jobs },
  { sellers }: { sellers: Sellers },
) {
  const service = createBookService(platform)
  const closings = createClosings(platform)
  platform.jobs.every(createCoinBalancesJob(platform))
  return {
    books: createBooks({ ...platform, sellers, closings }),
    closings,
    routes: (app: FastifyInstance) => bookRoutes(app, { service }),
  }
}
