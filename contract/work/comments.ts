import { type Static, type TProperties, Type } from 'typebox'
import { Doer } from '../api/actor.ts'
import { field, Id, IdFilter, Instant, nullable, page, ref } from '../api/common.ts'
import { alternatives } from '../api/faults.ts'
import { multiline } from '../api/visible-text.ts'
import { acceptedTypes, namesOfTypes } from '../organizations/documents.ts'

/** What a file of a comment may be: the same as a document of the kind `other`. */
export const attachmentTypes = acceptedTypes('other')
export const mostMentions = 20
export const mostAttachments = 10

const exampleText = 'The customer called: the payment comes on Monday'

export const CommentAttachment = Type.Object(
  {
    id: field(Id, 'The id of the file'),
    organization_id: field(Id, 'The organization that the file belongs to'),
    name: field(Type.String(), 'The name of the file', 'letter.pdf'),
    content_type: field(Type.String(), 'The type, found in the content', 'application/pdf'),
    size: field(Type.Integer(), 'The size in bytes', 48_213),
    sha256: field(Type.String(), 'SHA-256 of the content, in hex', '9f'.repeat(32)),
  },
  { $id: 'CommentAttachment', description: 'A file of a comment.' },
)
export type CommentAttachment = Static<typeof CommentAttachment>

const CommentMention = Type.Object({
  id: field(Id, 'The id of the administrator'),
  name: field(Type.String(), 'The name of the administrator now', 'Anna Petrova'),
})

const commentFields = {
  comment: field(Type.String(), 'The text', exampleText),
  mentions: field(Type.Array(CommentMention), 'Who is mentioned'),
  attachments: field(Type.Array(ref(CommentAttachment)), 'The files'),
  actor: Doer,
  at: field(Instant, 'When it was written'),
}

function commentOn<Subject extends TProperties>(subject: Subject, $id: string, description: string) {
  return Type.Object(
    { id: field(Id, 'The id of the comment'), ...subject, ...commentFields },
    { $id, description },
  )
}

export const PurchaseRequestCommentResponse = commentOn(
  { request_id: field(Id, 'The purchase request') },
  'PurchaseRequestCommentResponse',
  'A comment on a purchase request.',
)
export type PurchaseRequestCommentResponse = Static<typeof PurchaseRequestCommentResponse>

export const PurchaseRequestCommentListResponse = page(
  ref(PurchaseRequestCommentResponse),
  'PurchaseRequestCommentListResponse',
)

export const OrganizationCommentResponse = commentOn(
  { organization_id: field(Id, 'The organization') },
  'OrganizationCommentResponse',
  'A comment on an organization.',
)

export const OrganizationCommentListResponse = page(
  ref(OrganizationCommentResponse),
  'OrganizationCommentListResponse',
)

export const DocumentCommentResponse = commentOn(
  {
    organization_id: field(Id, 'The organization'),
    kind: field(Type.String(), 'The kind of the document', 'charter'),
    version: field(nullable(Type.Integer()), 'The version of the document when it was written', 2),
  },
  'DocumentCommentResponse',
  'A comment on a document.',
)

export const DocumentCommentListResponse = page(ref(DocumentCommentResponse), 'DocumentCommentListResponse')

const NewComment = {
  comment: field(
    Type.String({ minLength: 1, maxLength: 4000, ...multiline }),
    'The text. An `@` and the name of an active administrator mentions them, if only one has that name; the first name alone also counts. Whom it mentions finds a notice in the inbox',
    exampleText,
  ),
  mentions: field(
    Type.Optional(Type.Array(IdFilter, { maxItems: mostMentions })),
    'Administrators to mention, besides those whom the text names as `@name`',
    [],
  ),
  attachments: field(
    Type.Optional(Type.Array(IdFilter, { maxItems: mostAttachments, uniqueItems: true })),
    'Files that you have uploaded for this comment',
    [],
  ),
}

export const CreatePurchaseRequestCommentBody = Type.Object(NewComment, {
  $id: 'CreatePurchaseRequestCommentBody',
  additionalProperties: false,
  description: 'A new comment.',
})

export const CreateCommentBody = Type.Object(NewComment, {
  $id: 'CreateCommentBody',
  additionalProperties: false,
  description: 'A new comment.',
})
export type CreateCommentBody = Static<typeof CreateCommentBody>

/** A comment on anything. */
export type CommentResponse = Omit<PurchaseRequestCommentResponse, 'request_id'>

export const UploadAttachmentBody = Type.Object(
  {
    file: field(
      Type.String({ format: 'binary' }),
      `The file: ${alternatives(namesOfTypes(attachmentTypes))}, at most 20 MiB. Its content determines its type.`,
      '%PDF-1.7 …',
    ),
  },
  { $id: 'UploadAttachmentBody', additionalProperties: false, description: 'A file for a comment.' },
)
