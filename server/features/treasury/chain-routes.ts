import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chainFileMaxBytes } from '../../../contract/chain-lines.ts'
import type { Fault } from '../../../contract/faults.ts'
import * as operations from '../../../contract/operations/chain-lines.ts'
import { Invalid } from '../../platform/errors.ts'
import { acceptForms } from '../../platform/http/forms.ts'
import { readUpload, type UploadLimits } from '../../platform/http/multipart.ts'
import { route } from '../../platform/http/route.ts'
import { bodyChecker } from '../../platform/http/validation.ts'
import { ChainFileRefused } from './chain-csv.ts'
import type { ChainImport } from './chain-import.ts'
import type { ChainLineService } from './chain-line-service.ts'
import type { ChainStatements } from './chain-statements.ts'

const limits: UploadLimits = {
  fileBytes: chainFileMaxBytes,
  parts: 8,
  otherBytes: 64 * 1024,
  idle: 60_000,
  total: 600_000,
}

export function chainRoutes(
  app: FastifyInstance,
  {
    imports,
    lines,
    statements,
  }: { imports: ChainImport; lines: ChainLineService; statements: ChainStatements },
): void {
  app.register(async (app) => {
    acceptForms(app)
    const check = bodyChecker(operations.importChainStatement)
    route(app, operations.importChainStatement, async (request) => {
      if (request.body === undefined) throw new Invalid(check?.(undefined) ?? [])
      return imports.run(await readForm(request, check), request.actor).catch(asFault)
    })
  })
  route(app, operations.readChainStatements, () => statements.read())
  route(app, operations.readChainLine, ({ params }) => lines.read(params.line_id))
  route(app, operations.matchChainLine, ({ params, body, actor }) => lines.match(params.line_id, body, actor))
  route(app, operations.setAsideChainLine, ({ params, body, actor }) =>
    lines.setAside(params.line_id, body.reason, actor),
  )
  route(app, operations.reopenChainLine, ({ params, actor }) => lines.reopen(params.line_id, actor))
  route(app, operations.postChainFee, ({ params, actor }) => lines.postFee(params.line_id, actor))
  route(app, operations.unpostChainFee, ({ params, body, actor }) =>
    lines.unpostFee(params.line_id, body.reason, actor),
  )
}

/** The form is read to its end, so that all faults are reported together. The file is small enough for memory. */
async function readForm(
  request: FastifyRequest,
  check: ((body: unknown) => Fault[]) | undefined,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  const { hasFile, faults, isWhole } = await readUpload(request.raw, request.headers['content-type'] ?? '', {
    fileField: 'file',
    textFields: [],
    limits,
    async takeFile(content: Readable) {
      for await (const piece of content) pieces.push(piece as Buffer)
    },
  })
  const reported = new Set(faults.map(({ loc }) => loc[1]))
  const fieldFaults = (check?.({ ...(hasFile && { file: '' }) }) ?? []).filter(
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
  if (error instanceof ChainFileRefused) throw new Invalid([error.fault])
  throw error
}
