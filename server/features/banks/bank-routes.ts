import type { FastifyInstance } from 'fastify'
import { bankRegisterMaxBytes } from '../../../contract/books/banks.ts'
import * as operations from '../../../contract/operations/books/banks.ts'
import { Invalid } from '../../platform/errors.ts'
import { acceptForms } from '../../platform/http/requests/forms.ts'
import { readSmallUpload, smallUploadLimits } from '../../platform/http/requests/small-upload.ts'
import { bodyChecker } from '../../platform/http/requests/validation.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { BankService } from './bank-service.ts'
import { BanksRefused } from './refused.ts'

const limits = smallUploadLimits(bankRegisterMaxBytes, 5)

export function bankRoutes(app: FastifyInstance, service: BankService): void {
  app.register(async (app) => {
    acceptForms(app)
    const check = bodyChecker(operations.importBanks)
    route(app, operations.importBanks, async (request) => {
      if (request.body === undefined) throw new Invalid(check?.(undefined) ?? [])
      const { content } = await readSmallUpload(request, { textFields: [], limits, check })
      return service.import(content, request.actor).catch(asFault)
    })
  })
  route(app, operations.readBankRegister, () => service.register())
  route(app, operations.readBank, ({ params }) => service.find(params.bik))
}

function asFault(error: unknown): never {
  if (error instanceof BanksRefused) throw new Invalid([error.fault])
  throw error
}
