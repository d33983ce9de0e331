import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/books/book-entries.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { EntryService } from './entry-service.ts'

export function entryRoutes(app: FastifyInstance, { service }: { service: EntryService }): void {
  route(app, operations.createEntry, (request) =>
    service.create(request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.readEntry, ({ params }) => service.read(params.entry_id))
  route(app, operations.reverseEntry, ({ params, body, actor }) =>
    service.reverse(params.entry_id, body.reason, actor),
  )
}
