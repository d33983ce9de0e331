import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { documentMaxBytes, isDocumentKind } from '../../../contract/documents.ts'
import type { Fault } from '../../../contract/faults.ts'
import {
  documentContent,
  documentSlots,
  listDocuments,
  listDocumentVersions,
  reviewDocument,
} from '../../../contract/operations/documents.ts'
import { Invalid } from '../../platform/errors.ts'
import { sendContent } from '../../platform/http/content-response.ts'
import { acceptForms } from '../../platform/http/forms.ts'
import { readUpload, type UploadLimits } from '../../platform/http/multipart.ts'
import { expectedVersions } from '../../platform/http/preconditions.ts'
import { route } from '../../platform/http/route.ts'
import { bodyChecker } from '../../platform/http/validation.ts'
import type { SentFile } from '../../platform/sent-file.ts'
import { ContentRefused } from './checks/content-check.ts'
import { documentNotFound } from './document-failures.ts'
import type { DocumentService } from './document-service.ts'
import type { PendingUpload, UploadService } from './document-upload.ts'
import { ContentEmpty, Infected } from './upload/intake.ts'

const minute = 60_000
const uploadLimits: UploadLimits = {
  fileBytes: documentMaxBytes,
  parts: 16,
  otherBytes: 512 * 1024,
  idle: minute,
  total: 30 * minute,
}

export function documentRoutes(
  app: FastifyInstance,
  { documents, uploads }: { documents: DocumentService; uploads: UploadService },
): void {
  route(app, listDocuments, (request) => documents.list(request.params.organization_id, request.actor))
  for (const { kind, get } of documentSlots) {
    route(app, get, (request) => documents.get(request.params.organization_id, kind, request.actor))
  }
  route(app, listDocumentVersions, (request) =>
    documents.versions(request.params.organization_id, request.params.kind, request.actor),
  )
  route(app, reviewDocument, (request) =>
    documents.review(
      request.params.organization_id,
      request.params.kind,
      request.body,
      request.actor,
      expectedVersions(request),
    ),
  )
  route(app, documentContent, async (request, reply) => {
    const { organization_id: organizationId, kind } = request.params
    if (!isDocumentKind(kind)) throw documentNotFound()
    const { version, session, api_key: apiKey, expires, signature } = request.query
    const download = await documents.prepareDownload(
      { organizationId, kind, version, session, apiKey, expires, signature },
      { address: request.ip, requestId: request.id },
    )
    return sendContent(request, reply, fileOf(download))
  })
  app.register(async (app) => uploadRoutes(app, { documents, uploads }))
}

/** A separate scope, because only these routes accept forms. */
function uploadRoutes(
  app: FastifyInstance,
  { documents, uploads }: { documents: DocumentService; uploads: UploadService },
): void {
  acceptForms(app)
  for (const { kind, put } of documentSlots) {
    const check = bodyChecker(put)
    route(app, put, async (request) => {
      if (request.body === undefined) throw new Invalid(check?.(undefined) ?? [])
      const upload = await uploads.begin(request.params.organization_id, kind, request.actor)
      try {
        const { fields: sent, fileName } = await readForm(request, upload, check)
        const { number = null, issued_on = null, expires_on = null, comment = null } = sent
        const fields = { number, issued_on, expires_on, comment }
        const slot = await upload.finish(fileName, fields, request.ifMatch)
        return await documents.response(slot, request.actor)
      } finally {
        await upload.discard()
      }
    })
  }
}

type Fields = Record<string, string>

/** Reads the whole form first, so that all faults are reported together. */
async function readForm(
  request: FastifyRequest,
  upload: PendingUpload,
  check: ((body: unknown) => Fault[]) | undefined,
): Promise<{ fields: Fields; fileName: string | undefined }> {
  const contentFaults: Fault[] = []
  let fileName: string | undefined
  const { fields, hasFile, faults, isWhole } = await readUpload(
    request.raw,
    request.headers['content-type'] ?? '',
    {
      fileField: 'file',
      textFields: ['number', 'issued_on', 'expires_on', 'comment'],
      limits: uploadLimits,
      async takeFile(content: Readable, name) {
        fileName = name
        try {
          await upload.take(content)
        } catch (error) {
          const fault = toFault(error)
          if (!fault) throw error
          contentFaults.push(fault)
          // A rejected file is not stored, but the fields after it are still read.
          content.resume()
        }
      },
    },
  )
  const reported = new Set(faults.map(({ loc }) => loc[1]))
  const fieldFaults = check?.({ ...(hasFile && { file: '' }), ...fields }) ?? []
  const all = [
    ...faults,
    // Missing fields may be in the part that was not read.
    ...[...contentFaults, ...fieldFaults].filter(
      ({ loc, type }) => !reported.has(loc[1]) && (isWhole || type !== 'missing'),
    ),
  ]
  if (all.length > 0) throw new Invalid(all)
  return { fields, fileName }
}

function toFault(error: unknown): Fault | undefined {
  const loc = ['body', 'file']
  if (error instanceof ContentEmpty) return { loc, msg: error.message, type: 'file_empty' }
  if (error instanceof ContentRefused) return error.toFault(loc)
  if (error instanceof Infected)
    return { loc, msg: error.message, type: 'infected', ctx: { found: error.found } }
  return undefined
}

type Download = Awaited<ReturnType<DocumentService['prepareDownload']>>

function fileOf({ version, open }: Download): SentFile {
  const isShown = /^(application\/pdf|image\/(png|jpeg))$/.test(version.content_type)
  return {
    name: version.file_name,
    contentType: version.content_type,
    size: version.size,
    sha256: version.sha256,
    shown: isShown ? 'inline' : 'attachment',
    open,
  }
}
