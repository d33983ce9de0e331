import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/wallets/transfer-batches.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { BatchService } from './batch-service.ts'

export function batchRoutes(app: FastifyInstance, batches: BatchService): void {
  route(app, operations.createTransferBatch, (request) =>
    batches.create(request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.readTransferBatch, ({ params }) => batches.read(params.batch_id))
  route(app, operations.signTransferBatch, ({ params, body, actor }) =>
    batches.sign(params.batch_id, body, actor),
  )
  route(app, operations.cancelTransferBatch, ({ params, body, actor }) =>
    batches.cancel(params.batch_id, body, actor),
  )
}
