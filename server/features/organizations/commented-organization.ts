import type { CommentedObject, CommentSubject } from '../../platform/comments/comment-subject.ts'
import type { OrganizationRecords, OrganizationRow } from './organization-records.ts'

/** Comments on organizations. */
export function createCommentedOrganization(
  records: Pick<OrganizationRecords, 'require' | 'lock'>,
): CommentSubject<[organizationId: string]> {
  return {
    find: async (db, id) => commented(await records.require(db, id)),
    lock: async (db, id) => commented(await records.lock(db, id)),
  }
}

function commented({ id, version }: OrganizationRow): CommentedObject {
  const object = { type: 'organization', id }
  const event = { type: 'organization.commented' as const, object, data: { id } }
  return { type: 'organization', id, organizationId: id, event, version }
}
