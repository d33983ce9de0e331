import type { FastifyInstance } from 'fastify'
import { ratesMaxBytes } from '../../../contract/books/rates.ts'
import * as operations from '../../../contract/operations/books/rates.ts'
import { Invalid } from '../../platform/errors.ts'
import { acceptForms } from '../../platform/http/requests/forms.ts'
import { readSmallUpload, smallUploadLimits } from '../../platform/http/requests/small-upload.ts'
import { bodyChecker } from '../../platform/http/requests/validation.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { RateImport } from './rate-import.ts'
import type { RateService } from './rate-service.ts'
import { RatesRefused } from './readers/refused.ts'

const limits = smallUploadLimits(ratesMaxBytes, 2)

export function rateRoutes(
  app: FastifyInstance,
  { imports, service }: { imports: RateImport; service: RateService },
): void {
  app.register(async (app) => {
    acceptForms(app)
    const check = bodyChecker(operations.importRates)
    route(app, operations.importRates, async (request) => {
      if (request.body === undefined) throw new Invalid(check?.(undefined) ?? [])
      const { content, fields } = await readSmallUpload(request, { textFields: ['day'], limits, check })
      return imports.run({ content, day: fields.day }, request.actor).catch(asFault)
    })
  })
  route(app, operations.setRate, ({ body, actor }) => service.set(body, actor))
  route(app, operations.readRate, ({ params }) => service.read(params.rate_id))
  route(app, operations.removeRate, ({ params, actor }) => service.remove(params.rate_id, actor))
  route(app, operations.readRateInForce, ({ query }) => service.inForce(query))
}

function asFault(error: unknown): never {
  if (error instanceof RatesRefused) throw new Invalid([error.fault])
  throw error
}
