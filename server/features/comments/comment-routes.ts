import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/work/comments.ts'
import { Invalid } from '../../platform/errors.ts'
import { acceptForms } from '../../platform/http/requests/forms.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { bodyChecker } from '../../platform/http/requests/validation.ts'
import { sendContent } from '../../platform/http/responses/content-response.ts'
import { route } from '../../platform/http/routes/route.ts'
import { readUploadForm } from '../documents/file-intake.ts'
import type { AttachmentService } from './attachment-service.ts'
import type { CommentService } from './comment-service.ts'

export interface CommentServices {
  requests: CommentService<[requestId: string], { request_id: string }>
  organizations: CommentService<[organizationId: string], { organization_id: string }>
  documents: CommentService<
    [organizationId: string, kind: string],
    { organization_id: string; kind: string; version: number | null }
  >
  attachments: AttachmentService
}

export function commentRoutes(
  app: FastifyInstance,
  { requests, organizations, documents, attachments }: CommentServices,
): void {
  route(app, operations.listPurchaseRequestComments, ({ params, query }) =>
    requests.list(query, params.request_id),
  )
  route(app, operations.createPurchaseRequestComment, (request) =>
    requests.create(request.body, request.actor, idempotencyKey(request), request.params.request_id),
  )
  route(app, operations.listOrganizationComments, ({ params, query }) =>
    organizations.list(query, params.organization_id),
  )
  route(app, operations.createOrganizationComment, (request) =>
    organizations.create(
      request.body,
      request.actor,
      idempotencyKey(request),
      request.params.organization_id,
    ),
  )
  route(app, operations.listDocumentComments, ({ params, query }) =>
    documents.list(query, params.organization_id, params.kind),
  )
  route(app, operations.createDocumentComment, (request) =>
    documents.create(
      request.body,
      request.actor,
      idempotencyKey(request),
      request.params.organization_id,
      request.params.kind,
    ),
  )
  route(app, operations.readCommentAttachment, async (request, reply) => {
    const { organization_id, attachment_id } = request.params
    return sendContent(
      request,
      reply,
      await attachments.prepareDownload(organization_id, attachment_id, request.actor),
    )
  })
  app.register(async (app) => {
    acceptForms(app)
    const check = bodyChecker(operations.uploadCommentAttachment)
    route(app, operations.uploadCommentAttachment, async (request) => {
      if (request.body === undefined) throw new Invalid(check?.(undefined) ?? [])
      const upload = await attachments.begin(request.params.organization_id, request.actor)
      try {
        const { fileName } = await readUploadForm(request, { textFields: [], check, take: upload.take })
        return await upload.finish(fileName, (sha256) => idempotencyKey(request, { file: sha256 }))
      } finally {
        await upload.discard()
      }
    })
  })
}
