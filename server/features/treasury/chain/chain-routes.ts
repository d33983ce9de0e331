import type { FastifyInstance } from 'fastify'
import { chainFileMaxBytes } from '../../../../contract/books/chain-lines.ts'
import * as operations from '../../../../contract/operations/books/chain-lines.ts'
import { Invalid } from '../../../platform/errors.ts'
import { acceptForms } from '../../../platform/http/requests/forms.ts'
import { readSmallUpload, smallUploadLimits } from '../../../platform/http/requests/small-upload.ts'
import { bodyChecker } from '../../../platform/http/requests/validation.ts'
import { route } from '../../../platform/http/routes/route.ts'
import { ChainFileRefused } from './chain-csv.ts'
import type { ChainImport } from './chain-import.ts'
import type { ChainLineService } from './chain-line-service.ts'
import type { ChainStatements } from './chain-statements.ts'

const limits = smallUploadLimits(chainFileMaxBytes, 10)

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
      const { content } = await readSmallUpload(request, { textFields: [], limits, check })
      return imports.run(content, request.actor).catch(asFault)
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
  route(app, operations.postChainMove, ({ params, body, actor }) =>
    lines.postMove(params.line_id, body.delivery_id, actor),
  )
  route(app, operations.unpostChainFee, ({ params, body, actor }) =>
    lines.unpost(params.line_id, body.reason, actor),
  )
}

function asFault(error: unknown): never {
  if (error instanceof ChainFileRefused) throw new Invalid([error.fault])
  throw error
}
