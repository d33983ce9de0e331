import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Fault } from '../../../contract/api/faults.ts'
import { statementMaxBytes } from '../../../contract/books/statements.ts'
import * as operations from '../../../contract/operations/books/statements.ts'
import { Invalid } from '../../platform/errors.ts'
import type { TemporaryFile } from '../../platform/files/temporary-file.ts'
import { acceptForms } from '../../platform/http/requests/forms.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { readUpload, type UploadLimits } from '../../platform/http/requests/multipart.ts'
import { bodyChecker } from '../../platform/http/requests/validation.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { LineService } from './line-service.ts'
import type { PostingRuleService } from './posting/posting-rule-service.ts'
import { StatementDamaged } from './readers/damaged.ts'
import type { StatementFile, StatementImport } from './statement-import.ts'
import type { StatementService } from './statement-service.ts'

const minute = 60_000
const limits: UploadLimits = {
  fileBytes: statementMaxBytes,
  parts: 8,
  otherBytes: 64 * 1024,
  idle: minute,
  total: 10 * minute,
}

export function statementRoutes(
  app: FastifyInstance,
  {
    imports,
    statements,
    lines,
    rules,
    keep,
  }: {
    imports: StatementImport
    statements: StatementService
    lines: LineService
    rules: PostingRuleService
    keep: (content: Readable) => Promise<TemporaryFile>
  },
): void {
  app.register(async (app) => {
    acceptForms(app)
    const check = bodyChecker(operations.importStatement)
    route(app, operations.importStatement, async (request) => {
      if (request.body === undefined) throw new Invalid(check?.(undefined) ?? [])
      const file = await readForm(request, check, keep)
      const makeKey = (sha256: string) =>
        idempotencyKey(request, { file: sha256, accept_difference: file.acceptDifference })
      return imports.run(file, request.actor, makeKey).catch(asFault)
    })
  })
  route(app, operations.listStatements, ({ query }) => statements.list(query))
  route(app, operations.readStatement, ({ params }) => statements.read(params.statement_id))
  route(app, operations.explainStatement, ({ params, body, actor }) =>
    statements.explain(params.statement_id, body.reason, actor),
  )
  route(app, operations.listLinesOfStatement, ({ params, query }) =>
    statements.linesOf(params.statement_id, query),
  )
  route(app, operations.listCertainMatches, ({ query }) => statements.certainMatches(query))
  route(app, operations.readStatementLine, ({ params }) => statements.line(params.line_id))
  route(app, operations.matchStatementLine, ({ params, body, actor }) =>
    lines.match(params.line_id, body, actor),
  )
  route(app, operations.setAsideStatementLine, ({ params, body, actor }) =>
    lines.setAside(params.line_id, body.reason, actor),
  )
  route(app, operations.reopenStatementLine, ({ params, query, actor }) =>
    lines.reopen(params.line_id, query.decided_at, actor),
  )
  route(app, operations.postStatementLine, ({ params, body, actor }) =>
    lines.post(params.line_id, body, actor),
  )
  route(app, operations.unpostStatementLine, ({ params, query, body, actor }) =>
    lines.unpost(params.line_id, { reason: body.reason, decidedAt: query.decided_at }, actor),
  )
  route(app, operations.listPostingRules, ({ query }) => rules.list(query))
  route(app, operations.createPostingRule, (request) =>
    rules.create(request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.readPostingRule, ({ params }) => rules.read(params.rule_id))
  route(app, operations.deletePostingRule, ({ params, actor }) => rules.delete(params.rule_id, actor))
}

/** The form is read to its end, so that all faults are reported together. */
async function readForm(
  request: FastifyRequest,
  check: ((body: unknown) => Fault[]) | undefined,
  keep: (content: Readable) => Promise<TemporaryFile>,
): Promise<StatementFile> {
  const kept: { name: string; content: TemporaryFile }[] = []
  try {
    const { fields, hasFile, faults, isWhole } = await readUpload(
      request.raw,
      request.headers['content-type'] ?? '',
      {
        fileField: 'file',
        textFields: ['accept_difference'],
        limits,
        async takeFile(content: Readable, name) {
          kept.push({ name, content: await keep(content) })
        },
      },
    )
    const reported = new Set(faults.map(({ loc }) => loc[1]))
    const fieldFaults = (check?.({ ...(hasFile && { file: '' }), ...fields }) ?? []).filter(
      // Missing fields may be in the part that was not read.
      ({ loc, type }) => !reported.has(loc[1]) && (isWhole || type !== 'missing'),
    )
    const [file] = kept
    const isEmpty = hasFile && isWhole && file?.content.size === 0
    const empty: Fault[] = isEmpty
      ? [{ loc: ['body', 'file'], msg: 'The file is empty.', type: 'file_empty' }]
      : []
    const all = [...faults, ...empty, ...fieldFaults]
    if (all.length > 0 || !file) throw new Invalid(all)
    return { ...file, acceptDifference: fields.accept_difference === 'true' }
  } catch (error) {
    for (const { content } of kept) await content.close()
    throw error
  }
}

function asFault(error: unknown): never {
  if (error instanceof StatementDamaged) throw new Invalid([{ ...error.fault, loc: ['body', 'file'] }])
  throw error
}
