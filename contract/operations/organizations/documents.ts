import { Type } from 'typebox'
import { field, Id, ref } from '../../api/common.ts'
import { operation, organizationParams } from '../../api/operation.ts'
import {
  acceptedTypes,
  type DocumentKind,
  DocumentResponse,
  DocumentVersionResponse,
  documentKinds,
  ReviewDocumentRequest,
  reviewRules,
  uploadBodies,
  uploadRules,
} from '../../organizations/documents.ts'

const tag = {
  name: 'Documents',
  description: 'Seven kinds of documents for each organization: upload, versions, review, download.',
}

export const listDocuments = operation({
  id: 'listDocuments',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/documents',
  tag,
  summary: 'List the documents of an organization',
  access: 'documents:read',
  params: organizationParams,
  response: Type.Array(ref(DocumentResponse)),
  secret: true,
})

/** Each kind has its own operations, derived from the table of kinds. */
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
    fileTypes: acceptedTypes(kind),
    rules: uploadRules,
    response: ref(DocumentResponse),
    ifMatch: true,
    secret: true,
  }),
  get: operation({
    id: `get${operationName(kind)}Document`,
    method: 'GET',
    path: `/v1/organizations/{organization_id}/documents/${kind}`,
    tag,
    summary: `Read the ${kind} document`,
    access: 'documents:read',
    params: organizationParams,
    response: ref(DocumentResponse),
    secret: true,
  }),
}))

const slotParams = Type.Object({
  organization_id: field(Id, 'The id of the organization'),
  kind: field(Type.String(), 'The kind of the document', 'charter'),
})
const slotPath = '/v1/organizations/{organization_id}/documents/{kind}'

export const readDocument = operation({
  id: 'readDocument',
  method: 'GET',
  path: '/v1/documents/{document_id}',
  tag,
  summary: 'Read a document that is known by its id',
  description:
    'Each uploaded version has an id, which events and changes name. The response is always the current version, which may be a later one.',
  access: 'documents:read',
  params: Type.Object({ document_id: field(Id, 'The id of any version of the document') }),
  response: ref(DocumentResponse),
  extension: true,
  secret: true,
})

export const documentContent = operation({
  id: 'getDocumentContent',
  method: 'GET',
  path: `${slotPath}/content`,
  tag,
  summary: 'Download a document',
  description:
    'Use `download_url` as the path: its signature is the credential. One range of bytes may be requested.',
  access: 'anyone',
  params: slotParams,
  query: Type.Object({
    version: field(Type.Optional(Type.String()), 'The version of the document', '2'),
    session: field(Type.Optional(Id), 'The session that the path was made for'),
    api_key: field(Type.Optional(Id), 'The API key that the path was made for, in place of a session'),
    expires: field(
      Type.Optional(Type.String()),
      'When the path expires, in seconds since 1970',
      '1769861100',
    ),
    signature: field(Type.Optional(Type.String()), 'The signature of the path', 'c2lnbmF0dXJl'),
  }),
  produces: {
    types: acceptedTypes('other'),
    schema: Type.String({ format: 'binary', description: 'The bytes of the file' }),
  },
  inParts: true,
  extension: true,
  noHead: true,
})

export const listDocumentVersions = operation({
  id: 'listDocumentVersions',
  method: 'GET',
  path: `${slotPath}/versions`,
  tag,
  summary: 'List all versions of a document with their decisions',
  description: 'Oldest first.',
  access: 'documents:read',
  params: slotParams,
  response: Type.Array(ref(DocumentVersionResponse)),
  extension: true,
  secret: true,
})

export const reviewDocument = operation({
  id: 'reviewDocument',
  method: 'PATCH',
  path: `${slotPath}/review`,
  tag,
  summary: 'Approve or reject a document',
  description:
    'A decision can be changed by another one at any time. Only who made it can take it back, within a few seconds and ' +
    'while nobody has decided otherwise: then the document is `pending` again.',
  access: 'documents:review',
  params: slotParams,
  body: ref(ReviewDocumentRequest),
  rules: reviewRules,
  response: ref(DocumentResponse),
  extension: true,
  ifMatch: true,
  secret: true,
  acts: [{ name: 'document.review' }],
})

function operationName(kind: DocumentKind): string {
  return kind
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
