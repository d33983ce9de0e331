import type { FastifyInstance } from 'fastify'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { bookRoutes } from './book-routes.ts'
import { createBookService } from './book-service.ts'
import { createBooks, type Sellers } from './books.ts'

export function createBooksFeature(
  platform: { db: Db; now: () => Date; days: Pick<Days, 'dayOf'> },
  { sellers }: { sellers: Sellers },
) {
  const service = createBookService(platform)
  return {
    books: createBooks({ ...platform, sellers }),
    routes: (app: FastifyInstance) => bookRoutes(app, { service }),
  }
}
