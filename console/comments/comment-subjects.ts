import type { Permission } from '../../contract/api/roles.ts'
import * as operations from '../../contract/operations/work/comments.ts'
import type { CommentResponse, CreateCommentBody } from '../../contract/work/comments.ts'
import { call } from '../api/client.ts'

/** What comments are about, and how they are read and written. */
export interface CommentSubject {
  key: readonly string[]
  organizationId: string
  permission: Permission
  list(page: { limit: number }, signal: AbortSignal): Promise<{ items: ShownComment[]; total: number }>
  create(body: CreateCommentBody): Promise<unknown>
}

export type ShownComment = CommentResponse & { version?: number | null }

export function ofRequest({ id, organization_id }: { id: string; organization_id: string }): CommentSubject {
  const params = { request_id: id }
  return {
    key: ['request', id],
    organizationId: organization_id,
    permission: 'requests:process',
    list: (query, signal) => call(operations.listPurchaseRequestComments, { params, query, signal }),
    create: (body) => call(operations.createPurchaseRequestComment, { params, body }),
  }
}

export function ofOrganization({ id }: { id: string }): CommentSubject {
  const params = { organization_id: id }
  return {
    key: ['organization', id],
    organizationId: id,
    permission: 'organizations:write',
    list: (query, signal) => call(operations.listOrganizationComments, { params, query, signal }),
    create: (body) => call(operations.createOrganizationComment, { params, body }),
  }
}

export function ofDocument(organizationId: string, kind: string): CommentSubject {
  const params = { organization_id: organizationId, kind }
  return {
    key: ['document', organizationId, kind],
    organizationId,
    permission: 'documents:write',
    list: (query, signal) => call(operations.listDocumentComments, { params, query, signal }),
    create: (body) => call(operations.createDocumentComment, { params, body }),
  }
}
