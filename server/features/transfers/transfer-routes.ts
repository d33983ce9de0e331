import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/wallets/transfers.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { BroadcastService } from './broadcast-service.ts'
import type { ExportService } from './export-service.ts'
import type { SigningService } from './signing/signing-service.ts'
import type { StockService } from './stock/stock-service.ts'
import type { TopUpService } from './top-up-service.ts'
import type { TransferService } from './transfer-service.ts'

export function transferRoutes(
  app: FastifyInstance,
  {
    transfers,
    signing,
    exports,
    broadcasts,
    stock,
    topUps,
  }: {
    transfers: TransferService
    signing: SigningService
    exports: ExportService
    broadcasts: BroadcastService
    stock: StockService
    topUps: TopUpService
  },
): void {
  route(app, operations.createTransfer, (request) =>
    transfers.create(request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.topUpWallet, (request) =>
    topUps.topUp(request.params.wallet_id, request.body ?? {}, request.actor, idempotencyKey(request)),
  )
  route(app, operations.readTransfer, ({ params }) => transfers.read(params.transfer_id))
  // Set first, so that no response with signed bytes is cached, not even an error.
  route(
    app,
    operations.signTransfer,
    ({ params, body, actor }, reply) => {
      reply.header('cache-control', 'no-store')
      return signing.sign(params.transfer_id, body, actor)
    },
    { beforeSent: signing.demandRunning },
  )
  route(
    app,
    operations.exportTransfer,
    async ({ params, query, actor }, reply) => {
      reply.header('cache-control', 'no-store')
      const { contentType, name, content } = await exports.export(
        params.transfer_id,
        query.format ?? 'raw',
        actor,
      )
      return reply
        .header('content-type', contentType)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(content)
    },
    { beforeSent: exports.demandRunning },
  )
  route(app, operations.broadcastTransfer, ({ params, actor }) =>
    broadcasts.broadcast(params.transfer_id, actor),
  )
  route(app, operations.cancelTransfer, ({ params, body, actor }) =>
    transfers.cancel(params.transfer_id, body, actor),
  )
  route(app, operations.releaseTransfer, ({ params, body, actor }) =>
    transfers.release(params.transfer_id, body, actor),
  )
  route(app, operations.confirmTransfer, ({ params, body, actor }) =>
    transfers.confirm(params.transfer_id, body, actor),
  )
  route(app, operations.readDeliveryProgress, ({ params }) => stock.progress(params.request_id))
  route(app, operations.listDeliverySources, ({ params }) => stock.sources(params.request_id))
}
