import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/books/books.ts'
import { route } from '../../platform/http/routes/route.ts'
import { exportFileName } from './book-export.ts'
import type { BookService } from './book-service.ts'

const contentTypes = { hledger: 'text/plain; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const

export function bookRoutes(app: FastifyInstance, { service }: { service: BookService }): void {
  route(app, operations.listBalances, async ({ query }) => service.balances(query))

  route(app, operations.exportBooks, async ({ query, actor }, reply) => {
    const pieces = await service.export(query, actor)
    return reply
      .type(contentTypes[query.format])
      .header('content-disposition', `attachment; filename="${exportFileName(query)}"`)
      .header('cache-control', 'no-store')
      .send(pieces)
  })
}
