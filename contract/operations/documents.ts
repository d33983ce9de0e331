import { Type } from 'typebox'
import { ref } from '../common.ts'
import { type DocumentKind, DocumentResponse, documentKinds, uploadBody } from '../documents.ts'
import { operation, organizationParams } from '../operation.ts'

const tag = 'Documents'

export const listDocuments = operation({
  id: 'listDocuments',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/documents',
  tag,
  summary: 'List the documents of an organization',
  access: 'documents:read',
  params: organizationParams,
  answer: Type.Array(ref(DocumentResponse)),
})

export const uploadBodies = documentKinds.map(uploadBody)

/** Each kind has operations of its own, made from the one table of kinds. */
export const documentSlots = documentKinds.map((kind, index) => ({
  kind,
  put: operation({
    id: `put${operationName(kind)}Document`,
    method: 'PUT',
    path: `/v1/organizations/{organization_id}/documents/${kind}`,
    tag,
    summary: `Upload the ${kind} document`,
    access: 'documents:write',
    params: organizationParams,
    body: ref(uploadBodies[index] as (typeof uploadBodies)[number]),
    bodyType: 'multipart',
    answer: ref(DocumentResponse),
  }),
  get: operation({
    id: `get${operationName(kind)}Document`,
    method: 'GET',
    path: `/v1/organizations/{organization_id}/documents/${kind}`,
    tag,
    summary: `Read the ${kind} document`,
    access: 'documents:read',
    params: organizationParams,
    answer: ref(DocumentResponse),
  }),
}))

function operationName(kind: DocumentKind): string {
  return kind
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
