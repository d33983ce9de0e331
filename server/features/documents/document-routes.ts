import type { FastifyInstance } from 'fastify'
import {
  documentContent,
  documentSlots,
  listDocuments,
  listDocumentVersions,
  readDocument,
  reviewDocument,
} from '../../../contract/operations/organizations/documents.ts'
import { isDocumentKind } from '../../../contract/organizations/documents.ts'
import { Invalid } from '../../platform/errors.ts'
import { acceptForms } from '../../platform/http/requests/forms.ts'
import { bodyChecker } from '../../platform/http/requests/validation.ts'
import { sendContent } from '../../platform/http/responses/content-response.ts'
import { expectedVersions } from '../../platform/http/responses/preconditions.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { SentFile } from '../../platform/sent-file.ts'
import { documentNotFound } from './document-failures.ts'
import type { DocumentService } from './document-service.ts'
import type { UploadService } from './document-upload.ts'
import { readUploadForm } from './upload-form.ts'

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
  route(app, readDocument, (request) => documents.read(request.params.document_id, request.actor))
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
        const { fields: sent, fileName } = await readUploadForm(request, {
          textFields: ['number', 'issued_on', 'expires_on', 'comment'],
          check,
          take: upload.take,
        })
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
