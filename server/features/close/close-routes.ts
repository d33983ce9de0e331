import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/books/close.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { CloseService } from './close-service.ts'

export function closeRoutes(app: FastifyInstance, { service }: { service: CloseService }): void {
  route(app, operations.readClose, ({ query }) => service.read(query))
  route(app, operations.closeBooks, ({ body, actor }) => service.close(body, actor))
  route(app, operations.reopenBooks, ({ body, actor }) => service.reopen(body, actor))
  route(app, operations.readTrialBalance, ({ query }) => service.trialBalance(query))
  route(app, operations.reconcileAccount, ({ query }) => service.reconciliation(query))
  route(app, operations.listBankAccounts, () => service.bankAccounts())
}
