import { isDocumentKind } from '../../../contract/organizations/documents.ts'
import type { CommentedObject, CommentSubject } from '../../platform/comments/comment-subject.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { documentNotFound } from './document-failures.ts'
import { findSlot } from './document-store.ts'

/** Comments on documents: those of all versions belong together. */
export function createCommentedDocument(
  organizations: Pick<OrganizationRecords, 'require' | 'lock'>,
): CommentSubject<[organizationId: string, kind: string]> {
  return {
    async find(db, organizationId, kind) {
      await organizations.require(db, organizationId)
      return commented(db, organizationId, kind)
    },
    async lock(db, organizationId, kind) {
      await organizations.lock(db, organizationId)
      return commented(db, organizationId, kind)
    },
  }
}

async function commented(db: Db, organizationId: string, kind: string): Promise<CommentedObject> {
  const slot = isDocumentKind(kind) ? await findSlot(db, organizationId, kind) : undefined
  if (!slot) throw documentNotFound()
  const { id, version } = slot
  return {
    type: 'document',
    id: organizationId,
    document: { kind, version },
    organizationId,
    event: { type: 'document.commented', object: { type: 'document', id }, data: { kind, version } },
    version,
  }
}
