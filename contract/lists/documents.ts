import { type Static, Type } from 'typebox'
import { CalendarDate, cursorPage, field, Id, Instant, nullable, oneOf, ref } from '../api/common.ts'
import { listsTag } from '../api/tags.ts'
import { documentKinds, documentStatuses } from '../organizations/documents.ts'
import { days, list, organization_id, searched } from './list.ts'

export const ListedDocument = Type.Object(
  {
    id: field(Id, 'The id of this version of the document, as in its events'),
    organization_id: field(Id, 'The organization that the document belongs to'),
    organization_name: field(
      Type.String(),
      'Its short name, or its full name if it has none',
      'ООО «Ромашка»',
    ),
    kind: field(oneOf(documentKinds), 'The kind of document: an organization has one slot for each'),
    version: field(Type.Integer(), 'The number of the file in this slot: 1, 2, 3 …', 2),
    file_name: field(Type.String(), 'The name of the file, with the extension of its type', 'Charter.pdf'),
    status: field(
      oneOf(documentStatuses),
      'The state of the review; `expired` is an approved document after its last day',
      'approved',
    ),
    uploaded_at: field(Instant, 'When this version was uploaded'),
    uploaded_by: field(Id, 'Who uploaded it: the id of an administrator or API key, or a name'),
    uploaded_by_name: field(Type.String(), 'The name of the same', 'Anna Petrova'),
    expires_on: field(nullable(CalendarDate), 'The last day on which it is valid', '2030-12-31'),
    waiting_since: field(
      nullable(Instant),
      'Since when it waits for a review: the upload, or the end of a decision; null unless it is `pending`',
      null,
    ),
  },
  { $id: 'ListedDocument', description: 'The current version of a document, as a row of the list of all.' },
)
export type ListedDocument = Static<typeof ListedDocument>

const page = cursorPage(ref(ListedDocument), 'FilteredDocumentsResponse')
export type FilteredDocumentsResponse = Static<typeof page>

export const documentList = list({
  name: 'documents',
  title: { en: 'Documents', ru: 'Документы' },
  heads: {
    kind: { en: 'Kind', ru: 'Вид' },
    version: { en: 'Version', ru: 'Версия' },
    content_type: { en: 'Format', ru: 'Формат' },
    size: { en: 'Bytes', ru: 'Байт' },
    issued_on: { en: 'Issued', ru: 'Выдан' },
    expires_on: { en: 'Expires', ru: 'Действует до' },
    uploaded_at: { en: 'Uploaded', ru: 'Загружен' },
    decision_comment: { en: 'Comment', ru: 'Комментарий' },
  },
  access: 'documents:read',
  filters: {
    q: searched('the beginning of the name of the file (three letters or more), or its SHA-256', 'Charter'),
    organization_id,
    kind: field(Type.Optional(oneOf(documentKinds)), 'Only documents of this kind', 'charter'),
    status: field(Type.Optional(oneOf(documentStatuses)), 'Only documents in this state today', 'pending'),
    ...days('documents that were uploaded'),
  },
  read: {
    id: 'filterDocuments',
    path: '/v1/lists/documents',
    tag: listsTag,
    summary: 'List the documents of all organizations',
    page,
  },
  file: {
    id: 'exportDocuments',
    what: 'documents',
    words: { kind: 'document_kind', status: 'document_status', reason_code: 'rejection_reason' },
  },
  schemas: [ListedDocument],
})
