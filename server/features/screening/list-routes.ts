import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Fault } from '../../../contract/api/faults.ts'
import * as operations from '../../../contract/operations/organizations/screening.ts'
import type { ListKind } from '../../../contract/organizations/screening.ts'
import { Invalid } from '../../platform/errors.ts'
import type { DurableFiles } from '../../platform/files/durable-files.ts'
import {
  createUploadedFiles,
  FilesTooLarge,
  fileName,
  type UploadedFile,
  type UploadedFiles,
} from '../../platform/files/uploaded-files.ts'
import { acceptForms } from '../../platform/http/requests/forms.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { readUpload, tooLarge, type UploadLimits } from '../../platform/http/requests/multipart.ts'
import { bodyChecker } from '../../platform/http/requests/validation.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { CurrentIndex } from './generations/current-index.ts'
import type { GivenList, ListImport } from './generations/list-import.ts'
import { ListRefused } from './generations/list-refused.ts'
import type { ListService } from './list-service.ts'

const minute = 60_000
const mebibyte = 1024 * 1024
const limits: UploadLimits = {
  fileBytes: 512 * mebibyte,
  parts: 32,
  otherBytes: mebibyte,
  idle: minute,
  total: 60 * minute,
}

export interface ListRouteParts {
  lists: ListService
  imports: ListImport
  index: Pick<CurrentIndex, 'refresh'>
  files: DurableFiles
  dataDir: string
  log: Logger
}

export function listRoutes(app: FastifyInstance, parts: ListRouteParts): void {
  const { lists, imports, index, files, dataDir, log } = parts
  route(app, operations.readScreeningStatus, () => lists.status())
  route(app, operations.checkScreening, ({ body }) => lists.check(body))
  app.register(async (app) => {
    acceptForms(app)
    const check = bodyChecker(operations.importScreeningList)
    route(app, operations.importScreeningList, async (request) => {
      if (request.body === undefined) throw new Invalid(check?.(undefined) ?? [])
      const temporary = createUploadedFiles(files, join(dataDir, 'list-uploads'), limits.fileBytes)
      try {
        const { files, ...form } = await readForm(request, temporary, check)
        const content = files.map(({ name, sha256 }) => ({ name, sha256 }))
        const key = idempotencyKey(request, { ...form, files: content })
        const result = await imports.run({ ...form, files }, request.actor, { key }).catch(asFault)
        // Whoever imported a list expects to find it. Without this, the notification does it a moment later.
        await index.refresh().catch((error) => log.warn({ err: error }, 'the lists could not be loaded'))
        return result
      } finally {
        await temporary.discard()
      }
    })
  })
}

/** The form is read to its end, so that all faults are reported together. */
async function readForm(
  request: FastifyRequest,
  temporary: UploadedFiles,
  check: ((body: unknown) => Fault[]) | undefined,
): Promise<Omit<GivenList, 'files'> & { files: UploadedFile[] }> {
  const files: UploadedFile[] = []
  let begun = 0
  const { fields, hasFile, faults, isWhole } = await readUpload(
    request.raw,
    request.headers['content-type'] ?? '',
    {
      fileField: 'file',
      severalFiles: true,
      textFields: ['list', 'kind', 'force'],
      limits,
      async takeFile(content: Readable, name) {
        // In the order of the form: a later file may be read first.
        const place = begun++
        try {
          files[place] = await temporary.take(content, fileName(name))
        } catch (error) {
          throw error instanceof FilesTooLarge ? new Invalid([tooLarge('file', limits.fileBytes)]) : error
        }
      },
    },
  )
  const reported = new Set(faults.map(({ loc }) => loc[1]))
  const fieldFaults = (check?.({ ...(hasFile && { file: [''] }), ...fields }) ?? []).filter(
    // Missing fields may be in the part that was not read.
    ({ loc, type }) => !reported.has(loc[1]) && (isWhole || type !== 'missing'),
  )
  const all = [...faults, ...fieldFaults]
  if (all.length > 0) throw new Invalid(all)
  const { list, kind, force } = fields as { list: string; kind?: ListKind; force?: string }
  // Without a kind, the key of a repeated request stays what it was before there were kinds.
  return { list, ...(kind !== undefined && { kind }), force: force === 'true', files }
}

function asFault(error: unknown): never {
  if (error instanceof ListRefused) throw new Invalid([{ ...error.fault, loc: ['body', 'file'] }])
  throw error
}
