import type { FastifyInstance } from 'fastify'
import { preferredLanguage } from '../../../contract/lists/file-words.ts'
import * as operations from '../../../contract/operations/books/close.ts'
import { tableContentTypes } from '../../platform/exports/table-file.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { CloseService } from './close-service.ts'

export function closeRoutes(app: FastifyInstance, { service }: { service: CloseService }): void {
  route(app, operations.readClose, ({ query }) => service.read(query))
  route(app, operations.closeBooks, ({ body, actor }) => service.close(body, actor))
  route(app, operations.reopenBooks, ({ body, actor }) => service.reopen(body, actor))
  route(app, operations.readTrialBalance, ({ query }) => service.trialBalance(query))
  route(app, operations.exportTrialBalance, async (request, reply) => {
    const { language: asked, ...query } = request.query
    const language = asked ?? preferredLanguage(request.headers['accept-language'])
    const pieces = await service.trialBalanceFile(query, language, request.actor)
    return reply
      .type(tableContentTypes[query.format])
      .header('content-disposition', `attachment; filename="trial-balance.${query.format}"`)
      .header('cache-control', 'no-store')
      .send(pieces)
  })
  route(app, operations.readLedger, ({ query }) => service.ledger(query))
  route(app, operations.reconcileAccount, ({ query }) => service.reconciliation(query))
  route(app, operations.listBankAccounts, () => service.bankAccounts())
}
