import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Fault } from '../../../contract/faults.ts'
import * as operations from '../../../contract/operations/rates.ts'
import { ratesMaxBytes } from '../../../contract/rates.ts'
import { Invalid } from '../../platform/errors.ts'
import { acceptForms } from '../../platform/http/forms.ts'
import { readUpload, type UploadLimits } from '../../platform/http/multipart.ts'
import { route } from '../../platform/http/route.ts'
import { bodyChecker } from '../../platform/http/validation.ts'
import type { RateImport } from './rate-import.ts'
import type { RateService } from './rate-service.ts'
import { RatesRefused } from './readers/refused.ts'

const limits: UploadLimits = {
  fileBytes: ratesMaxBytes,
  parts: 8,
  otherBytes: 64 * 1024,
  idle: 60_000,
  total: 120_000,
}

export function rateRoutes(
  app: FastifyInstance,
  { imports, service }: { imports: RateImport; service: RateService },
): void {
  app.register(async (app) => {
    acceptForms(app)
    const check = bodyChecker(operations.importRates)
    route(app, operations.importRates, async (request) => {
      if (request.body === undefined) throw new Invalid(check?.(undefined) ?? [])
      return imports.run(await readForm(request, check), request.actor).catch(asFault)
    })
  })
  route(app, operations.setRate, ({ body, actor }) => service.set(body, actor))
  route(app, operations.readRate, ({ params }) => service.read(params.rate_id))
  route(app, operations.removeRate, ({ params, actor }) => service.remove(params.rate_id, actor))
  route(app, operations.readRateInForce, ({ query }) => service.inForce(query))
}

/** The form is read to its end, so that all faults are reported together. The file is small enough for memory. */
async function readForm(
  request: FastifyRequest,
  check: ((body: unknown) => Fault[]) | undefined,
): Promise<{ content: Buffer; day: string | undefined }> {
  const pieces: Buffer[] = []
  const { fields, hasFile, faults, isWhole } = await readUpload(
    request.raw,
    request.headers['content-type'] ?? '',
    {
      fileField: 'file',
      textFields: ['day'],
      limits,
      async takeFile(content: Readable) {
        for await (const piece of content) pieces.push(piece as Buffer)
      },
    },
  )
  const reported = new Set(faults.map(({ loc }) => loc[1]))
  const fieldFaults = (check?.({ ...(hasFile && { file: '' }), ...fields }) ?? []).filter(
    // Missing fields may be in the part that was not read.
    ({ loc, type }) => !reported.has(loc[1]) && (isWhole || type !== 'missing'),
  )
  const content = Buffer.concat(pieces)
  const empty: Fault[] =
    hasFile && isWhole && content.length === 0
      ? [{ loc: ['body', 'file'], msg: 'The file is empty.', type: 'file_empty' }]
      : []
  const all = [...faults, ...empty, ...fieldFaults]
  if (all.length > 0) throw new Invalid(all)
  return { content, day: fields.day }
}

function asFault(error: unknown): never {
  if (error instanceof RatesRefused) throw new Invalid([error.fault])
  throw error
}
