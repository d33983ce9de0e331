import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { missing } from '../../../contract/api/faults.ts'
import { searchParties } from '../../../contract/operations/organizations/organizations.ts'
import {
  importPartyRegister,
  readPartyRegister,
} from '../../../contract/operations/organizations/party-register.ts'
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
import { readUpload, tooLarge, type UploadLimits } from '../../platform/http/requests/multipart.ts'
import { bodyChecker } from '../../platform/http/requests/validation.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { RegisterImports } from './import/import-service.ts'
import type { PartyService } from './party-service.ts'

const minute = 60_000
const limits: UploadLimits = {
  // The archive of the register of small and medium business has some 1.5 GiB.
  fileBytes: 8 * 1024 ** 3,
  parts: 32,
  otherBytes: 1024 ** 2,
  idle: minute,
  total: 12 * 60 * minute,
}

export interface PartyRouteParts {
  parties: PartyService
  imports: RegisterImports
  files: DurableFiles
  dataDir: string
}

export function partyRoutes(
  app: FastifyInstance,
  { parties, imports, files, dataDir }: PartyRouteParts,
): void {
  route(app, searchParties, async ({ query: { q, limit, offset } }) => parties.search(q, limit, offset))
  route(app, readPartyRegister, () => imports.read())
  app.register(async (app) => {
    acceptForms(app)
    const check = bodyChecker(importPartyRegister)
    route(app, importPartyRegister, async (request) => {
      if (request.body === undefined) throw new Invalid(check?.(undefined) ?? [])
      const uploaded = createUploadedFiles(files, join(dataDir, 'register-uploads'), limits.fileBytes)
      let isStarted = false
      try {
        const received = await imports.receive(() => readFiles(request, uploaded))
        isStarted = true
        return await imports.start(received, request.actor, uploaded.discard)
      } finally {
        if (!isStarted) await uploaded.discard()
      }
    })
  })
}

async function readFiles(request: FastifyRequest, uploaded: UploadedFiles): Promise<UploadedFile[]> {
  const files: UploadedFile[] = []
  let begun = 0
  const { hasFile, faults } = await readUpload(request.raw, request.headers['content-type'] ?? '', {
    fileField: 'file',
    severalFiles: true,
    textFields: [],
    limits,
    async takeFile(content: Readable, name) {
      // In the order of the form: of the same party the last row counts.
      const place = begun++
      try {
        files[place] = await uploaded.take(content, fileName(name))
      } catch (error) {
        throw error instanceof FilesTooLarge ? new Invalid([tooLarge('file', limits.fileBytes)]) : error
      }
    },
  })
  const all = hasFile || faults.length > 0 ? faults : [missing(['body', 'file'])]
  if (all.length > 0) throw new Invalid(all)
  return files
}
