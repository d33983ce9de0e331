import { Type } from 'typebox'
import { field, Id, pageQuery, ref } from '../../api/common.ts'
import { operation, organizationParams, requestParams } from '../../api/operation.ts'
import {
  attachmentTypes,
  CommentAttachment,
  CreateCommentBody,
  CreatePurchaseRequestCommentBody,
  DocumentCommentListResponse,
  DocumentCommentResponse,
  OrganizationCommentListResponse,
  OrganizationCommentResponse,
  PurchaseRequestCommentListResponse,
  PurchaseRequestCommentResponse,
  UploadAttachmentBody,
} from '../../work/comments.ts'

const tag = {
  name: 'Comments',
  description: 'What people write about purchase requests, organizations and documents.',
}
const listing = { method: 'GET', tag, extension: true, query: Type.Object(pageQuery) } as const
const writing = {
  method: 'POST',
  tag,
  extension: true,
  success: 201,
} as const

const requestPath = '/v1/purchase-requests/{request_id}/comments'
const organizationPath = '/v1/organizations/{organization_id}/comments'
const documentPath = '/v1/organizations/{organization_id}/documents/{kind}/comments'
const attachmentPath = '/v1/organizations/{organization_id}/comment-attachments'

const documentParams = Type.Object({
  organization_id: field(Id, 'The id of the organization'),
  kind: field(Type.String(), 'The kind of the document', 'charter'),
})

export const listPurchaseRequestComments = operation({
  ...listing,
  id: 'listPurchaseRequestComments',
  path: requestPath,
  summary: 'List the comments on a purchase request, newest first',
  access: 'requests:read',
  params: requestParams,
  response: ref(PurchaseRequestCommentListResponse),
})

export const createPurchaseRequestComment = operation({
  ...writing,
  id: 'createPurchaseRequestComment',
  path: requestPath,
  summary: 'Comment on a purchase request',
  access: 'requests:process',
  params: requestParams,
  body: ref(CreatePurchaseRequestCommentBody),
  response: ref(PurchaseRequestCommentResponse),
})

export const listOrganizationComments = operation({
  ...listing,
  id: 'listOrganizationComments',
  path: organizationPath,
  summary: 'List the comments on an organization, newest first',
  access: 'organizations:read',
  params: organizationParams,
  response: ref(OrganizationCommentListResponse),
})

export const createOrganizationComment = operation({
  ...writing,
  id: 'createOrganizationComment',
  path: organizationPath,
  summary: 'Comment on an organization',
  access: 'organizations:write',
  params: organizationParams,
  body: ref(CreateCommentBody),
  response: ref(OrganizationCommentResponse),
})

export const listDocumentComments = operation({
  ...listing,
  id: 'listDocumentComments',
  path: documentPath,
  summary: 'List the comments on all versions of a document, newest first',
  access: 'documents:read',
  params: documentParams,
  response: ref(DocumentCommentListResponse),
})

export const createDocumentComment = operation({
  ...writing,
  id: 'createDocumentComment',
  path: documentPath,
  summary: 'Comment on a document',
  access: 'documents:write',
  params: documentParams,
  body: ref(CreateCommentBody),
  response: ref(DocumentCommentResponse),
})

export const uploadCommentAttachment = operation({
  id: 'uploadCommentAttachment',
  method: 'POST',
  path: attachmentPath,
  tag,
  summary: 'Upload a file for a comment',
  description:
    'Name its id in `attachments` of a comment on this organization, its documents or its purchase requests. The file is checked as a ' +
    'document is. One that no comment names within a day is deleted.',
  access: 'documents:write',
  params: organizationParams,
  body: ref(UploadAttachmentBody),
  bodyType: 'multipart',
  fileTypes: attachmentTypes,
  success: 201,
  response: ref(CommentAttachment),
  location: '/v1/organizations/{organization_id}/comment-attachments/{id}',
  extension: true,
})

export const readCommentAttachment = operation({
  id: 'readCommentAttachment',
  method: 'GET',
  path: `${attachmentPath}/{attachment_id}`,
  tag,
  summary: 'Download a file of a comment',
  description: 'The download is recorded in the audit log. One range of bytes may be requested.',
  access: 'documents:read',
  params: Type.Object({
    organization_id: field(Id, 'The id of the organization'),
    attachment_id: field(Id, 'The id of the file'),
  }),
  produces: {
    types: attachmentTypes,
    schema: Type.String({ format: 'binary', description: 'The bytes of the file' }),
  },
  inParts: true,
  noHead: true,
  extension: true,
})
