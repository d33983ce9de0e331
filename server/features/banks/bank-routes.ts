import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bankRegisterMaxBytes } from '../../../contract/banks.ts'
import type { Fault } from '../../../contract/faults.ts'
import * as operations from '../../../contract/operations/banks.ts'
import { Invalid } from '../../platform/errors.ts'
import { acceptForms } from '../../platform/http/forms.ts'
import { readUpload, type UploadLimits } from '../../platform/http/multipart.ts'
import { route } from '../../platform/http/route.ts'
import { bodyChecker } from '../../platform/http/validation.ts'
import type { BankService } from './bank-service.ts'
import { BanksRefused } from './refused.ts'

const limits: UploadLimits = {
  fileBytes: bankRegisterMaxBytes,
  parts: 8,
  otherBytes: 64 * 1024,
  idle: 60_000,
  total: 300_000,
}

export function bankRoutes(app: FastifyInstance, service: BankService): void {
  app.register(async (app) => {
    acceptForms(app)
    const check = bodyChecker(operations.importBanks)
    route(app, operations.importBanks, async (request) => {
      if (request.body === undefined) throw new Invalid(check?.(undefined) ?? [])
      return service.import(await readForm(request, check), request.actor).catch(asFault)
    })
  })
  route(app, operations.readBankRegister, () => service.register())
  route(app, operations.readBank, ({ params }) => service.find(params.bik))
}

/** The form is read to its end, so that all faults are reported together. The file is small enough for memory. */
async function readForm(
  request: FastifyRequest,
  check: ((body: unknown) => Fault[]) | undefined,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  const { fields, hasFile, faults, isWhole } = await readUpload(
    request.raw,
    request.headers['content-type'] ?? '',
    {
      fileField: 'file',
      textFields: [],
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
  return content
}

function asFault(error: unknown): never {
  if (error instanceof BanksRefused) throw new Invalid([error.fault])
  throw error
}
