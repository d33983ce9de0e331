import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/books/payment-files.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { PaymentFileService } from './payment-file-service.ts'

export function paymentFileRoutes(app: FastifyInstance, files: PaymentFileService): void {
  route(app, operations.listRefundsToPay, ({ query }) => files.refundsToPay(query))
  route(app, operations.createPaymentFile, (request) =>
    files.create(request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.readPaymentFile, ({ params }) => files.read(params.file_id))
  route(app, operations.downloadPaymentFile, async ({ params, actor }, reply) => {
    const { name, content } = await files.download(params.file_id, actor)
    return reply
      .type('text/plain; charset=windows-1251')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(content)
  })
  route(app, operations.voidPaymentFile, ({ params, body, actor }) =>
    files.void(params.file_id, body.reason, actor),
  )
}
