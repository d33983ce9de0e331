import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import type { CommentSubject } from '../../platform/comments/comment-subject.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { FileIntake } from '../documents/file-intake.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { createAttachmentService } from './attachment-service.ts'
import { type CommentServices, commentRoutes } from './comment-routes.ts'
import { createCommentService } from './comment-service.ts'

export function createCommentsFeature(
  platform: { db: Db; now: () => Date; log: Logger; vault: Vault; jobs: Jobs },
  {
    subjects,
    ...files
  }: {
    subjects: {
      request: CommentSubject<[requestId: string]>
      organization: CommentSubject<[organizationId: string]>
      document: CommentSubject<[organizationId: string, kind: string]>
    }
    stores: BlobStores
    intake: FileIntake
    organizations: OrganizationRecords
  },
) {
  const attachments = createAttachmentService({ ...platform, ...files })
  platform.jobs.every(attachments.cleaning)
  const services: CommentServices = {
    requests: createCommentService({
      ...platform,
      subject: subjects.request,
      named: ({ subject_id }) => ({ request_id: subject_id }),
    }),
    organizations: createCommentService({
      ...platform,
      subject: subjects.organization,
      named: ({ subject_id }) => ({ organization_id: subject_id }),
    }),
    documents: createCommentService({
      ...platform,
      subject: subjects.document,
      named: ({ subject_id, document_kind, document_version }) => ({
        organization_id: subject_id,
        kind: document_kind ?? '',
        version: document_version,
      }),
    }),
    attachments,
  }
  return { routes: (app: FastifyInstance) => commentRoutes(app, services) }
}
