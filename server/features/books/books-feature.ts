import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { bookRoutes } from './book-routes.ts'
import { createBookService } from './book-service.ts'
import { createBooks } from './books.ts'

export function createBooksFeature(platform: { db: Db; now: () => Date }) {
  const service = createBookService(platform)
  return {
    books: createBooks(platform),
    routes: (app: FastifyInstance) => bookRoutes(app, { service }),
  }
}
