import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  exampleId,
  field,
  Id,
  Instant,
  Note,
  nullable,
  oneOf,
  optional,
  Remark,
} from '../api/common.ts'
import { alternatives, type Fault, fault } from '../api/faults.ts'

/** The seven kinds of documents. Paths, operations and body schemas are derived from this table. */
export const documentKinds = [
  'charter',
  'inn-certificate',
  'ogrn-certificate',
  'bank-details',
  'kyc-representative',
  'power-of-attorney',
  'other',
] as const
export type DocumentKind = (typeof documentKinds)[number]

const requiredOfRussians: readonly DocumentKind[] = [
  'inn-certificate',
  'ogrn-certificate',
  'bank-details',
  'kyc-representative',
]

/** `other` of a foreign company is its certificate of incorporation. */
const requiredOfType: Readonly<Record<'legal' | 'individual' | 'foreign', readonly DocumentKind[]>> = {
  legal: ['charter', ...requiredOfRussians],
  individual: requiredOfRussians,
  foreign: ['charter', 'bank-details', 'kyc-representative', 'other'],
}

export function requiredKinds(type: keyof typeof requiredOfType): readonly DocumentKind[] {
  return requiredOfType[type]
}

export const documentStatuses = ['pending', 'approved', 'rejected', 'expired'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export const documentMaxBytes = 20 * 1024 * 1024

const pdf = 'application/pdf'
const images = ['image/png', 'image/jpeg']
export const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The accepted types of a kind. The content of a file determines its type, not its name. */
export function acceptedTypes(kind: DocumentKind): readonly string[] {
  return kind === 'other' ? [pdf, ...images, docx, xlsx] : [pdf, ...images]
}

const typeNames: Readonly<Record<string, string>> = {
  [pdf]: 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  [docx]: 'DOCX',
  [xlsx]: 'XLSX',
}

/** Types as people call them. */
export function namesOfTypes(types: readonly string[]): string[] {
  return types.map((type) => typeNames[type] ?? type)
}

export function isDocumentKind(value: string): value is DocumentKind {
  return (documentKinds as readonly string[]).includes(value)
}

export const rejectionReasons = [
  'bad_quality',
  'missing_page',
  'expired',
  'wrong_kind',
  'name_mismatch',
  'number_mismatch',
  'password_protected',
  'suspected_forgery',
  'other',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** The fields that describe a document, in requests and in responses. */
const meaning = {
  number: 'The number of the document',
  issued_on: 'The day on which it was issued',
  expires_on: 'The last day on which it is valid',
  comment: 'A remark of the person who uploaded it',
}
const lastDay = '2030-12-31'

/** One uploaded version of a document with its fields. */
const upload = {
  version: field(
    Type.Integer(),
    'The number of the file in this slot: 1, 2, 3 … A review does not change it.',
    2,
  ),
  file: field(
    Type.Object({
      name: field(Type.String(), 'The name of the file, with the extension of its type', 'Charter.pdf'),
      content_type: field(Type.String(), 'The type, found in the content of the file', pdf),
      size: field(Type.Integer(), 'The number of bytes', 184_320),
      sha256: field(Type.String(), 'SHA-256 of the file, in hex', '9b'.repeat(32)),
    }),
    'The uploaded file',
  ),
  number: field(nullable(Type.String()), meaning.number, '77 AB 123456'),
  issued_on: field(nullable(CalendarDate), meaning.issued_on),
  expires_on: field(nullable(CalendarDate), meaning.expires_on, lastDay),
  comment: field(nullable(Type.String()), meaning.comment, 'Scanned from the original'),
  uploaded_by: field(Id, 'Who uploaded this version: the id of an administrator or API key, or a name'),
  uploaded_at: field(Instant, 'When this version was uploaded'),
  download_url: field(
    nullable(Type.String()),
    'A relative path, valid for five minutes; null while the vault is sealed, and for API keys that may only upload',
    `/v1/organizations/${exampleId}/documents/charter/content?version=2&session=${exampleId}&expires=1769861100&signature=c2lnbmF0dXJl`,
  ),
}

/** One decision about a document. */
const decision = {
  comment: field(nullable(Type.String()), 'A remark of the reviewer', null),
  decided_by: field(Id, 'Who decided: the id of an administrator, or a name'),
  decided_at: field(Instant, 'When it was decided'),
}

export const DocumentResponse = Type.Object(
  {
    id: field(Id, 'The id of this version of the document, as in its events'),
    kind: field(oneOf(documentKinds), 'The kind of document: an organization has one slot for each'),
    organization_id: field(Id, 'The organization that the document belongs to'),
    status: field(
      oneOf(documentStatuses),
      'The state of the review; `expired` is an approved document after its last day',
      'approved',
    ),
    ...upload,
    decision: field(
      nullable(
        Type.Object({
          status: field(oneOf(['approved', 'rejected']), 'The decision'),
          reason_code: field(nullable(oneOf(rejectionReasons)), 'Why it was rejected', null),
          ...decision,
        }),
      ),
      'The decision about this version; null before the review',
    ),
  },
  { $id: 'DocumentResponse', description: 'The current version of a document.' },
)
export type DocumentResponse = Static<typeof DocumentResponse>

/** The multipart bodies of uploads, one per kind, named as in the specification. */
export const uploadBodies = documentKinds.map(uploadBody)

function uploadBody(kind: DocumentKind) {
  return Type.Object(
    {
      file: field(
        Type.String({ format: 'binary' }),
        `The file: ${alternatives(namesOfTypes(acceptedTypes(kind)))}, at most 20 MiB. Its content determines its type.`,
        '%PDF-1.7 …',
      ),
      number: field(
        Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
        meaning.number,
        '77 AB 123456',
      ),
      issued_on: field(Type.Optional(CalendarDate), meaning.issued_on),
      expires_on: field(Type.Optional(CalendarDate), meaning.expires_on, lastDay),
      comment: field(Type.Optional(Note), meaning.comment, 'Scanned from the original'),
    },
    {
      $id: `Body_put_${kind.replaceAll('-', '_')}_document`,
      additionalProperties: false,
      description: `The form to upload a document of the kind \`${kind}\`.`,
    },
  )
}

/** A rule that the schema of an upload cannot express: the dates must be consistent. */
export function uploadRules(body: unknown): Fault[] {
  const { issued_on, expires_on } = (body ?? {}) as Record<string, unknown>
  if (typeof issued_on !== 'string' || typeof expires_on !== 'string' || expires_on >= issued_on) return []
  return [fault(['body', 'expires_on'], 'expiry_before_issue')]
}

export const DocumentVersionResponse = Type.Object(
  {
    ...upload,
    decisions: field(
      Type.Array(
        Type.Object({
          status: field(oneOf(['pending', 'approved', 'rejected']), 'The decision', 'approved'),
          reason_code: field(
            nullable(oneOf([...rejectionReasons, 'bank_details_changed'])),
            'Why it was rejected or withdrawn',
            null,
          ),
          ...decision,
        }),
      ),
      'Oldest first; pending means that a decision was withdrawn',
    ),
  },
  { $id: 'DocumentVersionResponse', description: 'One version of a document, with its decisions.' },
)
export type DocumentVersionResponse = Static<typeof DocumentVersionResponse>

/** How long a reviewer can take a decision back. The console offers it for ten seconds; the rest is for the way. */
export const takenBackWithinSeconds = 12

export const ReviewDocumentRequest = Type.Object(
  {
    version: field(Type.Integer({ minimum: 1 }), 'The version that was reviewed', 2),
    decision: field(
      oneOf(['approved', 'rejected', 'pending']),
      `The decision; \`pending\` takes back one's own, within ${takenBackWithinSeconds} seconds`,
      'rejected',
    ),
    reason_code: field(optional(oneOf(rejectionReasons)), 'Why it is rejected; only for a rejection'),
    comment: field(optional(Remark), 'A remark for those who read the decision', 'Page 3 cannot be read'),
  },
  { $id: 'ReviewDocumentRequest', additionalProperties: false, description: 'A decision about a document.' },
)
export type ReviewDocumentRequest = Static<typeof ReviewDocumentRequest>

export function reviewRules(body: unknown): Fault[] {
  const { decision, reason_code } = (body ?? {}) as Record<string, unknown>
  const hasReason = reason_code !== undefined && reason_code !== null
  if (decision === 'rejected' && !hasReason) {
    return [fault(['body', 'reason_code'], 'rejection_reason_required')]
  }
  if (decision !== 'rejected' && hasReason) {
    return [fault(['body', 'reason_code'], 'rejection_reason_unexpected')]
  }
  return []
}
